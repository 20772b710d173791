/** The color of each review state, on screen and in charts. `global-styles.ts` sets them as CSS variables `--review-<state>`. */
export const reviewColors = {
  confirmed: '#5ec98b',
  rejected: '#ef6b6b',
  unsure: '#b9a5ef',
  flagged: '#f0b429',
  unreviewed: '#4d6373',
} as const;
