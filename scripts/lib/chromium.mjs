const commonArguments = [
  '--no-sandbox',
  '--ignore-gpu-blocklist',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Options of starting Debian's Chromium here: software WebGL, as root too, and no background network requests. */
export const chromiumArguments = [
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  // Panning the map on SwiftShader's accelerated canvas takes thirty times as long a frame.
  '--disable-accelerated-2d-canvas',
  ...commonArguments,
];

/** Options of starting it to measure on a graphics card without a display. */
export const cardArguments = ['--use-gl=angle', '--use-angle=gl-egl', ...commonArguments];
