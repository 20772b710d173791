import { describe, expect, it } from 'vitest';
import { statusHistoryCsv } from '../../../../../shared/orders/list/status-history-csv.ts';
import type { KnownOrder, StatusEntry } from '../../../../../shared/orders/order.ts';

const known = (
  id: string,
  statusHistory: StatusEntry[],
  analytics: readonly string[],
  more: Partial<KnownOrder['order']> = {},
): KnownOrder => ({
  order: { id, statusHistory, owner: 'owner-1', ...more },
  requestText: JSON.stringify({ request: { workflowRequest: { type: 'analytic', analytics } } }),
  firstSeenAt: '2026-11-20T00:00:00.000Z',
  lastSeenAt: '2026-11-20T00:00:00.000Z',
});
const entry = (state: string, when: string): StatusEntry => ({ state, when });
const rowsOf = (csv: string) => {
  const [header = '', ...rows] = csv.trimEnd().split('\r\n');
  const names = header.split(',');
  return rows.map((row) => Object.fromEntries(row.split(',').map((cell, index) => [names[index], cell])));
};

const orders = [
  known(
    'a',
    [
      entry('created', '2026-11-01T00:00:00.000Z'),
      entry('accepted', '2026-11-01T01:00:00.000Z'),
      entry('completed', '2026-11-01T04:00:00.500Z'),
    ],
    ['SPEX', 'ChangeDetection'],
  ),
  known(
    'b',
    [entry('created', '2026-11-02T00:00:00.000Z'), entry('in-progress', '2026-11-02T03:00:00.000Z')],
    ['SPEX'],
  ),
];

describe('statusHistoryCsv', () => {
  it('has the time in each state of each order, and no end of one that still runs', () => {
    const rows = rowsOf(statusHistoryCsv(orders, 'orders'));
    expect(
      rows.map(({ order_id, state, until, duration_s, end }) => [order_id, state, until, duration_s, end]),
    ).toEqual([
      ['a', 'created', '2026-11-01T01:00:00.000Z', '3600', 'ended'],
      ['a', 'accepted', '2026-11-01T04:00:00.500Z', '10800.5', 'ended'],
      ['a', 'completed', '', '', 'final state'],
      ['b', 'created', '2026-11-02T03:00:00.000Z', '10800', 'ended'],
      ['b', 'in-progress', '', '', 'still running'],
    ]);
    expect(rows[0]).toMatchObject({ owner: 'owner-1', analytics: 'SPEX; ChangeDetection', position: '1' });
  });

  it('has the times by analytic; what still runs is counted apart', () => {
    const rows = rowsOf(statusHistoryCsv(orders, 'analytics'));
    expect(rows).toEqual([
      expect.objectContaining({ analytic: 'ChangeDetection', state: 'created', median_s: '3600' }),
      expect.objectContaining({ analytic: 'ChangeDetection', state: 'accepted', median_s: '10800.5' }),
      expect.objectContaining({ analytic: 'ChangeDetection', state: 'completed', ended_stays: '0' }),
      expect.objectContaining({ analytic: 'SPEX', state: 'created', ended_stays: '2', median_s: '7200' }),
      expect.objectContaining({ analytic: 'SPEX', state: 'accepted', ended_stays: '1' }),
      expect.objectContaining({ analytic: 'SPEX', state: 'completed', orders_in_state_now: '1' }),
      expect.objectContaining({
        analytic: 'SPEX',
        state: 'in-progress',
        ended_stays: '0',
        median_s: '',
        orders_in_state_now: '1',
      }),
    ]);
  });

  it('computes nothing from times that cannot be read, and names the problem', () => {
    const odd = known('c', [entry('created', 'yesterday'), entry('closed', '2026-11-02T00:00:00Z')], []);
    const [first] = rowsOf(statusHistoryCsv([odd], 'orders'));
    expect(first).toMatchObject({ since: 'yesterday', duration_s: '', analytics: '' });
    expect(first?.time_problem).toContain('The service gave “yesterday”');
  });

  it('escapes text that a spreadsheet would interpret as a formula', () => {
    const hostile = known('d', [entry('=cmd()', '2026-11-01T00:00:00Z')], ['+SPEX'], {
      descriptiveName: '@SUM(1)',
    });
    const csv = statusHistoryCsv([hostile], 'orders');
    expect(csv).toContain("d,'@SUM(1),owner-1,,'+SPEX,1,'=cmd(),");
  });
});
