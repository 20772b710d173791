import { hashKey, type QueryKey } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { workspaceCountsQuery } from '../../../../renderer/api/live-queries.ts';
import { dependsOnReviews, isOutdatedBy } from '../../../../renderer/context/outdated-queries.ts';
import { pageApi } from '../../../builders/page-api.ts';

const { queries } = pageApi();
const depends = (queryKey: QueryKey) => dependsOnReviews({ queryKey, queryHash: hashKey(queryKey) });

test('what shows reviews is read again after a verdict', () => {
  expect(depends(queries.results.detail.queryKey(7))).toBe(true);
  expect(depends(queries.results.detections.queryKey([7]))).toBe(true);
  expect(depends(queries.results.counts.queryKey({ verdicts: ['confirmed'] }))).toBe(true);
  expect(depends(queries.reviews.history.queryKey({ id: 7 }))).toBe(true);
  expect(depends(queries.team.state.queryKey())).toBe(true);
});

test('what a verdict cannot change is not read again: the rows of a queue, passes and processors of a record', () => {
  expect(depends([['results', 'queueRows'], [7]])).toBe(false);
  expect(depends([['reviewQueue', 'ids'], {}])).toBe(false);
  expect(depends(queries.passes.ofRecord.queryKey('a'))).toBe(false);
  expect(depends(queries.results.recordProcessors.queryKey('a'))).toBe(false);
  expect(depends(queries.results.parameters.queryKey())).toBe(false);
  expect(depends(queries.results.counts.queryKey({}))).toBe(false);
  expect(depends(queries.areas.list.queryKey())).toBe(false);
});

test('a change of a topic outdates its router and what is derived from it, and nothing else', () => {
  const outdated = (topic: Parameters<typeof isOutdatedBy>[0], queryKey: QueryKey) =>
    isOutdatedBy(topic)({ queryKey });
  expect(outdated('results', queries.passes.page.queryKey())).toBe(true);
  expect(outdated('results', queries.orderTracking.ledger.queryKey('a'))).toBe(true);
  expect(outdated('results', queries.results.counts.queryKey({}))).toBe(true);
  expect(outdated('areas', queries.sites.looks.queryKey())).toBe(true);
  // Live updates limit how often these are requested.
  expect(outdated('results', workspaceCountsQuery(queries).queryKey)).toBe(false);
  expect(outdated('results', queries.results.previewSearch.queryKey())).toBe(false);
  // Looking for matches changes the orders.
  expect(outdated('orders', queries.orders.get.queryKey('a'))).toBe(true);
  expect(outdated('orders', queries.orders.matches.queryKey('a'))).toBe(false);
  expect(outdated('orders', queries.orderTracking.notifications.queryKey())).toBe(false);
});
