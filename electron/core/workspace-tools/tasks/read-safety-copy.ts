import { existsSync } from 'node:fs';
import { z } from 'zod';
import { openForeign } from '../../workspace/safety/open-foreign.ts';
import { schemaVersion } from '../../workspace/schema/migrate.ts';
import { isContentError } from '../../workspace/sql.ts';

const factsSchema = z.object({
  /** Id of the workspace file that was copied. */
  fileId: z.string().min(1).max(100),
  /** Changes with the content of the copied tables. */
  state: z.string().max(100),
  /** UTC, ISO 8601. */
  savedAt: z.iso.datetime(),
});

/** What a safety copy says of itself. */
export type SafetyCopyFacts = z.infer<typeof factsSchema>;

/** Where they are in its table app_meta. */
export const safetyCopyKeys = {
  fileId: 'safety_copy_of',
  state: 'safety_copy_state',
  savedAt: 'safety_copy_saved_at',
} as const satisfies Record<keyof SafetyCopyFacts, string>;

/** Reads what a safety copy is one of; undefined where there is none, or none that Sightline has written. */
export function readSafetyCopy(copy: string): SafetyCopyFacts | undefined {
  if (!existsSync(copy)) return undefined;
  try {
    const { database, schema } = openForeign(copy, 500);
    try {
      if (schema.kind !== 'workspace' || schema.version > schemaVersion) return undefined;
      const read = database.prepare('SELECT value FROM app_meta WHERE key = ?');
      const facts = Object.entries(safetyCopyKeys).map(([fact, key]) => [fact, read.get(key)?.value]);
      return factsSchema.safeParse(Object.fromEntries(facts)).data;
    } finally {
      database.close();
    }
  } catch (error) {
    if (isContentError(error)) return undefined;
    throw error;
  }
}
