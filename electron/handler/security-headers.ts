const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  // Mantine writes its theme into a <style> element and sizes into style attributes. Styles cannot run code, and what
  // they could fetch is restricted by the other directives.
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' blob: data:",
  "connect-src 'self'",
  // OpenLayers starts its workers from blobs of the page.
  "worker-src 'self' blob:",
  "font-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * Headers of every response: no external resources, no inline scripts, no framing or reading by other pages, no content
 * type sniffing.
 */
export const securityHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': contentSecurityPolicy,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
};
