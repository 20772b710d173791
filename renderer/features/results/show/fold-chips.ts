/** Below this width of the bar only two chips are shown, so that their texts stay readable. */
const narrowBar = 735;
const chipsInNarrowBar = 2;

/** CSS pixels of a chip: its padding and button, each character, and at most. */
const chip = { frame: 44, character: 6.4, max: 300, gap: 6 } as const;

/** CSS pixels of what stands next to the chips: the count, the buttons, and the chip that counts the folded ones. */
const besideChips = 330;

/** How many of the chips with these texts are shown in a bar of that width; the others are folded into one. */
export function countUnfolded(texts: readonly string[], barWidth: number): number {
  if (barWidth === 0) return texts.length;
  const most = barWidth < narrowBar ? Math.min(texts.length, chipsInNarrowBar) : texts.length;
  let left = barWidth - besideChips;
  let unfolded = 0;
  while (unfolded < most) {
    left -= Math.min(chip.max, chip.frame + (texts[unfolded]?.length ?? 0) * chip.character) + chip.gap;
    if (left < 0) break;
    unfolded += 1;
  }
  // One is worth showing even when it is cut off.
  return Math.max(unfolded, Math.min(texts.length, 1));
}
