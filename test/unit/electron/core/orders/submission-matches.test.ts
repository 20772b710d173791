import { expect, it } from 'vitest';
import { findMatches, matchCandidates } from '../../../../../electron/core/orders/submission-matches.ts';
import type { KnownOrder } from '../../../../../shared/orders/order.ts';
import type { Submission } from '../../../../../shared/orders/request/submission.ts';

const submission: Submission = {
  id: '00000000-0000-4000-8000-000000000001',
  state: 'unknown',
  descriptiveName: 'Harbour',
  bodyText: '{"descriptiveName":"Harbour","request":{"type":"workflow"}}',
  createdAt: '2026-11-20T08:00:00.000Z',
};

function known(
  id: string,
  when: string | undefined,
  more: Partial<KnownOrder> = {},
  name = 'Harbour',
): KnownOrder {
  return {
    order: {
      id,
      descriptiveName: name,
      ...(when === undefined ? {} : { statusHistory: [{ state: 'created', when }] }),
    },
    firstSeenAt: '2026-11-20T08:01:00.000Z',
    lastSeenAt: '2026-11-20T08:01:00.000Z',
    ...more,
  };
}

const sameText = '{ "request": {"type": "workflow"}, "descriptiveName": "Harbour" }';

it('offers the order whose stored request is the same first, whatever its text looks like', () => {
  const matches = findMatches(submission, [
    known('near', '2026-11-20T08:00:01.000Z'),
    known('same', '2026-11-20T08:00:30.000Z', { requestText: sameText }, 'Renamed'),
  ]);
  expect(matches.map(({ orderId, matchKind }) => [orderId, matchKind])).toEqual([
    ['same', 'same-request'],
    ['near', 'similar'],
  ]);
});

it('offers orders named alike and created in the time, the nearest first', () => {
  const matches = findMatches(submission, [
    known('later', '2026-11-20T08:40:00.000Z'),
    known('nearer', '2026-11-20T07:59:00.000Z'),
    known('by a clock of another zone', '2026-11-20T16:00:00.000Z'),
    known('two days ago', '2026-11-18T08:00:00.000Z'),
    known('other', '2026-11-20T08:00:00.000Z', {}, 'Airport'),
    known('without time', undefined),
  ]);
  expect(matches.map(({ orderId }) => orderId)).toEqual([
    'nearer',
    'later',
    'by a clock of another zone',
    'without time',
  ]);
});

it('offers an order whose stored request the service may have rewritten', () => {
  const rewritten = { requestText: '{"request":{"type":"workflow"},"normalised":true}' };
  const matches = findMatches(submission, [known('near', '2026-11-20T08:00:01.000Z', rewritten)]);
  expect(matches).toMatchObject([{ orderId: 'near', matchKind: 'similar' }]);
  const broken = { requestText: 'not JSON' };
  expect(findMatches(submission, [known('near', '2026-11-20T08:00:01.000Z', broken)])).toHaveLength(1);
});

it('considers only orders that are new and not matched to another submission', () => {
  const earlier = known('earlier', '2026-11-20T07:00:00.000Z', { firstSeenAt: '2026-11-20T07:59:59.999Z' });
  const taken = known('taken', '2026-11-20T08:00:00.000Z');
  const free = known('free', '2026-11-20T08:00:00.000Z');
  const other: Submission = { ...submission, state: 'accepted', orderId: 'taken' };
  expect(matchCandidates(submission, [earlier, taken, free], [submission, other])).toEqual([free]);
});
