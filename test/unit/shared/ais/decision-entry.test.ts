import { expect, test } from 'vitest';
import {
  type DecisionEntry,
  latestEntry,
  planDecisionMerge,
  settleConflict,
} from '../../../../shared/ais/decision-entry.ts';
import { seededRandom } from '../../../builders/seeded-random.ts';

const uuid = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 8, minute)).toISOString();

function entry(number: number, decision: string | null, minute = number, by = 'anna'): DecisionEntry {
  return { id: uuid(number), recordId: 'record', identity: 'chip 0 c', decision, by, at: at(minute) };
}

const first = entry(1, '440100000');
const cases: readonly (readonly [string, readonly DecisionEntry[], readonly DecisionEntry[], string])[] = [
  ['nothing was decided here', [], [first], 'new'],
  ['both have the same history', [first], [first], 'same'],
  ['both decide the same on their own', [first], [entry(2, '440100000', 2, 'ben')], 'same'],
  ['there it went on', [first], [first, entry(2, 'none', 2, 'ben')], 'newer'],
  ['there it was undone', [first], [first, entry(2, null)], 'newer'],
  ['here it went on', [first, entry(2, 'none')], [first], 'older'],
  [
    'here it went on after an entry that is not here',
    [first, entry(3, 'none')],
    [entry(2, 'x'), first],
    'conflict',
  ],
  ['both went on on their own', [first, entry(2, 'none')], [first, entry(3, null, 3, 'ben')], 'conflict'],
  ['both began on their own', [first], [entry(2, 'none', 0, 'ben')], 'conflict'],
];

test.each(cases)('%s', (_name, present, arriving, kind) => {
  const plan = planDecisionMerge(present, arriving);
  expect(plan.kind).toBe(kind);
  expect(plan.conflict === null).toBe(kind !== 'conflict');
  const known = new Set(present.map(({ id }) => id));
  expect(plan.missing).toEqual(arriving.filter(({ id }) => !known.has(id)));
});

test('the chosen side of a conflict is in effect after all others, whichever is later', () => {
  const early = entry(1, 'early', 1);
  const late = entry(2, 'late', 9, 'ben');
  const info = { id: uuid(3), by: 'carl', at: at(5) };
  for (const [present, arriving] of [
    [early, late],
    [late, early],
  ] as const) {
    for (const winner of ['present', 'arriving'] as const) {
      const chosen = winner === 'present' ? present : arriving;
      const settled = settleConflict({ present, arriving }, winner, info);
      const all = settled ? [present, arriving, settled] : [present, arriving];
      expect(latestEntry(all)?.decision).toBe(chosen.decision);
      // Nothing is added where the chosen one is the latest anyway.
      expect(settled === undefined).toBe(chosen === late);
    }
  }
});

test('workspaces show the same once each has met each other, in any order, and then nothing changes', () => {
  for (let seed = 1; seed <= 200; seed += 1) {
    const random = seededRandom(seed);
    let number = 0;
    const next = () => {
      number += 1;
      return number;
    };
    const workspaces: DecisionEntry[][] = [[], [], []];
    const merge = (into: DecisionEntry[], from: readonly DecisionEntry[], winner: 'present' | 'arriving') => {
      if (from.length === 0) return;
      const { missing, conflict } = planDecisionMerge(into, from);
      into.push(...missing);
      const info = { id: uuid(next()), by: 'carl', at: at(0) };
      const settled = conflict && settleConflict(conflict, winner, info);
      if (settled) into.push(settled);
    };
    for (let step = 0; step < 12; step += 1) {
      const chosen = workspaces[random.between(0, 2)] ?? [];
      const other = workspaces[random.between(0, 2)] ?? [];
      if (random.chance(0.5) || chosen === other) {
        const made = next();
        chosen.push(entry(made, ['a', 'b', null][random.between(0, 2)] ?? null, made));
      } else merge(chosen, other, random.chance(0.5) ? 'present' : 'arriving');
    }
    // The first has met all; the others then only have to receive what it has.
    const [one = [], two = [], three = []] = workspaces;
    merge(one, two, 'present');
    merge(one, three, 'arriving');
    for (const other of [two, three]) merge(other, one, 'arriving');
    const states = workspaces.map((entries) => latestEntry(entries)?.decision);
    expect(new Set(states).size).toBe(1);
    const before = workspaces.map((entries) => entries.length);
    for (const other of [two, three]) merge(other, one, 'present');
    expect(workspaces.map((entries) => entries.length)).toEqual(before);
  }
});
