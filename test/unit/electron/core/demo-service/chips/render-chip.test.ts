import { decode } from 'fast-png';
import { describe, expect, it } from 'vitest';
import { renderChip } from '../../../../../../electron/core/demo-service/chips/render-chip.ts';
import { createRandom } from '../../../../../../electron/core/demo-service/data/random.ts';
import type { SensorImage } from '../../../../../../electron/core/demo-service/data/sensor-image.ts';
import type { Vessel } from '../../../../../../electron/core/demo-service/data/vessels.ts';
import { positions } from '../../../../../builders/positions.ts';

const image = { trackHeading: 350, azimuthAngle: 260, mode: { resolution: 3 } } as SensorImage;

function createVessel(length: number, heading: number): Vessel {
  return {
    position: [0, 0],
    length,
    width: length / 6,
    heading,
    vesselClass: 'Tanker',
    situation: 'at anchor',
    confidence: 0.9,
  };
}

/** Direction (0…180) and half extent in pixels of what is much brighter than the sea, from its moments. */
function measureShip(png: Uint8Array): { heading: number; halfExtent: number } {
  const { data, width } = decode(png);
  const bright: [number, number][] = [];
  data.forEach((value, index) => {
    if (value > 150) bright.push([(index % width) - 63.5, 63.5 - Math.floor(index / width)]);
  });
  const mean = (value: (point: [number, number]) => number) =>
    bright.reduce((sum, point) => sum + value(point), 0) / bright.length;
  const [middleX, middleY] = [mean(([x]) => x), mean(([, y]) => y)];
  const xx = mean(([x]) => (x - middleX) ** 2);
  const yy = mean(([, y]) => (y - middleY) ** 2);
  const xy = mean(([x, y]) => (x - middleX) * (y - middleY));
  const angle = 0.5 * Math.atan2(2 * xy, xx - yy);
  const variance = (xx + yy) / 2 + Math.hypot((xx - yy) / 2, xy);
  return { heading: (90 - (angle * 180) / Math.PI + 180) % 180, halfExtent: Math.sqrt(3 * variance) };
}

describe('an image chip', () => {
  it('is a gray PNG of 128 pixels to a side, the same for the same ship', () => {
    const render = () => renderChip(createVessel(120, 30), image, createRandom('chip'));
    const { width, height, depth, channels } = decode(render());
    expect({ width, height, depth, channels }).toEqual({ width: 128, height: 128, depth: 8, channels: 1 });
    expect(Buffer.compare(render(), render())).toBe(0);
    expect(
      Buffer.compare(render(), renderChip(createVessel(120, 30), image, createRandom('other'))),
    ).not.toBe(0);
  });

  it.each(positions('100 45, 140 100, 240 160, 330 20'))(
    'shows a ship of %i m heading %i°',
    (length, heading) => {
      const seen = measureShip(
        renderChip(createVessel(length, heading), image, createRandom('chip', length)),
      );
      const off = Math.abs(seen.heading - heading);
      expect(Math.min(off, 180 - off)).toBeLessThan(12);
      // Pixels are an sixty-fourth of the ship's length, from 1.5 m to 5.5 m.
      const spacing = Math.min(5.5, Math.max(1.5, length / 64));
      expect((seen.halfExtent * 2 * spacing) / length).toBeGreaterThan(0.7);
      expect((seen.halfExtent * 2 * spacing) / length).toBeLessThan(1.35);
    },
  );
});
