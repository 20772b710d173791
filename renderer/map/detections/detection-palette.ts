/** 256 colours, RGBA bytes, one for each category of the feed; alpha 0 hides it. */
export type Palette = Uint8Array<ArrayBuffer>;

/**
 * The palette for the feed's categories. `colorOf` gives `#rrggbb`; only `shown` ones are drawn, all when it is null.
 */
export function createPalette(
  categories: readonly string[],
  colorOf: (analytic: string) => string,
  shown: readonly string[] | null,
): Palette {
  // The feed may not have all 256 categories.
  const palette = new Uint8Array(256 * 4).fill(255);
  categories.slice(0, 256).forEach((analytic, category) => {
    const isHidden = shown !== null && !shown.includes(analytic);
    const rgb = Number.parseInt(colorOf(analytic).slice(1), 16);
    palette.set([rgb >> 16, (rgb >> 8) & 255, rgb & 255, isHidden ? 0 : 255], category * 4);
  });
  return palette;
}

/** Whether a category is drawn. */
export function isCategoryShown(palette: Palette, category: number): boolean {
  return palette[category * 4 + 3] !== 0;
}
