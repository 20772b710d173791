import { zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { importAreas } from '../../../../shared/areas/import-areas.ts';
import { checkAreaPolygon } from '../../../../shared/geo/check-area-polygon.ts';
import { allSamples } from '../../../builders/area-samples/all-samples.ts';
import { dbfFile, shpFile } from '../../../builders/area-samples/shapefile-writer.ts';
import { rectangleRing as box } from '../../../builders/positions.ts';

/** Park and Miller's generator: the same numbers at every run. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

/** Whatever comes in: no fault of our own, and no area that is not sound. */
function expectSound(name: string, bytes: Uint8Array): void {
  const result = importAreas({ name, bytes });
  expect(result.error?.code, result.error?.message).not.toBe('internal');
  expect(result.verdict === 'reject').toBe(result.areas.length === 0);
  expect(result.verdict === 'reject').toBe(result.error !== undefined);
  for (const { geometry } of result.areas) expect(checkAreaPolygon(geometry)).toEqual([]);
  // Nothing of the map may be changed or left out without the verdict showing it.
  if (result.verdict !== 'accept') return;
  const codes = result.notes.map(({ code }) => code);
  expect(
    codes.filter(
      (code) => code !== 'entry-left' && code !== 'names-unreadable' && code !== 'names-uncertain',
    ),
  ).toEqual([]);
}

function flipped(bytes: Uint8Array, random: () => number): Uint8Array {
  const copy = bytes.slice();
  for (let count = 1 + Math.floor(random() * 3); count > 0; count -= 1) {
    const at = Math.floor(random() * copy.length);
    copy[at] = (copy[at] ?? 0) ^ (1 << Math.floor(random() * 8));
  }
  return copy;
}

/** A digit in place of a byte keeps most texts readable, and moves corners. */
function withDigits(bytes: Uint8Array, random: () => number): Uint8Array {
  const copy = bytes.slice();
  for (let count = 2; count > 0; count -= 1) {
    copy[Math.floor(random() * copy.length)] = 0x30 + Math.floor(random() * 10);
  }
  return copy;
}

describe('importAreas never throws and never lets a faulty polygon through', () => {
  const small = allSamples.filter(({ bytes }) => bytes.length < 20_000);

  test.each(small)('$name cut off, with bits flipped and digits changed', ({ name, bytes }) => {
    const random = randomNumbers(1 + bytes.length);
    for (let round = 0; round < 20; round += 1) {
      expectSound(name, bytes.slice(0, Math.floor(random() * bytes.length)));
      expectSound(name, flipped(bytes, random));
      expectSound(name, flipped(bytes, random));
      expectSound(name, withDigits(bytes, random));
    }
  });

  test('texts cut apart, put together and named as anything', () => {
    const random = randomNumbers(5);
    const texts = small.filter(({ bytes }) => bytes[0] !== 0x50);
    const endings = ['geojson', 'wkt', 'kml', 'gpx', 'kmz', 'zip', 'shp', 'txt', ''];
    const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item;
    for (let round = 0; round < 3000; round += 1) {
      const [one, other] = [pick(texts).bytes, pick(texts).bytes];
      const head = one.subarray(0, Math.floor(random() * (one.length + 1)));
      const tail = other.subarray(Math.floor(random() * (other.length + 1)));
      const whole = round % 3 === 0 ? one : Uint8Array.from([...head, ...tail]);
      expectSound(`a.${pick(endings)}`, round % 3 === 1 ? whole : withDigits(whole, random));
    }
  });

  test('random bytes', () => {
    const random = randomNumbers(3);
    for (let round = 0; round < 1000; round += 1) {
      expectSound(
        'random',
        Uint8Array.from({ length: Math.floor(random() * 300) }, () => random() * 256),
      );
    }
  });

  test('shapefiles damaged before they were packed, which no checksum detects', () => {
    const random = randomNumbers(4);
    const shp = shpFile([[box(0, 0, 9, 9).toReversed(), box(3, 3, 6, 6)], [box(20, 0, 21, 1).toReversed()]]);
    const dbf = dbfFile('NAME', [Uint8Array.of(65), Uint8Array.of(66)]);
    for (let round = 0; round < 600; round += 1) {
      const isShp = round % 4 !== 0;
      expectSound(
        'sites.zip',
        zipSync({
          'a.shp': isShp ? flipped(shp, random) : shp,
          'a.dbf': isShp ? dbf : flipped(dbf, random),
        }),
      );
    }
  });
});
