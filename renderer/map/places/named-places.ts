import { z } from 'zod';
import portGroups from './ports.json' with { type: 'json' };
import seaGroups from './seas.json' with { type: 'json' };

const namedPlaceSchema = z
  .tuple([z.string(), z.number().min(-180).max(180), z.number().min(-90).max(90), z.int().positive()])
  .readonly();
const groupsSchema = z.record(z.string(), z.array(namedPlaceSchema));

/** A name and its position in degrees; lower ranks, from 1, are shown at lower zooms. */
export type NamedPlace = readonly [name: string, longitude: number, latitude: number, rank: number];

/**
 * Sea ports of the world, with the position of their harbour to a few kilometres. Compiled for this project; a test
 * compares each with the coast of Natural Earth. Ranks: 1 the busiest, 2 large ones, 3 others.
 */
export const ports = readPlaces(portGroups);

/**
 * Oceans, seas, gulfs and straits, with a position well inside for the label. Compiled for this project; the names are
 * those in general use in English.
 */
export const seas = readPlaces(seaGroups);

function readPlaces(groups: unknown): readonly NamedPlace[] {
  return Object.values(groupsSchema.parse(groups)).flat();
}
