import { describe, expect, it } from 'vitest';
import { draftToRequest } from '../../../../../shared/orders/draft/draft-to-request.ts';
import {
  blankChangeDetection,
  blankRecurring,
  type OrderDraft,
} from '../../../../../shared/orders/draft/order-draft.ts';
import { orderToSearch } from '../../../../../shared/orders/list/order-search.ts';
import { toQueryText } from '../../../../../shared/results/query-text.ts';
import { searchSchema } from '../../../../../shared/results/search.ts';
import { searchToQuery } from '../../../../../shared/results/search-query.ts';
import { makeDraft } from '../../../../builders/order-draft-builder.ts';

const range = (from: string, to: string) => ({ from, to, extras: [] });
const searchFor = (change: Partial<OrderDraft>) => {
  const built = draftToRequest(makeDraft(change), []);
  if (!built.ok) throw new Error(JSON.stringify(built.problems));
  const search = orderToSearch(built.bodyText);
  if (!search.ok) throw new Error(search.failure.message);
  return search.value;
};

describe('orderToSearch', () => {
  it('requests the analytics and the schedule, ends included', () => {
    const { search, notes } = searchFor({
      analytics: ['SPEX', 'AircraftDetection'],
      ranges: [range('2026-11-01', '2026-11-11')],
    });
    expect(search).toEqual({
      regions: [],
      analytics: ['SPEX', 'AircraftDetection'],
      collectedAfter: '2026-10-31T23:59:59.999Z',
      collectedBefore: '2026-11-11T00:00:00.001Z',
    });
    expect(notes).toEqual([expect.stringMatching(/cannot be limited to the areas/)]);
  });
  it('makes a search that can be sent', () => {
    const search = searchSchema.parse(searchFor({}).search);
    const query = searchToQuery(search, { startedAt: '2026-11-30T00:00:00.000Z', offset: 0 });
    expect(toQueryText(query, { brand: 'svc' })).toContain('SmallVesselDetection');
  });
  it('requests several ranges one by one, with a note', () => {
    const { search, notes } = searchFor({
      ranges: [range('2026-11-05', '2026-11-06'), range('2026-11-01', '2026-11-02')],
    });
    expect(search).toEqual({
      regions: [],
      analytics: ['SmallVesselDetection'],
      collectedRanges: [
        { after: '2026-10-31T23:59:59.999Z', before: '2026-11-02T00:00:00.001Z' },
        { after: '2026-11-04T23:59:59.999Z', before: '2026-11-06T00:00:00.001Z' },
      ],
    });
    expect(notes.join()).toMatch(/has 2 time ranges/);
  });
  it('joins ranges that meet', () => {
    const { search, notes } = searchFor({
      ranges: [range('2026-11-01', '2026-11-03'), range('2026-11-03', '2026-11-06')],
    });
    expect(search).toMatchObject({
      collectedAfter: '2026-10-31T23:59:59.999Z',
      collectedBefore: '2026-11-06T00:00:00.001Z',
    });
    expect(notes.join()).not.toMatch(/time ranges/);
  });
  it('reaches as far as the window and the bounds of change detection', () => {
    const { search, notes } = searchFor({
      analytics: ['ChangeDetection'],
      ranges: [range('2026-11-05', '2026-11-06')],
      changeDetection: {
        ...blankChangeDetection,
        types: ['OBJECT_LEVEL'],
        maxImageWindowHours: '48',
        recurring: { ...blankRecurring, bounds: { from: '2026-11-05', to: '2026-12-01' } },
      },
    });
    expect(search).toMatchObject({
      collectedAfter: '2026-11-02T23:59:59.999Z',
      collectedBefore: '2026-12-01T00:00:00.001Z',
    });
    expect(notes.join()).toMatch(/window of change detection/);
  });
  it('stays within the calendar however wide the window', () => {
    const { search } = searchFor({
      analytics: ['ChangeDetection'],
      changeDetection: { ...blankChangeDetection, types: ['OBJECT_LEVEL'], maxImageWindowHours: '1e300' },
    });
    expect(searchSchema.safeParse(search).success).toBe(true);
  });
  it('omits unreadable parts, with a note', () => {
    const search = orderToSearch('{"request":{"schedule":"always"}}');
    expect(search.ok && search.value.search).toEqual({ regions: [], analytics: [] });
    expect(search.ok && search.value.notes.join()).toMatch(/not limited in time.*asks for all/);
  });
  it('fails for anything that is not a request', () => {
    expect(orderToSearch('none').ok).toBe(false);
  });
});
