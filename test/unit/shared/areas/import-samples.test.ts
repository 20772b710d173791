import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type ImportResult, importAreas } from '../../../../shared/areas/import-areas.ts';
import { checkAreaPolygon } from '../../../../shared/geo/check-area-polygon.ts';
import { signedRingArea } from '../../../../shared/geo/rings.ts';
import { allSamples } from '../../../builders/area-samples/all-samples.ts';

const folder = new URL('../../../fixtures/areas/', import.meta.url);
const promised: Readonly<Record<string, ImportResult['verdict']>> = {
  accept: 'accept',
  fix: 'accept-with-fix',
  reject: 'reject',
};

describe('sample files', () => {
  const files = readdirSync(folder).filter((name) => name.includes('--'));

  test('are those that the builders make; else run test/fixtures/areas/write-samples.ts', () => {
    expect(files.toSorted()).toEqual(allSamples.map(({ name }) => name).toSorted());
    for (const { name, bytes } of allSamples) {
      expect(Buffer.compare(readFileSync(new URL(name, folder)), bytes), name).toBe(0);
    }
  });

  test('are at least sixty, good and bad, of every format', () => {
    expect(files.length).toBeGreaterThanOrEqual(60);
    for (const ending of ['geojson', 'wkt', 'kml', 'kmz', 'gpx', 'zip']) {
      const ofFormat = files.filter((name) => name.endsWith(`.${ending}`));
      for (const verdict of Object.keys(promised)) {
        expect(
          ofFormat.filter((name) => name.startsWith(`${verdict}--`)),
          `${verdict} ${ending}`,
        ).not.toEqual([]);
      }
    }
  });

  test.each(allSamples)('$name is imported as its name states', ({ name, codes, areas }) => {
    const result = importAreas({ name, bytes: readFileSync(new URL(name, folder)) });
    expect(result.verdict).toBe(promised[name.split('--')[0] ?? '']);
    expect(result.areas).toHaveLength(areas);
    const found = [...result.notes, ...(result.error ? [result.error] : [])].map(({ code }) => code);
    expect(found.toSorted()).toEqual([...codes].sort());
  });

  test.each(allSamples.filter(({ areas }) => areas > 0))(
    'the areas of $name are sound',
    ({ name, bytes }) => {
      for (const area of importAreas({ name, bytes }).areas) {
        expect(checkAreaPolygon(area.geometry)).toEqual([]);
        expect(area.name.trim()).toBe(area.name);
        expect(area.name).not.toBe('');
        for (const [index, ring] of area.geometry.coordinates.entries()) {
          expect(signedRingArea(ring) > 0).toBe(index === 0);
          for (const position of ring) {
            expect(position).toHaveLength(2);
            expect(Math.abs(position[0])).toBeLessThanOrEqual(180);
          }
        }
      }
    },
  );

  test.each(allSamples.filter(({ areas }) => areas === 0))(
    'the error of $name says where and what',
    ({ name, bytes }) => {
      const { error } = importAreas({ name, bytes });
      expect(error?.place).not.toBe('');
      expect(error?.field).not.toBe('');
      expect(error?.message).toContain(error?.place ?? '?');
      expect(error?.message).toMatch(/[.)]$/);
    },
  );
});
