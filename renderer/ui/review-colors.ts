import { type ColorScheme, designTokens } from './design-tokens.ts';

/** The color of each review state in charts, `#rrggbb`; in CSS it is the variable of the same token. */
export function reviewColors(scheme: ColorScheme) {
  const { ok, bad, unsure, warn, fieldBorder } = designTokens[scheme];
  return { confirmed: ok, rejected: bad, unsure, flagged: warn, unreviewed: fieldBorder } as const;
}
