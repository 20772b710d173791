/** Width of a pixel on a screen of 96 dpi, in metres; a CSS pixel is defined as 1/96 inch. */
const pixelMetres = 0.0254 / 96;

/**
 * The denominator of the scale of a map in EPSG:3857 at `resolution` (projected metres per pixel). Web Mercator
 * stretches lengths by 1 / cos(latitude).
 */
export function scaleDenominator(resolution: number, latitude: number): number {
  return (resolution * Math.cos((latitude * Math.PI) / 180)) / pixelMetres;
}

/** The resolution at which a map has this scale at `latitude`: the inverse of `scaleDenominator`. */
export function resolutionOfScale(denominator: number, latitude: number): number {
  return (denominator * pixelMetres) / Math.cos((latitude * Math.PI) / 180);
}
