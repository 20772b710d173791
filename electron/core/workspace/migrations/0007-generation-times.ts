import type { DatabaseSync } from 'node:sqlite';
import { parseInstant } from '../ingest/parse-instant.ts';

/**
 * When each record was generated, UTC; NULL where the record does not state it. Records that are there have the time as
 * the last part of `generator`.
 */
export function addGenerationTimes(database: DatabaseSync): void {
  database.exec('ALTER TABLE records ADD COLUMN generated_at DATETIME');
  database.function('last_time', { deterministic: true }, (generator) => {
    const last = typeof generator === 'string' ? generator.split(' · ').at(-1) : undefined;
    return parseInstant(last)?.iso ?? null;
  });
  database.exec('UPDATE records SET generated_at = last_time(generator) WHERE generator NOT NULL');
}
