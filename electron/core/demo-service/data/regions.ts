import { z } from 'zod';

/**
 * The regions of the demo data. The first two are documented. No account of the demo service may see the third, so that
 * pages without a region filter are shorter than requested.
 */
export const demoRegions = ['East Asia', 'Eastern Europe', 'Southeast Asia'] as const;

export type DemoRegion = (typeof demoRegions)[number];

/** Whether no account may see what lies in a region. */
export function isRestricted({ region }: { readonly region: DemoRegion }): boolean {
  return region === 'Southeast Asia';
}

/** The name of a region in a chip address: spaces become hyphens (service.md, Chips). */
export function regionSegment(region: string): string {
  return region.replaceAll(' ', '-');
}

/** Reads a list whose rows are grouped by region, in its order. Throws where it does not have the schema. */
export function readByRegion<Schema extends z.ZodType<object>>(row: Schema, list: unknown) {
  const groups = z.partialRecord(z.enum(demoRegions), z.array(row)).parse(list);
  return demoRegions.flatMap((region) => (groups[region] ?? []).map((entry) => ({ ...entry, region })));
}
