import { findingSchema } from '../../../../../shared/findings/finding.ts';
import type { NotifiableEvent } from '../../../../../shared/watch/plan-notifications.ts';
import type {
  InboxEvent,
  InboxPage,
  InboxPageResult,
  InboxView,
} from '../../../../../shared/watch/watch-event.ts';
import { parseBoundedJson } from '../../../base/bounded-json.ts';
import { numberCell, numberOrNull, textCell, textOrNull } from '../../file/cells.ts';
import { countRows, type Sql, type SqlRow } from '../../file/sql.ts';

/** Conditions of the views; ?1 is the present time. */
const views: Readonly<Record<InboxView, string>> = {
  open: 'silenced = 0 AND coalesce(snoozed_until <= ?1, TRUE)',
  unread: 'silenced = 0 AND coalesce(snoozed_until <= ?1, TRUE) AND read_at IS NULL',
  snoozed: 'silenced = 0 AND snoozed_until > ?1',
  silenced: 'silenced = 1',
};

/** A page of the inbox at a time (UTC), last found first. */
export function watchInbox(
  sql: Sql,
  { view, ruleId, offset, limit }: InboxPage,
  now: string,
): InboxPageResult {
  const of = `watch_events WHERE ${views[view]} AND coalesce(rule_id = ?2, TRUE)`;
  const rows = sql.all(
    `SELECT * FROM ${of} ORDER BY found_at DESC, collected_at DESC, id DESC LIMIT ?3 OFFSET ?4`,
    now,
    ruleId ?? null,
    limit,
    offset,
  );
  const events = rows.flatMap(readEvent);
  return {
    events,
    unreadable: rows.length - events.length,
    total: countRows(sql, of, now, ruleId ?? null),
    unread: countRows(sql, `watch_events WHERE ${views.unread}`, now),
  };
}

/** The event with this id; undefined when there is none. */
export function watchEvent(sql: Sql, id: string): InboxEvent | undefined {
  return sql.all`SELECT * FROM watch_events WHERE event_id = ${id}`.flatMap(readEvent)[0];
}

/** Findings of rules since a time (UTC): the first events that are not silenced, and how many there are of each rule. */
export function watchEventsSince(
  sql: Sql,
  foundAt: string,
  ruleIds: readonly string[],
  limit: number,
): {
  readonly events: readonly InboxEvent[];
  readonly found: Readonly<Record<string, number>>;
  readonly silenced: number;
} {
  const of = 'watch_events WHERE found_at >= ? AND rule_id IN (SELECT value FROM json_each(?))';
  const ids = JSON.stringify(ruleIds);
  const counts = sql.all(`SELECT rule_id, silenced, count(*) AS n FROM ${of} GROUP BY 1, 2`, foundAt, ids);
  const [silenced, found] = [1, 0].map((value) =>
    counts.filter((row) => numberCell(row, 'silenced') === value),
  );
  const rows = sql.all(`SELECT * FROM ${of} AND silenced = 0 ORDER BY id LIMIT ?`, foundAt, ids, limit);
  return {
    events: rows.flatMap(readEvent),
    found: Object.fromEntries((found ?? []).map((row) => [textCell(row, 'rule_id'), numberCell(row, 'n')])),
    silenced: (silenced ?? []).reduce((sum, row) => sum + numberCell(row, 'n'), 0),
  };
}

/** An event whose notification is due, and what it is of in every workspace. */
export type DueEvent = NotifiableEvent & { readonly ruleId: string; readonly subject: string };

/** Events whose notification is due, first found first. */
export function dueEvents(sql: Sql): readonly DueEvent[] {
  return sql
    .all(
      "SELECT event_id, rule_id, subject, rule_name, statement, collected_at FROM watch_events WHERE notified = 'due' ORDER BY id",
    )
    .map((row) => ({
      id: textCell(row, 'event_id'),
      ruleId: textCell(row, 'rule_id'),
      subject: textCell(row, 'subject'),
      ruleName: textCell(row, 'rule_name'),
      statement: textCell(row, 'statement'),
      collectedAt: textOrNull(row, 'collected_at'),
    }));
}

function readEvent(row: SqlRow): readonly InboxEvent[] {
  const { data } = findingSchema.safeParse(parseBoundedJson(textCell(row, 'finding')));
  if (!data) return [];
  return [
    {
      id: textCell(row, 'event_id'),
      ruleId: textCell(row, 'rule_id'),
      ruleName: textCell(row, 'rule_name'),
      subject: textCell(row, 'subject'),
      collectedAt: textOrNull(row, 'collected_at'),
      isSilenced: numberCell(row, 'silenced') === 1,
      isRead: row.read_at !== null,
      snoozedUntil: textOrNull(row, 'snoozed_until'),
      detectionId: numberOrNull(row, 'detection_id'),
      finding: data,
    },
  ];
}
