import { isDeepStrictEqual } from 'node:util';
import type { Result } from '../../../../shared/result.ts';
import type { StoredChange } from '../../../../shared/stored-revert.ts';
import type { InboxChange, WatchEvent } from '../../../../shared/watch/watch-event.ts';
import type {
  WatchRule,
  WatchRuleRevert,
  WatchRuleSettings,
  WatchSilence,
} from '../../../../shared/watch/watch-rule.ts';
import { numberCell } from '../file/cells.ts';
import type { Sql } from '../file/sql.ts';
import type { ExchangedEvent } from '../read/watch/exchanged-events.ts';
import type { RelocatedEvent } from '../read/watch/watch-facts.ts';
import type { EndedFetch } from '../read/watch/watch-rules.ts';
import { createStoredItems } from './stored-items.ts';

const rules = createStoredItems('rules');

/** State of a rule when it begins to watch: what matched before, and the fetches that had ended. */
export type KnownBefore = {
  readonly ids: Uint32Array;
  readonly subjects: readonly string[];
  readonly fetches: readonly EndedFetch[];
};

/** Adds a rule, or replaces the settings of the one with its id, which then watches from now on and is confirmed. */
export function saveWatchRule(
  sql: Sql,
  settings: WatchRuleSettings,
  known: KnownBefore,
  now: string,
): StoredChange<WatchRule> {
  return sql.transaction(() => writeRule(sql, settings, known, now));
}

/** Sets a rule back to former settings, or deletes it. Fails with `not-found`, or with `conflict` when they have changed. */
export function revertWatchRule(
  sql: Sql,
  revert: WatchRuleRevert,
  known: KnownBefore,
  now: string,
): Result<undefined> {
  return rules.revert(sql, revert, now, (to) => writeRule(sql, to, known, now));
}

/** Confirms a rule for another thirty days, adds a silence, or ends one. Fails with `not-found`. */
export function changeWatchRule(
  sql: Sql,
  id: string,
  {
    confirmedAt,
    silence,
    endedSilence,
  }: {
    readonly confirmedAt?: string;
    readonly silence?: WatchSilence;
    readonly endedSilence?: WatchSilence;
  },
): Result<WatchRule> {
  return rules.change(sql, id, (rule) => ({
    ...rule,
    confirmedAt: confirmedAt ?? rule.confirmedAt,
    silences: [
      ...rule.silences.filter((each) => !isDeepStrictEqual(each, endedSilence)),
      ...(silence ? [silence] : []),
    ],
  }));
}

/** Stores which detections a rule and its events know in a file whose detections have other ids than before. */
export function saveKnownIds(
  sql: Sql,
  ruleId: string,
  ids: Uint32Array,
  located: readonly RelocatedEvent[],
): void {
  sql.transaction(() => {
    sql.run`UPDATE watch_rules SET known_ids = ${bytesOf(ids)} WHERE rule_id = ${ruleId}`;
    relocateEvents(sql, located);
  });
}

/** Sets the ids that the detections of events have in this file. */
export function relocateEvents(sql: Sql, located: readonly RelocatedEvent[]): void {
  for (const { eventId, detectionId } of located) {
    sql.run`UPDATE watch_events SET detection_id = ${detectionId} WHERE event_id = ${eventId}`;
  }
}

/** The ids of detections are others in a file that was rebuilt. */
export function forgetWatchedIds(sql: Sql): void {
  sql.run('UPDATE watch_rules SET known_ids = NULL');
  sql.run('UPDATE watch_events SET detection_id = NULL');
}

/**
 * Adds a rule of another workspace as it is there, which watches here from now on. False where this one has or had it.
 */
export function adoptWatchRule(sql: Sql, rule: WatchRule, known: KnownBefore): boolean {
  return sql.transaction(() => {
    if (sql.get`SELECT 1 FROM watch_rules WHERE rule_id = ${rule.id}`) return false;
    storeRule(sql, rule, known);
    return true;
  });
}

/** Adds events of another workspace that this one lacks, without a notification. Returns their number. */
export function addWatchEvents(sql: Sql, events: readonly ExchangedEvent[]): number {
  return sql.transaction(() => {
    let added = 0;
    for (const event of events) {
      const inserted = sql.get`
        INSERT OR IGNORE INTO watch_events (event_id, rule_id, rule_name, subject, statement, found_at,
          collected_at, silenced, notified, read_at, snoozed_until, record_id, identity, detection, finding)
        VALUES (${event.id}, ${event.ruleId}, ${event.ruleName}, ${event.subject},
          ${event.finding.statement}, ${event.foundAt}, ${event.collectedAt}, ${Number(event.isSilenced)},
          'none', ${event.readAt}, ${event.snoozedUntil}, ${event.recordId}, ${event.identity},
          ${event.detection}, ${JSON.stringify(event.finding)}) RETURNING 1`;
      if (inserted) added += 1;
    }
    return added;
  });
}

function writeRule(
  sql: Sql,
  settings: WatchRuleSettings,
  known: KnownBefore,
  now: string,
): StoredChange<WatchRule> {
  const { former, before } = rules.readFormer(sql, settings.id);
  const rule: WatchRule = {
    ...settings,
    createdAt: former?.createdAt ?? now,
    updatedAt: now,
    confirmedAt: now,
    silences: former?.silences ?? [],
  };
  storeRule(sql, rule, known);
  return { before, after: rule };
}

function storeRule(sql: Sql, rule: WatchRule, { ids, subjects, fetches }: KnownBefore): void {
  sql.run`
    INSERT INTO watch_rules (rule_id, name, search_id, updated_at, body, known_ids, known_subjects)
    VALUES (${rule.id}, ${rule.name}, ${rule.searchId}, ${rule.updatedAt}, ${JSON.stringify(rule)},
      ${bytesOf(ids)}, ${JSON.stringify(subjects)})
    ON CONFLICT (rule_id) DO UPDATE SET name = excluded.name, search_id = excluded.search_id,
      updated_at = excluded.updated_at, body = excluded.body, known_ids = excluded.known_ids,
      known_subjects = excluded.known_subjects, deleted_at = NULL`;
  // By this time `listWatchRules` finds from when on the rule watches.
  for (const fetch of fetches) writeRun(sql, rule.id, fetch, rule.updatedAt);
}

function bytesOf(ids: Uint32Array): Uint8Array {
  return new Uint8Array(ids.buffer, ids.byteOffset, ids.byteLength);
}

function writeRun(sql: Sql, ruleId: string, { id, updatedAt }: EndedFetch, now: string): void {
  sql.run`
    INSERT OR REPLACE INTO watch_runs (rule_id, fetch_id, fetch_updated_at, evaluated_at)
    VALUES (${ruleId}, ${id}, ${updatedAt}, ${now})`;
}

/** An event that is going to be stored. */
export type NewWatchEvent = {
  readonly id: string;
  readonly ruleName: string;
  readonly event: WatchEvent;
  /** Its detection, where it is about one. */
  readonly detection: {
    readonly id: number;
    readonly recordId: string;
    readonly identity: string;
    readonly description: string | null;
  } | null;
};

/** Findings of a rule in a fetch, or with a null fetch in a part of it. */
export type WatchRun = {
  readonly ruleId: string;
  readonly fetch: EndedFetch | null;
  readonly events: readonly NewWatchEvent[];
  readonly relocated: readonly RelocatedEvent[];
};

/**
 * Stores what a rule has made of a fetch and, with the last part of it, that it has evaluated it: whatever ends Sightline,
 * an event is made once. Its notification is due then. Returns the number of events that are new.
 */
export function saveWatchRun(sql: Sql, { ruleId, fetch, events, relocated }: WatchRun, now: string): number {
  return sql.transaction(() => {
    let added = 0;
    for (const { id, ruleName, event, detection } of events) {
      const inserted = sql.get`
        INSERT OR IGNORE INTO watch_events (event_id, rule_id, rule_name, subject, statement, found_at,
          collected_at, silenced, notified, record_id, identity, detection, detection_id, finding)
        VALUES (${id}, ${ruleId}, ${ruleName}, ${event.subject}, ${event.finding.statement}, ${now},
          ${event.collectedAt}, ${Number(event.isSilenced)}, ${event.isSilenced ? 'none' : 'due'},
          ${detection?.recordId ?? null}, ${detection?.identity ?? null}, ${detection?.description ?? null},
          ${detection?.id ?? null}, ${JSON.stringify(event.finding)}) RETURNING 1`;
      if (inserted) added += 1;
    }
    relocateEvents(sql, relocated);
    if (fetch) writeRun(sql, ruleId, fetch, now);
    return added;
  });
}

/** Marks events as notified, on the disk when it returns: before the notification, so that none comes twice. */
export function markNotified(sql: Sql, ids: readonly string[]): void {
  sql.durableTransaction(
    () =>
      sql.run`
        UPDATE watch_events SET notified = 'done'
        WHERE event_id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
  );
}

/** Marks events as read or unread, or snoozes them. Returns how many have changed. */
export function changeInbox(sql: Sql, { ids, isRead, snoozedUntil }: InboxChange, now: string): number {
  return sql.transaction(() => {
    const selected = ids
      ? 'event_id IN (SELECT value FROM json_each(?2))'
      : 'silenced = 0 AND coalesce(snoozed_until <= ?2, TRUE)';
    const of = ids ? JSON.stringify(ids) : now;
    let changed = 0;
    const update = (set: string, value: string | null) => {
      sql.run(`UPDATE watch_events SET ${set} AND ${selected}`, value, of);
      const row = sql.get('SELECT changes() AS count');
      changed += row ? numberCell(row, 'count') : 0;
    };
    if (isRead === true) update('read_at = ?1 WHERE read_at IS NULL', now);
    if (isRead === false) update('read_at = ?1 WHERE read_at NOT NULL', null);
    if (snoozedUntil !== undefined) update('snoozed_until = ?1 WHERE snoozed_until IS NOT ?1', snoozedUntil);
    return changed;
  });
}
