import { describe, expect, test } from 'vitest';
import { type PlacementTags, readPlacement } from '../../../../../renderer/map/sources/geotiff-metadata.ts';

const none: PlacementTags = { tiePoints: [], scale: [], transformation: [], isPoint: false };
const matrix = (a: number, b: number, d: number, e: number, f: number, h: number) => [
  ...[a, b, 0, d],
  ...[e, f, 0, h],
  ...[0, 0, 0, 0],
  ...[0, 0, 0, 1],
];

describe('the corner of a GeoTIFF (OGC 19-008r4, 7.1.2 and annex B)', () => {
  test.each<[string, Partial<PlacementTags>, readonly [number, number]]>([
    ['a tie point at the corner', { tiePoints: [0, 0, 0, 120, 40, 0], scale: [1, 1, 0] }, [0, 0]],
    [
      'centers of pixels',
      { tiePoints: [0, 0, 0, 120.5, 39.5, 0], scale: [1, 1, 0], isPoint: true },
      [-0.5, 0.5],
    ],
    ['a tie point at a center', { tiePoints: [0.5, 0.5, 0, 120.5, 39.5, 0], scale: [1, 1, 0] }, [-0.5, 0.5]],
    ['a tie point in the middle', { tiePoints: [2, 2, 0, 124, 36, 0], scale: [2, 2, 0] }, [-4, 4]],
    ['the lower left corner', { tiePoints: [0, 4, 0, 120, 32, 0], scale: [1, 2, 0] }, [0, 8]],
    ['a matrix', { transformation: matrix(1, 0, 120, 0, -1, 40) }, [0, 0]],
    ['a matrix of centers', { transformation: matrix(1, 0, 120.5, 0, -2, 39), isPoint: true }, [-0.5, 1]],
  ])('%s', (_what, tags, shift) => {
    const placement = readPlacement({ ...none, ...tags });
    expect(placement).toMatchObject({ ok: true });
    // Zero and minus zero are the same place.
    expect(placement.ok && placement.value.map((value) => value + 0)).toEqual(shift);
  });

  test.each<[string, Partial<PlacementTags>, string]>([
    ['rotated', { transformation: matrix(1, 0.2, 120, 0.2, -1, 40) }, 'It is rotated'],
    ['upside down', { transformation: matrix(1, 0, 120, 0, 1, 36) }, 'upside down'],
    ['mirrored', { transformation: matrix(-1, 0, 124, 0, -1, 40) }, 'mirrored'],
    ['a negative scale', { tiePoints: [0, 0, 0, 120, 36, 0], scale: [1, -1, 0] }, 'upside down'],
    ['control points', { tiePoints: [0, 0, 0, 1, 2, 0, 9, 9, 0, 3, 1, 0] }, 'ground control points only'],
    ['nothing', {}, 'does not state where it lies'],
    ['a corner without a scale', { tiePoints: [0, 0, 0, 120, 36, 0] }, 'does not state where it lies'],
  ])('%s is refused with the remedy', (_what, tags, reason) => {
    const placement = readPlacement({ ...none, ...tags });
    expect(placement.ok ? '' : placement.failure.message).toContain(reason);
    expect(placement.ok ? '' : placement.failure.message).toContain('gdalwarp');
  });
});
