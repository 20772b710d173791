import { z } from 'zod';
import portGroups from './ports.json' with { type: 'json' };

/** A name and its position in degrees, and a rank: 1 the busiest, 2 large ones, 3 others. */
export type Port = readonly [name: string, longitude: number, latitude: number, rank: number];

const portSchema = z
  .tuple([z.string(), z.number().min(-180).max(180), z.number().min(-90).max(90), z.int().positive()])
  .readonly();

/**
 * Sea ports of the world, with the position of their harbor to a few kilometers, each name once. Compiled for this
 * project; a test compares each with the coast of Natural Earth.
 */
export const ports: readonly Port[] = Object.values(
  z.record(z.string(), z.array(portSchema)).parse(portGroups),
).flat();
