import { describe, expect, it, test } from 'vitest';
import { outcomeOf } from '../../../../shared/ais/ais-outcome.ts';
import { doubtText } from '../../../../shared/ais/ais-texts.ts';
import { type AisContact, noStatic } from '../../../../shared/ais/contact.ts';
import { matchPass } from '../../../../shared/ais/match-pass.ts';
import type { AisPass, PassMatches } from '../../../../shared/ais/pass-matches.ts';
import { ellipseOf, predict } from '../../../../shared/ais/predict.ts';
import { shiftBand } from '../../../../shared/ais/radar-shift.ts';
import { toTracks } from '../../../../shared/ais/track.ts';
import { azimuthDegrees, destination, distanceMetres } from '../../../../shared/geo/geodesic.ts';
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

/** Identifiers of contacts that are expected where a detection is in their ellipse, after any shift of a radar. */
function contactsInReach(
  pass: AisPass,
  detection: AisPass['detections'][number],
  contacts: readonly AisContact[],
): readonly string[] {
  return contacts
    .filter(({ positions, static: facts }) =>
      toTracks(positions).some((track) => {
        const prediction = predict(track, pass.timeMs ?? 0, facts.lengthMeters);
        if (!prediction) return false;
        const { majorMeters, minorMeters, azimuthDegrees: axis } = ellipseOf(prediction.covariance);
        const { direction, limitMeters } = shiftBand(prediction.velocity, pass);
        const flight = (Math.atan2(direction[0], direction[1]) * 180) / Math.PI;
        const from = [prediction.longitude, prediction.latitude] as const;
        return [-1, -0.5, 0, 0.5, 1].some((share) => {
          const shifted = destination(from, flight, share * limitMeters);
          const to = [detection.longitude, detection.latitude] as const;
          const meters = distanceMetres(shifted, to);
          const angle = ((azimuthDegrees(shifted, to) - axis) * Math.PI) / 180;
          const squared =
            ((meters * Math.cos(angle)) / majorMeters) ** 2 + ((meters * Math.sin(angle)) / minorMeters) ** 2;
          return squared <= 4 ** 2;
        });
      }),
    )
    .map(({ identifier }) => identifier);
}

/** A sea in which some contacts state a false length, are no ships, or share an identifier with another place. */
function withFalseStatements(seed: number) {
  const sea = simulatePass({ seed, ships: 120 });
  const random = seededRandom(seed + 500);
  const contacts = sea.contacts.map((contact): AisContact => {
    const { identifier, positions, static: facts } = contact;
    const kind = random.next();
    if (kind < 0.15) return { ...contact, static: { ...facts, lengthMeters: random.pick([3, 8, 450]) } };
    const renamed = (other: string): AisContact => ({
      identifier: other,
      static: { ...facts, lengthMeters: null },
      positions: positions.map((report) => ({ ...report, identifier: other })),
    });
    const rest = identifier.slice(3);
    if (kind < 0.3)
      return renamed(
        random.pick([`993${rest}`, `99366${rest.slice(2)}`, `970${rest}`, `98${rest}0`, `00${rest}0`]),
      );
    if (kind > 0.35) return contact;
    const elsewhere = positions.map((report) => ({ ...report, latitude: report.latitude + 1 }));
    return { ...contact, positions: [...positions, ...elsewhere] };
  });
  return { ...sea, contacts };
}

test('no contact is in the ellipse around a detection that has no contact in reach, whatever the contact is', () => {
  const seas = [
    ...passes.slice(0, 6),
    ...[1, 2, 3].map(simulateNets),
    ...[1, 2, 3].map(simulateFishingGround),
    ...[1, 2, 3, 4, 5, 6].map(withFalseStatements),
  ];
  let [without, doubtful] = [0, 0];
  for (const { pass, contacts } of seas) {
    const byId = new Map(pass.detections.map((detection) => [detection.id, detection]));
    for (const outcome of matchPass(pass, contacts).detections) {
      const detection = byId.get(outcome.id);
      if (outcome.state === 'ambiguous' && outcome.candidates[0]?.doubt) doubtful += 1;
      if (outcome.state !== 'no-contact' || !detection) continue;
      without += 1;
      expect(contactsInReach(pass, detection, contacts), outcome.id).toEqual([]);
    }
  }
  expect(without).toBeGreaterThan(200);
  expect(doubtful).toBeGreaterThan(50);
});

describe('a contact next to a detection is named with the reason why it is no match', () => {
  const timeMs = Date.UTC(2026, 4, 3, 9, 31);
  const [longitude, latitude] = [129.2, 35];
  const reported = (identifier: string, lengthMeters: number | null, eastMeters = 30): AisContact => ({
    identifier,
    static: { ...noStatic, name: 'SEA WIND', lengthMeters },
    positions: [-2, 2].map((minutes) => ({
      identifier,
      timeMs: timeMs + minutes * 60_000,
      longitude: destination([longitude, latitude], 90, eastMeters)[0],
      latitude,
      speedKnots: 0,
      courseDegrees: null,
      headingDegrees: null,
    })),
  });
  const elsewhere = (contact: AisContact): AisContact => ({
    ...contact,
    positions: contact.positions.flatMap((report) => [report, { ...report, latitude: 36 }]),
  });
  const passOf = (...lengths: readonly (number | null)[]): AisPass => ({
    ...simulatePass({ seed: 1, ships: 0 }).pass,
    timeMs,
    detections: lengths.map((lengthMeters, index) => ({
      id: `d${index}`,
      longitude: destination([longitude, latitude], 270, index * 125)[0],
      latitude,
      lengthMeters,
      headingDegrees: null,
    })),
  });

  it.each([
    ['a length of another size', 38, reported('440100001', 185), 'length', 'length differs (185 m / 38 m)'],
    ['a length that is too small', 185, reported('440100001', 38), 'length', 'length differs (38 m / 185 m)'],
    ['a net', 150, reported('979100001', null), 'kind', 'a net or buoy, but the detection has 150 m'],
    [
      'a net next to no length',
      null,
      reported('979100001', null),
      'kind',
      'a net or buoy, but the detection states no length',
    ],
    ['an aid', 150, reported('993660001', null), 'kind', 'an aid to navigation'],
    ['a virtual aid', 25, reported('993666001', null), 'virtual', 'a virtual aid'],
    ['a base station', 150, reported('003660001', null), 'kind', 'a base station'],
    ['a search and rescue device', 90, reported('970010001', null), 'kind', 'a search and rescue device'],
    ['a craft', 90, reported('982191234', null), 'kind', 'a craft of a ship'],
    ['a handheld radio', 90, reported('812345678', null), 'kind', 'a handheld radio'],
    ['no identifier of a ship', 90, reported('123456789', null), 'kind', 'an unknown device'],
    ['an identifier in two places', 60, elsewhere(reported('440100001', 60)), 'two-places', 'its identifier'],
  ] as const)('%s', (_name, length, contact, reason, text) => {
    const { detections, contacts } = matchPass(passOf(length), [contact]);
    const [outcome] = detections;
    if (outcome?.state !== 'ambiguous') throw new Error(`It is ${outcome?.state}.`);
    const [candidate] = outcome.candidates;
    expect(candidate).toMatchObject({ identifier: contact.identifier, doubt: { reason } });
    expect(candidate && doubtText(candidate)).toContain(text);
    expect(contacts.map(({ state }) => state)).not.toContain('not-seen');
    expect(outcomeOf(outcome, null)).toBe('ambiguous');
  });

  it('another detection is much likelier it', () => {
    const { detections } = matchPass(passOf(60, 25), [reported('440100001', 60, 5)]);
    expect(detections).toMatchObject([
      { state: 'matched' },
      { state: 'ambiguous', candidates: [{ doubt: { reason: 'unlikely' } }] },
    ]);
  });

  it('one that fits is a match, and the doubtful one does not prevent it', () => {
    const { detections } = matchPass(passOf(60), [reported('440100001', 60), reported('979100001', null)]);
    expect(detections).toMatchObject([
      { state: 'matched', candidate: { identifier: '440100001', doubt: null } },
    ]);
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

  it('an image with more contacts than can be compared compares nothing, and names that', () => {
    const [contact] = sea.contacts;
    const [here] = contact?.positions ?? [];
    if (!contact || !here) throw new Error('The sea has a contact with a report.');
    const position = { ...here, timeMs: sea.pass.timeMs ?? 0, longitude: 129.2, latitude: 35, speedKnots: 0 };
    const crowd = Array.from({ length: 100_001 }, (_, index) => {
      const identifier = String(200_000_000 + index);
      return { ...contact, identifier, positions: [{ ...position, identifier }] };
    });
    const { detections, contacts } = matchPass(sea.pass, crowd);
    expect(contacts).toEqual([]);
    expect(detections).toHaveLength(sea.pass.detections.length);
    expect(new Set(detections.map((each) => each.state === 'not-comparable' && each.reason))).toEqual(
      new Set(['too-many-contacts']),
    );
    expect(matchPass({ ...sea.pass, detections: [] }, crowd.slice(1)).contacts).toHaveLength(100_000);
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
