import { z } from 'zod';
import { findingSchema } from '../../../../../shared/findings/finding.ts';
import { utcInstantSchema } from '../../../../../shared/time.ts';
import { parseBoundedJson } from '../../../base/bounded-json.ts';
import { textOrNull } from '../../file/cells.ts';
import type { Sql, SqlRow } from '../../file/sql.ts';

const text = z.string().max(100_000);

/** An event of the watch as workspaces exchange it. */
const exchangedEventSchema = z.object({
  id: z.uuid(),
  ruleId: z.uuid(),
  ruleName: text,
  subject: text,
  foundAt: utcInstantSchema,
  collectedAt: utcInstantSchema.nullable(),
  isSilenced: z.boolean(),
  readAt: utcInstantSchema.nullable(),
  snoozedUntil: utcInstantSchema.nullable(),
  recordId: text.nullable(),
  identity: text.nullable(),
  /** A `ReviewedDetection` as JSON. */
  detection: z.string().max(10_000_000).nullable(),
  finding: findingSchema,
});
export type ExchangedEvent = z.infer<typeof exchangedEventSchema>;

/** The events that match an SQL condition, in the order in which they were found; those that cannot be read are left out. */
export function* readExchangedEvents(sql: Sql, condition: string): Generator<ExchangedEvent, void> {
  const rows = sql.database.prepare(`SELECT * FROM watch_events WHERE ${condition} ORDER BY id`);
  for (const row of rows.iterate()) {
    const { data } = exchangedEventSchema.safeParse(toEvent(row));
    if (data) yield data;
  }
}

function toEvent(row: SqlRow) {
  return {
    id: row.event_id,
    ruleId: row.rule_id,
    ruleName: row.rule_name,
    subject: row.subject,
    foundAt: row.found_at,
    collectedAt: row.collected_at,
    isSilenced: row.silenced === 1,
    readAt: row.read_at,
    snoozedUntil: row.snoozed_until,
    recordId: row.record_id,
    identity: row.identity,
    detection: row.detection,
    finding: parseBoundedJson(textOrNull(row, 'finding') ?? ''),
  };
}
