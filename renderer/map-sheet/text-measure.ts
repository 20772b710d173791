/** The typeface of all texts in a picture. */
export const fontFamily = '"Inter Variable", Inter, "Noto Sans", system-ui, sans-serif';

/** Returns a function for the width of a text in a font, as it will be drawn, in CSS pixels. */
export function textMeasure(): (text: string, font: string) => number {
  const context = document.createElement('canvas').getContext('2d');
  if (!context) throw new Error('The page has no canvas to measure text on.');
  return (text, font) => {
    context.font = font;
    return context.measureText(text).width;
  };
}
