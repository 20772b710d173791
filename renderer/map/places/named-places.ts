import { z } from 'zod';
import seaGroups from './seas.json' with { type: 'json' };

const namedPlaceSchema = z
  .tuple([z.string(), z.number().min(-180).max(180), z.number().min(-90).max(90), z.int().positive()])
  .readonly();

/** A name and its position in degrees; lower ranks, from 1, are shown at lower zooms. */
export type NamedPlace = readonly [name: string, longitude: number, latitude: number, rank: number];

/**
 * Oceans, seas, gulfs and straits, with a position well inside for the label. Compiled for this project; the names are
 * those in general use in English.
 */
export const seas: readonly NamedPlace[] = Object.values(
  z.record(z.string(), z.array(namedPlaceSchema)).parse(seaGroups),
).flat();
