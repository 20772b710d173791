/** Chips wrap to a second row before any is folded. */
const maxRows = 2;

/** CSS pixels of a chip: its padding and button, each character, and at most. */
const chip = { frame: 44, character: 6.4, max: 300, gap: 6 } as const;

/** CSS pixels of what stands next to the chips: the count and the buttons. */
const besideChips = 330;
/** CSS pixels of the button that counts the folded chips. */
const foldedButton = 76;

/** How many of the chips with these texts are shown in a bar of that width; the others are folded into one. */
export function countUnfolded(texts: readonly string[], barWidth: number): number {
  if (barWidth === 0) return texts.length;
  const rowWidth = barWidth - besideChips;
  const widthOf = (text: string) => Math.min(chip.max, chip.frame + text.length * chip.character) + chip.gap;
  let [row, left, unfolded, unfoldedWithButton] = [1, rowWidth, 0, 0];
  for (const text of texts) {
    if (widthOf(text) > left) {
      row += 1;
      left = rowWidth;
    }
    if (row > maxRows || widthOf(text) > left) break;
    left -= widthOf(text);
    unfolded += 1;
    if (row < maxRows || left >= foldedButton) unfoldedWithButton = unfolded;
  }
  if (unfolded === texts.length) return unfolded;
  // One is worth showing even when it is cut off.
  return Math.max(unfoldedWithButton, Math.min(texts.length, 1));
}
