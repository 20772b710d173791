/** Denominator of the scale of the bundled coasts and borders, Natural Earth's finest. */
export const coastScale = 10_000_000;
/** From this scale on, closer up, they are dashed: what is between their corners is not known. */
export const dashedCoastScale = 2_000_000;
