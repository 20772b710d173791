import { describe, expect, it, test } from 'vitest';
import { matchPass } from '../../../../shared/ais/match-pass.ts';
import type { PassMatches } from '../../../../shared/ais/pass-matches.ts';
import { simulateFishingGround } from '../../../builders/ais-nets.ts';
import { simulateNets, simulatePass } from '../../../builders/ais-simulator.ts';
import { seededRandom } from '../../../builders/seeded-random.ts';

const passes = Array.from({ length: 24 }, (_, seed) => simulatePass({ seed: seed + 1 }));

test('in 24 seeded seas matches are right, what can be decided is matched, and what is wrong is ambiguous', () => {
  let [matched, right, decidable, decided, wrong, wrongAmbiguous, ships] = [0, 0, 0, 0, 0, 0, 0];
  for (const { pass, contacts, truth, decidable: ids, nets } of passes) {
    const { detections } = matchPass(pass, contacts);
    for (const outcome of detections) {
      const expected = truth.get(outcome.id);
      if (ids.has(outcome.id)) decidable += 1;
      if (outcome.state === 'matched') {
        matched += 1;
        const { identifier, kind } = outcome.candidate;
        if (identifier === expected) {
          right += 1;
          if (ids.has(outcome.id)) decided += 1;
        } else wrong += 1;
        if (nets.has(identifier) && kind === 'ship') ships += 1;
      } else if (outcome.state === 'ambiguous') {
        const [best] = outcome.candidates;
        if (best?.identifier !== expected) {
          wrong += 1;
          wrongAmbiguous += 1;
        }
      }
    }
  }
  const figures = {
    precision: right / matched,
    recall: decided / decidable,
    ambiguous: wrongAmbiguous / wrong,
  };
  expect(figures.precision).toBeGreaterThanOrEqual(0.98);
  expect(figures.recall).toBeGreaterThanOrEqual(0.95);
  expect(figures.ambiguous).toBeGreaterThanOrEqual(0.9);
  expect(ships).toBe(0);
});

test('of nets around boats no more than 1 % are matched, and those with a number or name of a net never', () => {
  let [contacts, matched, labelled] = [0, 0, 0];
  for (let seed = 1; seed <= 24; seed += 1) {
    const sea = simulateNets(seed);
    for (const contact of matchPass(sea.pass, sea.contacts).contacts) {
      if (!sea.nets.has(contact.identifier)) continue;
      contacts += 1;
      if (contact.state === 'matched') matched += 1;
      if (contact.state === 'matched' && contact.kind !== 'ship') labelled += 1;
    }
  }
  expect(matched / contacts).toBeLessThanOrEqual(0.01);
  expect(labelled).toBe(0);
});

test('on fishing grounds no net is called a ship, those that state what they are are never matched, others up to 1 %', () => {
  let [nets, matched, boats, boatsMatched, wrong] = [0, 0, 0, 0, 0];
  for (let seed = 1; seed <= 60; seed += 1) {
    const sea = simulateFishingGround(seed);
    const { detections, contacts } = matchPass(sea.pass, sea.contacts);
    expect(contacts.filter(({ identifier, kind }) => sea.nets.has(identifier) && kind === 'ship')).toEqual(
      [],
    );
    nets += sea.nets.size;
    for (const outcome of detections) {
      const expected = sea.truth.get(outcome.id) ?? null;
      if (outcome.id.startsWith('boat') && expected !== null) boats += 1;
      if (outcome.state !== 'matched') continue;
      const { identifier } = outcome.candidate;
      expect(sea.labelled.has(identifier)).toBe(false);
      if (sea.nets.has(identifier)) matched += 1;
      if (identifier !== expected) wrong += 1;
      else if (outcome.id.startsWith('boat')) boatsMatched += 1;
    }
  }
  expect(matched / nets).toBeLessThanOrEqual(0.01);
  expect(wrong / nets).toBeLessThanOrEqual(0.01);
  expect(boatsMatched / boats).toBeGreaterThanOrEqual(0.75);
});

describe('the outcome', () => {
  const states = ({ detections, contacts }: PassMatches) => ({
    detections: detections.map((each) => [
      each.id,
      each.state,
      each.state === 'matched' ? each.candidate.identifier : null,
      each.state === 'ambiguous' ? each.candidates.map(({ identifier }) => identifier) : null,
    ]),
    contacts: contacts.map(({ identifier, state }) => [identifier, state]),
  });
  const shuffled = <Item>(items: readonly Item[], seed: number): Item[] => {
    const random = seededRandom(seed);
    return items
      .map((item) => ({ item, at: random.next() }))
      .toSorted((one, other) => one.at - other.at)
      .map(({ item }) => item);
  };

  it('does not depend on the order of the input', () => {
    const { pass, contacts } = simulatePass({ seed: 31, ships: 100 });
    const mixed = shuffled(contacts, 1).map((contact) => ({
      ...contact,
      positions: shuffled(contact.positions, 2),
    }));
    const other = matchPass({ ...pass, detections: shuffled(pass.detections, 3) }, mixed);
    expect(other).toEqual(matchPass(pass, contacts));
  });

  it('does not depend on duplicates', () => {
    const { pass, contacts } = simulatePass({ seed: 32, ships: 100 });
    const twice = contacts.map((contact) => ({
      ...contact,
      positions: [...contact.positions, ...contact.positions],
    }));
    const other = matchPass({ ...pass, detections: [...pass.detections, ...pass.detections] }, [
      ...twice,
      ...contacts,
    ]);
    expect(other).toEqual(matchPass(pass, contacts));
  });

  it('is the same across the antimeridian and at another time', () => {
    for (const seed of [33, 34, 35]) {
      const here = simulatePass({ seed, ships: 100 });
      const there = simulatePass({ seed, ships: 100, center: [179.97, 35] });
      const later = simulatePass({ seed, ships: 100, timeMs: Date.UTC(2038, 0, 19, 23, 59, 59) });
      const expected = states(matchPass(here.pass, here.contacts));
      expect(states(matchPass(there.pass, there.contacts))).toEqual(expected);
      expect(states(matchPass(later.pass, later.contacts))).toEqual(expected);
    }
  });

  it('has each contact at most once, and each detection with at most one', () => {
    for (const { pass, contacts } of passes) {
      const outcome = matchPass(pass, contacts);
      const matched = outcome.detections.flatMap((each) =>
        each.state === 'matched' ? each.candidate.identifier : [],
      );
      expect(new Set(matched).size).toBe(matched.length);
      expect(new Set(outcome.detections.map(({ id }) => id)).size).toBe(pass.detections.length);
      expect(new Set(outcome.contacts.map(({ identifier }) => identifier)).size).toBe(
        outcome.contacts.length,
      );
    }
  });
});

describe('what cannot be known is stated as such', () => {
  const sea = simulatePass({ seed: 40, ships: 60 });
  const span = { fromMs: 0, toMs: Date.UTC(2020, 0, 1) };

  it('without a time nothing is compared', () => {
    const { detections, contacts } = matchPass({ ...sea.pass, timeMs: null }, sea.contacts);
    expect(contacts).toEqual([]);
    expect(new Set(detections.map((each) => each.state === 'not-comparable' && each.reason))).toEqual(
      new Set(['no-time']),
    );
  });

  it('a pass outside of the time of the file has no contact in reach, and its cover is unknown', () => {
    const { detections } = matchPass(sea.pass, [], span);
    expect(new Set(detections.map(({ state, cover }) => `${state}, ${cover}`))).toEqual(
      new Set(['no-contact, unknown']),
    );
  });

  it('a ship that is in the image, long enough and not found is named as not seen; others with the reason', () => {
    const { pass, contacts } = sea;
    const outcome = matchPass({ ...pass, detections: [] }, contacts);
    const reasons = new Map(
      outcome.contacts.map((each) => [
        each.identifier,
        each.state === 'not-comparable' ? each.reason : each.state,
      ]),
    );
    expect([...reasons.values()]).toContain('not-seen');
    for (const net of sea.nets) expect(reasons.get(net)).toBe('no-ship');
    const onLand = matchPass({ ...pass, detections: [], isWater: () => false }, contacts);
    expect(onLand.contacts.map(({ state }) => state)).not.toContain('not-seen');
    const large = matchPass({ ...pass, detections: [], shortestMeters: 1000 }, contacts);
    expect(large.contacts.map(({ state }) => state)).not.toContain('not-seen');
  });

  it('an identifier in two places is not compared', () => {
    const [contact] = sea.contacts;
    const [here] = contact?.positions ?? [];
    if (!contact || !here) throw new Error('The sea has a contact with a report.');
    const reports = [-8, -4, 4, 8].flatMap((minutes) =>
      [0, 2].map((degrees) => ({
        ...here,
        timeMs: (sea.pass.timeMs ?? 0) + minutes * 60_000,
        longitude: 129.2 + degrees,
        latitude: 35,
        speedKnots: 0,
      })),
    );
    const [outcome] = matchPass(sea.pass, [{ ...contact, positions: reports }]).contacts;
    expect(outcome).toMatchObject({ state: 'not-comparable', reason: 'two-places' });
  });
});
