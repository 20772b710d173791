import { describe, expect, test } from 'vitest';
import { searchSchema } from '../../../../shared/results/search.ts';
import {
  emptySearchForm,
  readSearchForm,
  type SearchForm,
  searchToForm,
} from '../../../../shared/results/search-form.ts';

const read = (change: Partial<SearchForm>) => readSearchForm({ ...emptySearchForm, ...change });

function problemsOf(change: Partial<SearchForm>) {
  const outcome = read(change);
  return outcome.ok ? [] : (outcome.failure.problems ?? []);
}

describe('readSearchForm', () => {
  test('an empty form requests everything, in pages of 500', () => {
    expect(read({})).toEqual({ ok: true, value: { regions: [], analytics: [], pageSize: 500 } });
  });

  test('what it reads is a search', () => {
    const outcome = read({
      regions: ['East Asia'],
      analytics: ['SPEX'],
      collectedAfter: '2026-11-01',
      collectedBefore: '2026-11-20 08:30',
      maxRecords: '1,000',
      pageSize: '',
      sortField: 'content.sensorData.startTimeUTC',
      sortOrder: 'DESC',
    });
    if (!outcome.ok) throw new Error(outcome.failure.message);
    expect(outcome.value).toEqual({
      regions: ['East Asia'],
      analytics: ['SPEX'],
      collectedAfter: '2026-11-01T00:00:00.000Z',
      collectedBefore: '2026-11-20T08:30:00.000Z',
      maxRecords: 1000,
      sort: { field: 'content.sensorData.startTimeUTC', sortOrder: 'DESC' },
    });
    expect(searchSchema.parse(outcome.value).pageSize).toBe(500);
  });

  test('lists of ranges and record ids are read and written back', () => {
    const outcome = read({
      collectedRanges: ' 2026-11-01 / 2026-11-03 \n\n2026-11-10 06:00/2026-11-12',
      recordIds: '"a-1", b-2;c-3\n a-1\t',
    });
    if (!outcome.ok) throw new Error(outcome.failure.message);
    expect(outcome.value).toMatchObject({
      collectedRanges: [
        { after: '2026-11-01T00:00:00.000Z', before: '2026-11-03T00:00:00.000Z' },
        { after: '2026-11-10T06:00:00.000Z', before: '2026-11-12T00:00:00.000Z' },
      ],
      recordIds: ['a-1', 'b-2', 'c-3'],
    });
    expect(readSearchForm(searchToForm(outcome.value))).toEqual(outcome);
  });

  test.each([
    [{ collectedRanges: '2026-11-01' }, 'collectedRanges', /not a range/],
    [{ collectedRanges: '2026-11-01 / soon' }, 'collectedRanges', /not a range/],
    [{ collectedRanges: '2026-11-03 / 2026-11-01' }, 'collectedRanges', /ends before it begins/],
    [
      { recordIds: Array.from({ length: 1001 }, (_none, index) => `id${index}`).join(' ') },
      'recordIds',
      /1,000/,
    ],
    [
      {
        collectedRanges: '2026-11-01 / 2026-11-02\n2026-11-03 / 2026-11-04',
        recordIds: Array.from({ length: 501 }, (_none, index) => `record-${index}`).join(' '),
      },
      'recordIds',
      /more than 1,000 queries together/,
    ],
    [{ recordIds: 'a b', startRecord: '5' }, 'startRecord', /first record/],
    [
      { recordIds: 'a', conditions: [{ path: 'assignedId', operator: 'eq', values: ['b'] }] },
      'conditions.0.operator',
      /assignedId/,
    ],
  ] satisfies [Partial<SearchForm>, string, RegExp][])('%j is refused', (change, field, message) => {
    expect(problemsOf(change)).toMatchObject([{ field, message: expect.stringMatching(message) }]);
  });

  test('the order counts only next to a field to sort by', () => {
    expect(read({ sortOrder: 'DESC' })).toMatchObject({ ok: true });
    expect(read({ sortOrder: 'DESC' })).not.toHaveProperty('value.sort');
  });

  test.each([
    [{ collectedAfter: 'some day' }, 'collectedAfter', 'some day'],
    [{ uploadedBefore: '2026-02-30' }, 'uploadedBefore', '2026-02-30'],
    [{ collectedAfter: '2026-11-20', collectedBefore: '2026-11-20' }, 'collectedBefore', '2026-11-20'],
    [{ uploadedAfter: '2026-11-20', uploadedBefore: '2026-11-19' }, 'uploadedBefore', '2026-11-19'],
    [{ maxRecords: '0' }, 'maxRecords', '0'],
    [{ maxRecords: '12.5' }, 'maxRecords', '12.5'],
    [{ pageSize: '5001' }, 'pageSize', '5001'],
    [{ pageSize: '-1' }, 'pageSize', '-1'],
    [{ sortField: 'content..x' }, 'sortField', 'content..x'],
    [{ sortField: 'a") { x }' }, 'sortField', 'a") { x }'],
  ] as const)('%j is refused at its field', (change, field, value) => {
    expect(problemsOf(change)).toEqual([{ field, value, message: expect.stringMatching(/\.$/) }]);
  });

  test('all invalid fields are reported together', () => {
    const fields = problemsOf({ collectedAfter: 'x', pageSize: '0', maxRecords: 'all' }).map(
      ({ field }) => field,
    );
    expect(fields).toEqual(['collectedAfter', 'maxRecords', 'pageSize']);
  });
});
