/**
 * The regions of the demo data. The first two are those that the results document names; the third stands for
 * one that the operator tries out and that no account of the demo service may see, so that pages without a
 * region filter come out short, as the document says they can.
 */
export const demoRegions = ['East Asia', 'Eastern Europe', 'Southeast Asia'] as const;

export type DemoRegion = (typeof demoRegions)[number];

/** The name of a region as it stands in a chip address: spaces become hyphens (results document, 4.3). */
export function regionSegment(region: string): string {
  return region.replaceAll(' ', '-');
}
