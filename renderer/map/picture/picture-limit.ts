import type OlMap from 'ol/Map.js';

/** The limits of a 2D canvas in browsers, with moderate memory use. */
const defaultLimit: PictureLimit = { side: 16_384, pixels: 64_000_000 };

/** Maximum size of a picture, in pixels. */
export type PictureLimit = { readonly side: number; readonly pixels: number };

/** The picture limit of the graphics card that draws the map. */
export function pictureLimitOf(map: OlMap): PictureLimit {
  const canvases = map.getViewport()?.querySelectorAll<HTMLCanvasElement>('.ol-layers canvas') ?? [];
  const contexts = [...canvases].flatMap((canvas) => canvas.getContext('webgl2') ?? []);
  const sides = contexts.flatMap((gl): number[] => [
    gl.getParameter(gl.MAX_TEXTURE_SIZE),
    gl.getParameter(gl.MAX_RENDERBUFFER_SIZE),
    ...gl.getParameter(gl.MAX_VIEWPORT_DIMS),
  ]);
  return { ...defaultLimit, side: Math.min(defaultLimit.side, ...sides.filter((side) => side > 0)) };
}
