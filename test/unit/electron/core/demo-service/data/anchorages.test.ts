import { expect, it } from 'vitest';
import { anchorages, isInAnchorage } from '../../../../../../electron/core/demo-service/data/anchorages.ts';
import { createCatalog } from '../../../../../../electron/core/demo-service/data/catalog.ts';
import { monitoringBeam } from '../../../../../../electron/core/demo-service/data/constellations.ts';
import type { DemoEntry } from '../../../../../../electron/core/demo-service/data/record.ts';
import { baselineOf, isAnomaly } from '../../../../../../shared/sites/baseline.ts';
import { testNow } from '../../../../../builders/demo-service.ts';

const day = 86_400_000;
const [mode] = monitoringBeam.constellation.modes;
type Anchorage = (typeof anchorages)[number];

/** The images of an anchorage with what was found in it, by their time; of large ships only. */
function passesOver(entries: readonly DemoEntry[], anchorage: Anchorage) {
  const corners = [-1, 1].flatMap((x) => [-1, 1].map((y) => [x * 0.055, y * 0.036] as const));
  return entries
    .filter(
      ({ image, record }) =>
        image.mode === mode &&
        Math.abs(image.center[0] - anchorage.position[0]) < 2 &&
        (record.content.processors as { processorName: string }[])[0]?.processorName ===
          'LargeVesselDetection',
    )
    .map(({ image, uploadedAt, vessels }) => ({
      time: image.startTime,
      uploadedAt,
      isWhole: corners.every(([x, y]) =>
        image.contains([anchorage.position[0] + x, anchorage.position[1] + y], 0),
      ),
      count: vessels().filter(
        ({ position, situation }) => situation === 'at anchor' && isInAnchorage(anchorage, position),
      ).length,
    }))
    .sort((one, other) => one.time - other.time);
}

// Any week of the cycle of five.
it.each([0, 1, 2, 3, 4])('after %i weeks an anchorage is unusual this week, and others are not', (weeks) => {
  const now = testNow + weeks * 7 * day;
  const entries = createCatalog({ brand: 'svc', now: () => now, seed: 'sightline' }).visible();
  const unusual = anchorages.map((anchorage) => {
    const passes = passesOver(entries, anchorage);
    const compared = passes.filter(({ isWhole }) => isWhole);
    expect(compared.length).toBeGreaterThanOrEqual(20);
    // Some show a part only, and some are uploaded days later.
    expect(compared.length).toBeLessThan(passes.length);
    expect(passes.some(({ time, uploadedAt }) => uploadedAt - time > day)).toBe(true);
    const baseline = baselineOf(compared.map(({ count }) => count));
    if (!baseline) throw new Error('There is no baseline.');
    const found = compared.filter(({ count }) => isAnomaly(count, baseline));
    expect(found.some(({ count }) => count > baseline.median)).toBe(true);
    expect(found.some(({ count }) => count < baseline.median)).toBe(true);
    expect(found.length).toBeLessThan(compared.length / 2);
    return found.filter(({ time }) => now - time < 7 * day).length;
  });
  expect(Math.max(...unusual)).toBeGreaterThanOrEqual(3);
  expect(Math.min(...unusual)).toBe(0);
});

it('has a rhythm of the week, and days without an image', () => {
  const entries = createCatalog({ brand: 'svc', now: () => testNow, seed: 'sightline' }).visible();
  const [busan] = anchorages.map((anchorage) =>
    passesOver(entries, anchorage).filter(({ isWhole }) => isWhole),
  );
  const usual = (busan ?? []).filter(({ count }) => count > 15 && count < 35);
  const meanOn = (weekdays: readonly number[]) => {
    // Busan is imaged at dawn of the local day.
    const counts = usual.flatMap(({ time, count }) =>
      weekdays.includes(new Date(time + day / 3).getUTCDay()) ? [count] : [],
    );
    return counts.reduce((sum, count) => sum + count, 0) / counts.length;
  };
  expect(meanOn([3, 4, 5])).toBeGreaterThan(meanOn([0, 1, 6]) + 1);
  const gaps = anchorages.map((anchorage) => {
    const times = passesOver(entries, anchorage).map(({ time }) => time);
    return Math.max(...times.slice(1).map((time, index) => (time - (times[index] ?? time)) / day));
  });
  expect(gaps.filter((gap) => gap > 3)).toHaveLength(1);
});
