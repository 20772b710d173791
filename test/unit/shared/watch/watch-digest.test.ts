import { expect, test } from 'vitest';
import { standardTemplate } from '../../../../shared/reports/report-template.ts';
import { type WatchDigestInput, watchDigest } from '../../../../shared/watch/watch-digest.ts';
import type { ListedWatchRule } from '../../../../shared/watch/watch-list.ts';
import type { UnwatchedReason } from '../../../../shared/watch/watch-status.ts';

function buildRule(unwatched: UnwatchedReason | null, isScheduled = true): ListedWatchRule {
  const status = {
    ...{ watchedFrom: null, watchedUntil: null, unwatched, expiresAt: 0, isFetching: false, isScheduled },
  };
  const rule = { name: 'Rule', areaId: null, expression: null, condition: { kind: 'any' } };
  return {
    ...{ rule, searchName: 'Search', areaName: null, status, events: 0 },
  } as unknown as ListedWatchRule;
}

const [watching, failed] = [buildRule(null), buildRule({ kind: 'never-fetched' })];
const nothing = 'No rule has found anything new.';
const unknown = 'No finding is listed.';

const cases: readonly (readonly [string, Partial<WatchDigestInput>, string])[] = [
  ['all rules have watched', { rules: [watching] }, nothing],
  ['there are no rules', { rules: [] }, unknown],
  ['a rule cannot be read', { rules: [watching], unreadable: 1 }, unknown],
  ['the workspace could not be opened', { problem: 'It is locked.' }, 'Nothing was watched. It is locked.'],
  ['a rule has not watched', { rules: [watching, failed] }, unknown],
  ['findings are silenced', { rules: [watching], silenced: 1 }, unknown],
  ['findings are snoozed', { rules: [watching], snoozed: 1 }, unknown],
  ['the workspace is damaged', { rules: [watching], isDamaged: true }, unknown],
];

test('a digest states all times in UTC as other reports do', () => {
  const rule = buildRule(null);
  const watched = {
    ...rule.status,
    watchedFrom: '2026-11-20T10:00:00.000Z',
    watchedUntil: '2026-11-21T10:00:00.000Z',
  };
  const passes = [{ key: 'a', analytics: [], sensorName: 'ICEYE', collectedAt: '2026-11-20T03:00:00.000Z' }];
  const evidence = { conditions: [], looks: passes, recordIds: [], reviewer: null };
  const event = {
    ...{ id: 'a', ruleName: 'Rule', collectedAt: '2026-11-20T03:00:00.000Z' },
    finding: { statement: 'Found.', evidence },
  };
  const digest = watchDigest({
    ...{ title: '', template: standardTemplate, logo: null, map: null, marking: '', conditions: [] },
    ...{ workspace: 'test', madeAt: Date.UTC(2026, 10, 21), isDamaged: false, isDemo: false },
    ...{ rules: [{ ...rule, status: watched }], found: 20_088, silenced: 0, snoozed: 0, unreadable: 0 },
    events: [event as unknown as WatchDigestInput['events'][number]],
  });
  const text = JSON.stringify(digest);
  expect(text).toContain('The first 1 of 20,088 findings');
  expect(text).toContain('20,087 findings not listed: they are in the inbox.');
  expect(text.match(/\d{4}-\d\d-\d\d[T ][^"; ]*( UTC)?/g)).toEqual([
    '2026-11-21 00:00:00 UTC',
    '2026-11-20 03:00:00 UTC',
    '2026-11-20 03:00:00 UTC',
    '2026-11-20 10:00:00 UTC',
    '2026-11-21 10:00:00 UTC',
  ]);
});

test.each(cases)('a digest without findings states what is known when %s', (_when, given, expected) => {
  const { answer, sections } = watchDigest({
    ...{ title: '', template: standardTemplate, logo: null, map: null, marking: '', conditions: [] },
    ...{ workspace: 'test', madeAt: 0, isDamaged: false, isDemo: false },
    ...{ rules: [], events: [], found: 0, silenced: 0, snoozed: 0, unreadable: 0 },
    ...given,
  });
  expect(answer.statements).toEqual([expected]);
  expect(sections.map(({ heading }) => heading)).not.toContain('Findings');
});

test.each([
  [{ rules: [watching] }, ['All rules have watched up to their last fetch.'], []],
  [
    { rules: [failed] },
    [],
    ['Rule: not watched yet, because its saved search has not been fetched completely.'],
  ],
  [
    { rules: [buildRule(null, false)] },
    [
      'All rules have watched up to their last fetch.',
      'Rule: its saved search has no running schedule: the rule watches only when you fetch.',
    ],
    [],
  ],
  [{ rules: [], unreadable: 2 }, [], ['2 rules cannot be read by this Sightline: not watched.']],
  [{ rules: [] }, [], ['No rule watches anything.']],
])('a digest of %o states what was not watched', (given, watched, notWatched) => {
  const { answer } = watchDigest({
    ...{ title: '', template: standardTemplate, logo: null, map: null, marking: '', conditions: [] },
    ...{ workspace: 'test', madeAt: 0, isDamaged: false, isDemo: false, unreadable: 0 },
    ...{ events: [], found: 0, silenced: 0, snoozed: 0 },
    ...given,
  });
  expect(answer).toMatchObject({ certainty: watched, gaps: notWatched });
});
