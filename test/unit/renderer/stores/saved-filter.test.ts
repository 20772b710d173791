import { expect, onTestFinished, test, vi } from 'vitest';
import { followSession } from '../../../../renderer/stores/follow-stores.ts';
import { createResultsStore } from '../../../../renderer/stores/results-store.ts';
import { createStores } from '../../../../renderer/stores/stores.ts';
import { relativeChange } from '../../../../shared/results/relative-filter.ts';
import type { SessionState } from '../../../../shared/session/session-state.ts';
import { memoryStorage } from '../../../builders/memory-storage.ts';

/** The stores after a start, and how often an unreadable filter was reported. */
function start(storage: Storage) {
  const stores = { ...createStores(), results: createResultsStore(storage) };
  const state = { reports: 0 };
  followSession(stores, () => {
    state.reports += 1;
  });
  return {
    state,
    results: () => stores.results.getState(),
    open: (workspacePath: string) =>
      stores.session
        .getState()
        .setSession({ profile: { id: 'demo' }, workspacePath } as unknown as SessionState),
  };
}

test('the filter belongs to the workspace, and survives a restart', () => {
  const storage = memoryStorage();
  const first = start(storage);
  first.open('/a.gpkg');
  first.results().setFilter({ minConfidence: 0.5 });
  first.open('/b.gpkg');
  expect(first.results().filter).toEqual({});
  first.results().replaceFilter({ expression: 'length_m > 40' });
  first.results().reset();
  first.open('/a.gpkg');
  expect(first.results().filter).toEqual({ minConfidence: 0.5 });

  const later = start(storage);
  expect(later.results().filter).toEqual({});
  later.open('/b.gpkg');
  expect(later.results().filter).toEqual({ expression: 'length_m > 40' });
  later.results().clearFilter();
  const last = start(storage);
  last.open('/b.gpkg');
  expect(last.results().filter).toEqual({});
  expect(last.state.reports).toBe(0);
});

test('relative times of a saved filter are those of each start, and those of a changed member are not', () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-20T12:00:30Z') });
  onTestFinished(() => void vi.useRealTimers());
  const storage = memoryStorage();
  const first = start(storage);
  first.open('/a.gpkg');
  const { setFilter } = first.results();
  setFilter(relativeChange(first.results().filter, 'collectedFrom', 'last 3 days', Date.now()));
  setFilter(relativeChange(first.results().filter, 'expression', 'uploaded > now - 1d', Date.now()));
  expect(first.results().filter).toMatchObject({
    collectedFrom: Date.parse('2026-11-17T12:00Z'),
    expression: 'uploaded > 2026-11-19T12:00:30Z',
  });

  vi.setSystemTime(Date.parse('2026-11-27T00:00Z'));
  const later = start(storage);
  later.open('/a.gpkg');
  expect(later.results().filter).toMatchObject({
    collectedFrom: Date.parse('2026-11-24T00:00Z'),
    expression: 'uploaded > 2026-11-26T00:00:00Z',
  });
  // A cell's menu adds a condition to the expression: it then is as it was shown.
  const { filter, replaceFilter } = later.results();
  replaceFilter({ ...filter, expression: `${filter.expression} and length > 40` });
  vi.setSystemTime(Date.parse('2026-11-28T00:00Z'));
  const last = start(storage);
  last.open('/a.gpkg');
  expect(last.results().filter).toMatchObject({
    collectedFrom: Date.parse('2026-11-25T00:00Z'),
    expression: 'uploaded > 2026-11-26T00:00:00Z and length > 40',
  });
  last.results().removeFilters(['collectedFrom', 'expression']);
  expect(last.results().filter).toEqual({});
});

test('the filter of a step through passes is not saved', () => {
  const storage = memoryStorage();
  const { open, results } = start(storage);
  open('/a.gpkg');
  results().setFilter({ flagged: true });
  results().replaceFilterUnsaved({ flagged: true, sensors: ['ICEYE-X7'] });
  const later = start(storage);
  later.open('/a.gpkg');
  expect(later.results().filter).toEqual({ flagged: true });
});

test('a filter of ids is not saved, since a rebuilt workspace has other ids', () => {
  const storage = memoryStorage();
  const { open, results } = start(storage);
  open('/a.gpkg');
  results().setFilter({ ids: [1, 2, 3] });
  const later = start(storage);
  later.open('/a.gpkg');
  expect(later.results().filter).toEqual({});
});

test('when a workspace is read anew, only a filter of ids is cleared', () => {
  const { open, results } = start(memoryStorage());
  open('/a.gpkg');
  results().setFilter({ flagged: true });
  results().reset();
  expect(results().filter).toEqual({ flagged: true });
  results().replaceFilterUnsaved({ flagged: true, ids: [1, 2] });
  results().reset();
  expect(results().filter).toEqual({ flagged: true });
  results().setFilter({ ids: [1] });
  results().reset();
  expect(results().filter).toEqual({});
  expect(results().savedFilter).toEqual({});
});

test.each([
  '',
  '{',
  '{}',
  '{"state":{},"version":1}',
  '{"state":{"savedFilter":{"minConfidence":"high"}},"version":1}',
  '{"state":{"savedFilter":{"expression":"length_m >"}},"version":9}',
])('the saved filter %j is dropped and reported once', (text) => {
  const storage = memoryStorage({ 'sightline.filter./a.gpkg': text });
  const first = start(storage);
  first.open('/a.gpkg');
  expect(first.results().filter).toEqual({});
  expect(first.state.reports).toBe(1);
  const later = start(storage);
  later.open('/a.gpkg');
  expect(later.state.reports).toBe(0);
});
