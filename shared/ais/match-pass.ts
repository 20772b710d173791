import { normalizeLongitude } from '../geo/longitude.ts';
import { metersPerDegree } from '../geo/meters-per-degree.ts';
import { assign } from './assign.ts';
import { type AisContact, mergeStatic } from './contact.ts';
import { createCover, type FileSpan, firstFrom } from './file-cover.ts';
import { type LocatedContact, locateContact } from './locate-contact.ts';
import type { AisPass, ContactMatch, MatchCandidate, NotComparable, PassMatches } from './pass-matches.ts';
import { ellipseOf } from './predict.ts';
import {
  type ImageDetection,
  type PairFit,
  reachMeters,
  type ScoredContact,
  scorePair,
} from './score-pair.ts';

/** Less likely by this, a natural logarithm, an alternative does not count: once in 33 times. */
export const decidingMargin = 3.5;

/**
 * Uncertainty of a contact's place above which nothing is called a match, one standard deviation, nothing is called a
 * match.
 */
const exactEnoughMeters = 700;

/** Contacts in one image; the busiest seas have some ten thousand. */
const maxContacts = 100_000;

/**
 * Matches the detections of a pass with the contacts around it, each at most once: by one assignment for the pass, in
 * which a pair counts only when every other assignment is less likely by `decidingMargin`. The order of the input does not
 * matter. `span` is what the file covers in time.
 */
export function matchPass(
  pass: AisPass,
  contacts: readonly AisContact[],
  span: FileSpan | null = null,
): PassMatches {
  const { timeMs } = pass;
  const detections = distinctDetections(pass.detections);
  if (timeMs === null) return compareNothing(detections, 'no-time');
  const located: LocatedContact[] = [];
  let inside = 0;
  for (const contact of mergeContacts(contacts)) {
    const one = locateContact(contact, timeMs, pass);
    if (one.unmatched) inside += 1;
    if (inside > maxContacts) return compareNothing(detections, 'too-many-contacts');
    located.push(one);
  }
  located.sort((one, other) => compareTexts(one.identifier, other.identifier));
  const expected = located.flatMap(({ places }) => places);
  const cover = createCover(
    expected.filter(({ doubt }) => doubt === null).map(({ prediction }) => prediction),
    timeMs,
    span,
  );
  const usable = detections.filter(hasPosition);
  const outcomes = decide(usable, expected);
  const byContact = groupByContact(outcomes);
  return {
    detections: detections.map((detection) => {
      const outcome = outcomes.get(detection.id);
      return outcome
        ? { id: detection.id, cover: cover(detection.longitude, detection.latitude), ...outcome }
        : { id: detection.id, cover: 'unknown', state: 'not-comparable', reason: 'no-position' };
    }),
    contacts: located.flatMap((contact) => describeContact(contact, byContact) ?? []),
  };
}

function compareNothing(detections: readonly ImageDetection[], reason: NotComparable): PassMatches {
  const outcome = { cover: 'unknown', state: 'not-comparable', reason } as const;
  return { detections: detections.map(({ id }) => ({ id, ...outcome })), contacts: [] };
}

function compareTexts(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

/** One contact for each identifier, with all of its reports; of its facts the first that states each. */
function mergeContacts(contacts: readonly AisContact[]): AisContact[] {
  return [...Map.groupBy(contacts, ({ identifier }) => identifier)].map(([identifier, same]) => {
    const facts = same.map((contact) => contact.static).reduce((one, other) => mergeStatic(one, other));
    return { identifier, static: facts, positions: same.flatMap(({ positions }) => positions) };
  });
}

function distinctDetections(detections: readonly ImageDetection[]): readonly ImageDetection[] {
  const byId = new Map(detections.map((detection) => [detection.id, detection]));
  return [...byId.values()].toSorted((one, other) => compareTexts(one.id, other.id));
}

function hasPosition({ longitude, latitude }: ImageDetection): boolean {
  return Number.isFinite(longitude) && Math.abs(latitude) <= 90;
}

type Outcome =
  | { readonly state: 'matched'; readonly candidate: MatchCandidate; readonly margin: number }
  | { readonly state: 'ambiguous'; readonly candidates: readonly MatchCandidate[] }
  | { readonly state: 'no-contact' };

/** The outcome of each detection by its id. */
function decide(
  detections: readonly ImageDetection[],
  contacts: readonly ScoredContact[],
): ReadonlyMap<string, Outcome> {
  const pairs = findPairs(detections, contacts);
  const { losses, margins } = assignPairs(pairs, detections.length, contacts.length);
  const byDetection = Map.groupBy(pairs, ({ detection }) => detection);
  return new Map(
    detections.map(({ id }, index) => {
      const inReach = (byDetection.get(index) ?? []).map((pair) =>
        toCandidate(pair, losses.get(pair) ?? Number.POSITIVE_INFINITY),
      );
      return [id, toOutcome(inReach, margins.get(index) ?? 0)];
    }),
  );
}

/** The losses of the pairs that an assignment may have, and the margins of its detections by their indexes. */
function assignPairs(pairs: readonly FittingPair[], detections: number, contacts: number) {
  const losses = new Map<FittingPair, number>();
  const margins = new Map<number, number>();
  const possible = pairs.filter(({ scored, fit }) => scored.doubt === null && fit.score > -decidingMargin);
  for (const group of components(possible, detections, contacts)) {
    const rows = numberOf(group.map(({ detection }) => detection));
    const columns = numberOf(group.map(({ contact }) => contact));
    const possiblePairs = group.map(({ detection, contact, fit }) => ({
      row: rows.get(detection) ?? 0,
      column: columns.get(contact) ?? 0,
      score: fit.score,
    }));
    const assigned = assign(rows.size, columns.size, possiblePairs, decidingMargin);
    for (const [index, pair] of group.entries())
      losses.set(pair, assigned.losses[index] ?? Number.POSITIVE_INFINITY);
    for (const [detection, row] of rows) margins.set(detection, assigned.margins[row] ?? 0);
  }
  return { losses, margins };
}

/** A contact in reach is never left out: where none is likely enough, all are candidates, with the reason. */
function toOutcome(inReach: readonly MatchCandidate[], margin: number): Outcome {
  const likely = inReach.filter(({ loss }) => loss <= decidingMargin);
  const candidates = (likely.length > 0 ? likely : inReach.map(toUnlikely)).toSorted(
    (one, other) =>
      one.loss - other.loss ||
      one.distanceMeters - other.distanceMeters ||
      compareTexts(one.identifier, other.identifier),
  );
  const [best] = candidates;
  if (!best) return { state: 'no-contact' };
  const isCertain = margin >= decidingMargin && best.loss === 0 && best.doubt === null && isExact(best);
  return isCertain ? { state: 'matched', candidate: best, margin } : { state: 'ambiguous', candidates };
}

function toUnlikely(candidate: MatchCandidate): MatchCandidate {
  return { ...candidate, loss: decidingMargin, doubt: candidate.doubt ?? { reason: 'unlikely' } };
}

function isExact({ ellipse }: MatchCandidate): boolean {
  return ellipse.majorMeters <= exactEnoughMeters;
}

function toCandidate(
  { scored: { identifier, kind, prediction, band }, fit }: FittingPair,
  loss: number,
): MatchCandidate {
  const { score: _, ...place } = fit;
  const { ageMs, basis, longitude, latitude, covariance } = prediction;
  return {
    ...place,
    identifier,
    kind,
    ageMs,
    basis,
    expected: [longitude, latitude],
    ellipse: ellipseOf(covariance),
    band: describeBand(band),
    loss,
  };
}

function describeBand({
  direction: [east, north],
  limitMeters,
}: ScoredContact['band']): MatchCandidate['band'] {
  if (limitMeters < 1) return null;
  return { azimuthDegrees: ((Math.atan2(east, north) * 180) / Math.PI + 360) % 360, limitMeters };
}

/** Distinct numbers in ascending order, numbered from 0. */
function numberOf(indexes: readonly number[]): ReadonlyMap<number, number> {
  const sorted = [...new Set(indexes)].toSorted((one, other) => one - other);
  return new Map(sorted.map((index, number) => [index, number]));
}

/** Pairs in groups that share no detection and no contact, which are decided apart. */
function components(pairs: readonly FittingPair[], detections: number, contacts: number) {
  // Detections come first, then contacts; each names another of its group, or itself.
  const parents = Uint32Array.from({ length: detections + contacts }, (_, node) => node);
  const rootOf = (node: number): number => {
    let root = node;
    while (parents[root] !== root) root = parents[root] as number;
    parents[node] = root;
    return root;
  };
  for (const { detection, contact } of pairs) parents[rootOf(detection)] = rootOf(detections + contact);
  return [...Map.groupBy(pairs, ({ detection }) => rootOf(detection)).values()];
}

type ByContact = ReadonlyMap<
  string,
  { readonly matched: string | null; readonly ambiguous: readonly string[] }
>;

function groupByContact(outcomes: ReadonlyMap<string, Outcome>): ByContact {
  const byContact = new Map<string, { matched: string | null; ambiguous: string[] }>();
  const entry = (identifier: string) => {
    const present = byContact.get(identifier) ?? { matched: null, ambiguous: [] };
    byContact.set(identifier, present);
    return present;
  };
  for (const [id, outcome] of outcomes) {
    if (outcome.state === 'matched') entry(outcome.candidate.identifier).matched = id;
    if (outcome.state !== 'ambiguous') continue;
    for (const { identifier, doubt } of outcome.candidates)
      if (doubt?.reason !== 'virtual' && doubt?.reason !== 'two-places') entry(identifier).ambiguous.push(id);
  }
  return byContact;
}

function describeContact(
  { identifier, kind, places: [place, ...others], unmatched }: LocatedContact,
  byContact: ByContact,
): ContactMatch | undefined {
  const found = byContact.get(identifier);
  const scored = others.length === 0 && place?.doubt === null ? place : undefined;
  const prediction = scored?.prediction;
  const base = {
    identifier,
    kind,
    expected: prediction ? ([prediction.longitude, prediction.latitude] as const) : null,
    ageMs: prediction?.ageMs ?? null,
    band: scored ? describeBand(scored.band) : null,
  };
  if (found?.matched) return { ...base, state: 'matched', detectionId: found.matched };
  if (found) return { ...base, state: 'ambiguous', detectionIds: found.ambiguous };
  return unmatched && { ...base, ...unmatched };
}

/** A detection, by its index, and a contact in reach of it, with its index. */
type FittingPair = {
  readonly detection: number;
  readonly contact: number;
  readonly scored: ScoredContact;
  readonly fit: PairFit;
};

/** The share of ships without a transponder among detections. */
const silentShare = 0.3;
/** Detections per square meter: between one in 100 km² and one in a square of 100 m. */
const [thinnest, densest] = [1e-8, 1e-4];
/** The distance to the third neighbor states the density. */
const neighbors = 3;
/** Further neighbors do not matter for it. */
const neighborMeters = 16_000;

/** All pairs of a detection and a contact in reach of it. */
function findPairs(
  detections: readonly ImageDetection[],
  contacts: readonly ScoredContact[],
): readonly FittingPair[] {
  const sorted = detections
    .map((detection, index) => ({ detection, index, latitude: detection.latitude }))
    .toSorted((one, other) => one.latitude - other.latitude);
  const near = (longitude: number, latitude: number, meters: number) =>
    findNear(sorted, longitude, latitude, meters);
  const densities = detections.map(
    ({ longitude, latitude }) => silentShare * densityAt((meters) => near(longitude, latitude, meters)),
  );
  return contacts.flatMap((contact, index) => {
    const { longitude, latitude } = contact.prediction;
    return near(longitude, latitude, reachMeters(contact)).flatMap(({ index: detection }) => {
      const found = detections[detection];
      const fit = found && scorePair(found, contact, densities[detection] ?? thinnest);
      return fit ? [{ detection, contact: index, scored: contact, fit }] : [];
    });
  });
}

type Indexed = { readonly index: number; readonly latitude: number; readonly detection: ImageDetection };

function findNear(
  sorted: readonly Indexed[],
  longitude: number,
  latitude: number,
  meters: number,
): { readonly index: number; readonly meters: number }[] {
  const perDegree = metersPerDegree(latitude);
  const found: { index: number; meters: number }[] = [];
  for (let at = firstFrom(sorted, latitude - meters / perDegree.north); at < sorted.length; at += 1) {
    const { detection, index } = sorted[at] as Indexed;
    const up = (detection.latitude - latitude) * perDegree.north;
    if (up > meters) break;
    const right = normalizeLongitude(detection.longitude - longitude) * perDegree.east;
    const distance = Math.hypot(right, up);
    if (distance <= meters) found.push({ index, meters: distance });
  }
  return found;
}

/** The density by the third neighbor, which is looked for in circles that grow. */
function densityAt(near: (meters: number) => readonly { readonly meters: number }[]): number {
  for (let reach = 250; reach <= neighborMeters; reach *= 2) {
    const found = near(reach);
    // One of them is the detection itself.
    if (found.length <= neighbors) continue;
    const distances = found.map(({ meters }) => meters).toSorted((one, other) => one - other);
    const radius = distances[neighbors] ?? reach;
    return Math.max(thinnest, Math.min(densest, neighbors / (Math.PI * radius ** 2)));
  }
  return thinnest;
}
