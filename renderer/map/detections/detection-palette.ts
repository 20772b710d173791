import { analyticSymbol } from '../../../shared/results/analytic-symbol.ts';
import type { ColorScale } from '../../../shared/results/feed-colors.ts';
import { type ShapeName, shapeNames } from '../../../shared/results/symbol-shapes.ts';
import { valueColor } from '../../../shared/results/value-colors.ts';
import { mapScheme } from '../map-colors.ts';

/** Bytes of a palette: two rows of 256 colors. */
export const paletteLength = 2 * 256 * 4;

/**
 * Two rows of 256 colors, RGBA bytes. The first has one for each category of the feed. Alpha is 255 minus the shape's
 * index in `shapeNames`, or 0 where the category is hidden. The second has one for each code of a color scale.
 */
export type Palette = Uint8Array<ArrayBuffer>;

/** The symbol of an analytic on the map; the color is `#rrggbb`. */
export type MapSymbol = { readonly color: string; readonly shape: ShapeName };

/** The palette for the feed's categories and a color scale. Only `shown` categories are drawn, all when it is null. */
export function createPalette(
  categories: readonly string[],
  symbolOf: (analytic: string) => MapSymbol,
  shown: readonly string[] | null,
  colors: ColorScale | null,
): Palette {
  // The feed may not have all 256 categories.
  const palette = new Uint8Array(paletteLength).fill(255);
  const set = (index: number, color: string, alpha: number) => {
    const rgb = Number.parseInt(color.slice(1), 16);
    palette.set([rgb >> 16, (rgb >> 8) & 255, rgb & 255, alpha], index * 4);
  };
  categories.slice(0, 256).forEach((analytic, category) => {
    const isHidden = shown !== null && !shown.includes(analytic);
    const { color, shape } = symbolOf(analytic);
    set(category, color, isHidden ? 0 : 255 - shapeNames.indexOf(shape));
  });
  if (colors) {
    for (let code = 0; code < 256; code++) set(256 + code, valueColor(colors, code, mapScheme()), 255);
  }
  return palette;
}

/** Whether a category is drawn. */
export function isCategoryShown(palette: Palette, category: number): boolean {
  return palette[category * 4 + 3] !== 0;
}

/** The index of the color of a detection in a palette; `code` is that of a color scale, if one is used. */
export function paletteIndex(category: number, code: number | undefined): number {
  return code === undefined ? category : 256 + code;
}

/** The symbol of an analytic on the map, in its color scheme. */
export function mapSymbolOf(analytic: string): MapSymbol {
  const symbol = analyticSymbol(analytic);
  return { color: symbol[mapScheme()], shape: symbol.shape };
}
