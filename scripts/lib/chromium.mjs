/** How Debian's Chromium is started here: software WebGL, as root too, and no background network requests. */
export const chromiumArguments = [
  '--no-sandbox',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--ignore-gpu-blocklist',
  // Panning the map on SwiftShader's accelerated canvas takes thirty times as long a frame.
  '--disable-accelerated-2d-canvas',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
