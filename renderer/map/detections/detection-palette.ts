import { analyticSymbol } from '../../../shared/results/analytic-symbol.ts';
import { type ShapeName, shapeNames } from '../../../shared/results/symbol-shapes.ts';
import { mapScheme } from '../map-colors.ts';

/**
 * 256 colors, RGBA bytes, one for each category of the feed. Alpha is 255 minus the index of the shape in `shapeNames`, or
 * 0 where the category is hidden.
 */
export type Palette = Uint8Array<ArrayBuffer>;

/** The symbol of an analytic on the map; the color is `#rrggbb`. */
export type MapSymbol = { readonly color: string; readonly shape: ShapeName };

/** The palette for the feed's categories. Only `shown` ones are drawn, all when it is null. */
export function createPalette(
  categories: readonly string[],
  symbolOf: (analytic: string) => MapSymbol,
  shown: readonly string[] | null,
): Palette {
  // The feed may not have all 256 categories.
  const palette = new Uint8Array(256 * 4).fill(255);
  categories.slice(0, 256).forEach((analytic, category) => {
    const isHidden = shown !== null && !shown.includes(analytic);
    const { color, shape } = symbolOf(analytic);
    const rgb = Number.parseInt(color.slice(1), 16);
    const alpha = isHidden ? 0 : 255 - shapeNames.indexOf(shape);
    palette.set([rgb >> 16, (rgb >> 8) & 255, rgb & 255, alpha], category * 4);
  });
  return palette;
}

/** Whether a category is drawn. */
export function isCategoryShown(palette: Palette, category: number): boolean {
  return palette[category * 4 + 3] !== 0;
}

/** The symbol of an analytic on the map, in its color scheme. */
export function mapSymbolOf(analytic: string): MapSymbol {
  const symbol = analyticSymbol(analytic);
  return { color: symbol[mapScheme()], shape: symbol.shape };
}
