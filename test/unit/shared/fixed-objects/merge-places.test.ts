import { describe, expect, it } from 'vitest';
import { mergePlaces, placeKey, toLabelChanges } from '../../../../shared/fixed-objects/merge-places.ts';
import {
  maxPlaceLabels,
  type PlaceStatement,
  storedStatements,
} from '../../../../shared/fixed-objects/place-label.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 10, 21, 8, minute)).toISOString();
const now = at(59);
const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

function state(number: number, stated: Partial<PlaceStatement> = {}): PlaceStatement {
  const position = [121, 31] as [number, number];
  const made = {
    analytic: 'SmallVesselDetection',
    position,
    presence: 'stationary' as const,
    by: 'anna',
    at: at(1),
  };
  return { id: id(number), ...made, change: null, ...stated };
}

const withdrawn = (minute: number) => ({ isWithdrawn: true, by: 'ben', at: at(minute) });
const restored = (minute: number) => ({ ...withdrawn(minute), isWithdrawn: false });

describe('a merge of statements about places', () => {
  it.each<[string, PlaceStatement[], PlaceStatement[], boolean[]]>([
    ['adds what is missing', [state(1)], [state(2, { position: [122, 31] })], [true, true]],
    ['adds what was withdrawn as withdrawn', [], [state(1, { change: withdrawn(2) })], [false]],
    ['withdraws what was withdrawn there', [state(1)], [state(1, { change: withdrawn(2) })], [false]],
    ['leaves withdrawn what is in effect there', [state(1, { change: withdrawn(2) })], [state(1)], [false]],
    [
      'follows the later change',
      [state(1, { change: withdrawn(2) })],
      [state(1, { change: restored(3) })],
      [true],
    ],
    [
      'stays with the later change',
      [state(1, { change: withdrawn(4) })],
      [state(1, { change: restored(3) })],
      [false],
    ],
    [
      'withdraws of two changes at one time',
      [state(1, { change: restored(3) })],
      [state(1, { change: withdrawn(3) })],
      [false],
    ],
  ])('%s, in any order and repeated', (_, present, arriving, effects) => {
    const once = mergePlaces(present, arriving, now).merged;
    expect(once.map(({ change }) => change?.isWithdrawn !== true)).toEqual(effects);
    expect(mergePlaces(once, arriving, now).merged).toEqual(once);
    const byId = (list: readonly PlaceStatement[]) => list.toSorted((a, b) => (a.id < b.id ? -1 : 1));
    expect(byId(mergePlaces(arriving, present, now).merged)).toEqual(byId(once));
  });

  it('lists changes whose inverse restores what was in effect', () => {
    const present = [state(1), state(2, { position: [122, 31] })];
    const arriving = [
      state(1, { change: withdrawn(2) }),
      state(3, { position: [123, 31], presence: 'passing' }),
    ];
    const { changes } = mergePlaces(present, arriving, now);
    const { change: _, ...first } = state(1);
    expect(toLabelChanges(changes, 'undo')).toEqual([
      { remove: id(3), add: null },
      { remove: null, add: first },
    ]);
    expect(toLabelChanges(changes, 'do')).toMatchObject([
      { remove: id(1), add: null },
      { remove: null, add: { id: id(3) } },
    ]);
  });

  it.each<[string, Partial<PlaceStatement>, boolean]>([
    ['at the same position', {}, true],
    ['80 m away', { position: [121, 31.00072] }, true],
    ['120 m away', { position: [121, 31.00108] }, false],
    ['of the other vessel analytic', { analytic: 'LargeVesselDetection' }, true],
    ['of another analytic', { analytic: 'SPEX' }, false],
    ['that is the same', { presence: 'stationary' }, false],
    ['that was withdrawn', { change: withdrawn(3) }, false],
  ])('finds a conflict with a statement %s as it is one', (_, stated, isConflict) => {
    const { conflicts } = mergePlaces([state(1)], [state(2, { presence: 'passing', ...stated })], now);
    expect(conflicts).toHaveLength(isConflict ? 1 : 0);
  });

  it('finds conflicts across 180 degrees and none with what the other side knew of', () => {
    const [east, west] = [
      state(1, { position: [179.9999, 5] }),
      state(2, { position: [-179.9999, 5], presence: 'passing' }),
    ];
    expect(mergePlaces([east], [west], now).conflicts).toHaveLength(1);
    expect(mergePlaces([east], [east, west], now).conflicts).toEqual([]);
    expect(mergePlaces([east, west], [west], now).conflicts).toEqual([]);
  });

  it.each(['present', 'arriving'] as const)(
    'withdraws what loses a conflict where the %s one wins',
    (winner) => {
      const [mine, theirs] = [state(1), state(2, { presence: 'passing', by: 'ben', at: at(2) })];
      const { merged, changes, conflicts } = mergePlaces([mine], [theirs], now, {
        by: 'anna',
        winnerOf: () => winner,
      });
      expect(conflicts.map(placeKey)).toEqual([JSON.stringify(['place', id(1), id(2)])]);
      const lost = { isWithdrawn: true, by: 'anna', at: now };
      expect(merged.map(({ change }) => change)).toEqual(winner === 'present' ? [null, lost] : [lost, null]);
      expect(changes).toHaveLength(winner === 'present' ? 0 : 2);
      // The other side learns of the decision.
      const back = mergePlaces([theirs], merged, now);
      expect(back.conflicts).toEqual([]);
      expect(
        back.merged.filter(({ change }) => !change?.isWithdrawn).map(({ presence }) => presence),
      ).toEqual([winner === 'present' ? 'stationary' : 'passing']);
    },
  );

  it('limits the time of a clock that is ahead, and how many a workspace has', () => {
    const ahead = state(1, {
      at: '2030-01-01T00:00:00.000Z',
      change: { ...withdrawn(1), at: '2031-01-01T00:00:00.000Z' },
    });
    expect(mergePlaces([], [ahead], now).merged).toMatchObject([{ at: now, change: { at: now } }]);
    const many = Array.from({ length: maxPlaceLabels + 3 }, (_, number) => state(number));
    const { merged, leftOut } = mergePlaces([], many, now);
    expect([merged.length, leftOut]).toEqual([maxPlaceLabels, 3]);
    // Withdrawn ones do not count.
    const [first, ...rest] = merged;
    const present = first ? [{ ...first, change: withdrawn(9) }, ...rest] : [];
    expect(mergePlaces(present, [state(maxPlaceLabels + 5)], now).leftOut).toBe(0);
    expect(mergePlaces(merged, [state(maxPlaceLabels + 5, { change: withdrawn(9) })], now).leftOut).toBe(0);
  });
});

it('a workspace stores all statements in effect, and the latest of those that were withdrawn', () => {
  const all = Array.from({ length: 2 * maxPlaceLabels + 2 }, (_, number) =>
    state(number, { change: number < 3 ? withdrawn(3 - number) : null }),
  );
  expect(storedStatements(all)).toEqual([all[0], ...all.slice(3)]);
  expect(storedStatements(all.slice(2))).toEqual(all.slice(2));
});
