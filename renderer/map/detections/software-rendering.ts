/** Renderers that draw on the processor: Chromium's, Mesa's, and that of Windows. */
const softwareRenderers = /swiftshader|llvmpipe|softpipe|software|basic render/i;

/** Whether WebGL draws on the processor instead of a graphics card, by the name of its renderer. */
export function isSoftwareRendering(gl: WebGL2RenderingContext): boolean {
  const names = gl.getExtension('WEBGL_debug_renderer_info');
  return isSoftwareRenderer(String(gl.getParameter(names ? names.UNMASKED_RENDERER_WEBGL : gl.RENDERER)));
}

/** Whether the name of a WebGL renderer is that of one without a graphics card. */
export function isSoftwareRenderer(name: string): boolean {
  return softwareRenderers.test(name);
}
