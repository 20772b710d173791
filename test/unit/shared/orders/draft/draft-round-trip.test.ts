import { describe, expect, it } from 'vitest';
import { draftToRequest } from '../../../../../shared/orders/draft/draft-to-request.ts';
import {
  listPreservedParts,
  parseDraft,
  serializeDraft,
} from '../../../../../shared/orders/draft/order-draft.ts';
import { requestToDraft } from '../../../../../shared/orders/draft/request-to-draft.ts';
import type { OrderRequest } from '../../../../../shared/orders/request/order-request.ts';
import { randomOrderRequest } from '../../../../builders/random-order-request.ts';
import { type SeededRandom, seededRandom } from '../../../../builders/seeded-random.ts';

type Json = Record<string, unknown>;

describe('a stored request as a draft and back', () => {
  it('is the same for every request that the service documents', () => {
    for (let seed = 1; seed <= 400; seed += 1) {
      const request = randomOrderRequest(seededRandom(seed));
      expect(againOf(request), `seed ${seed}`).toEqual(request);
    }
  });

  it('is the same with members that the service does not document, anywhere', () => {
    for (let seed = 1; seed <= 400; seed += 1) {
      const random = seededRandom(seed);
      const request = structuredClone(randomOrderRequest(random)) as unknown as Json;
      addUnknownMembers(request, random);
      expect(againOf(request), `seed ${seed}`).toEqual(request);
    }
  });

  it('is the same when a name occurs twice', () => {
    const request = randomOrderRequest(seededRandom(1));
    request.request.workflowRequest.analytics = ['SPEX', 'CarCounting', 'SPEX', 'SPEX'];
    delete request.request.changeDetAnalyticParams;
    expect(againOf(request)).toEqual(request);
    expect(read(request).draft.analytics).toEqual(['SPEX', 'CarCounting']);
  });

  it('survives the way through a file', () => {
    for (let seed = 1; seed <= 50; seed += 1) {
      const random = seededRandom(seed);
      const request = structuredClone(randomOrderRequest(random)) as unknown as Json;
      addUnknownMembers(request, random);
      const { draft } = read(request);
      expect(parseDraft(serializeDraft(draft))).toEqual({ ok: true, value: draft });
    }
  });

  it('renames change detection parameters, and nothing else', () => {
    for (let seed = 1; seed <= 200; seed += 1) {
      const request = randomOrderRequest(seededRandom(seed));
      const { changeDetAnalyticParams, ...rest } = request.request;
      if (!changeDetAnalyticParams) continue;
      const old = { ...request, request: { ...rest, changeDetParameters: changeDetAnalyticParams } };
      expect(againOf(old), `seed ${seed}`).toEqual(request);
    }
  });

  it('never loses a part that is malformed: each is in the draft, and named', () => {
    for (let seed = 1; seed <= 600; seed += 1) {
      const random = seededRandom(seed);
      const request = structuredClone(randomOrderRequest(random)) as unknown as Json;
      const mark = `mark ${seed}`;
      const path = spoil(request, random, random.pick<unknown>([{ mark }, [{ mark }], [[mark]]]));
      const { draft, notes } = read(request);
      expect(JSON.stringify(draft), `seed ${seed}, ${path}`).toContain(mark);
      expect(
        listPreservedParts(draft).some(({ valueText }) => valueText.includes(mark)),
        path,
      ).toBe(true);
      // All of its members are optional, so an object with none but ours is not malformed.
      if (!path.endsWith('.recurringOrderParams')) expect(notes.length, path).toBeGreaterThan(0);
    }
  });
});

function read(request: unknown) {
  const read = requestToDraft(JSON.stringify(request));
  if (!read.ok) throw new Error(read.failure.message);
  return read.value;
}

function againOf(request: OrderRequest | Json): unknown {
  const again = draftToRequest(read(request).draft, []);
  if (!again.ok) throw new Error(JSON.stringify(again.problems));
  expect(JSON.parse(again.bodyText)).toEqual(again.request);
  return JSON.parse(again.bodyText);
}

/** Adds members of unknown names to some of the objects within a value, and items of unknown kinds to its lists. */
function addUnknownMembers(container: Json, random: SeededRandom): void {
  for (const [name, value] of Object.entries(container)) {
    if (Array.isArray(value)) {
      if (name === 'schedule' || name === 'aois') {
        for (const item of value) addUnknownMembers(item, random);
        if (random.chance(0.3)) value.splice(random.between(0, value.length), 0, { type: 'other', of: name });
      }
      if (name === 'analytics' && random.chance(0.2)) value.splice(random.between(0, value.length), 0, 7);
    } else if (typeof value === 'object' && value !== null) addUnknownMembers(value as Json, random);
  }
  if (random.chance(0.4)) container.priority = random.pick<unknown>([1, null, 'x', { deep: [{ a: 1 }] }, []]);
  if (random.chance(0.2)) {
    Object.defineProperty(container, '__proto__', {
      value: 1,
      enumerable: true,
      configurable: true,
      writable: true,
    });
  }
}

/** Replaces one of the values that the service documents with something of another kind; returns its path. */
function spoil(request: Json, random: SeededRandom, junk: unknown): string {
  const places: { container: Json; name: string; path: string }[] = [];
  const waiting: [Json, string][] = [[request, '']];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [container, path] = next;
    for (const [name, value] of Object.entries(container)) {
      places.push({ container, name, path: `${path}.${name}` });
      if (typeof value === 'object' && value !== null) waiting.push([value as Json, `${path}.${name}`]);
    }
  }
  const place = random.pick(places);
  place.container[place.name] = junk;
  return place.path;
}
