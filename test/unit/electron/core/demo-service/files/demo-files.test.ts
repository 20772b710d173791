import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createCatalog } from '../../../../../../electron/core/demo-service/data/catalog.ts';
import { monitoringBeam } from '../../../../../../electron/core/demo-service/data/constellations.ts';
import { createAisFile } from '../../../../../../electron/core/demo-service/files/ais-file.ts';
import { writeDemoFiles } from '../../../../../../electron/core/demo-service/files/demo-files.ts';
import { addAisFigures } from '../../../../../../shared/ais/ais-figures.ts';
import { outcomeOf } from '../../../../../../shared/ais/ais-outcome.ts';
import type { AisContact } from '../../../../../../shared/ais/contact.ts';
import { matchPass } from '../../../../../../shared/ais/match-pass.ts';
import { createAisReader } from '../../../../../../shared/ais/read/create-ais-reader.ts';
import { recognizeColumns } from '../../../../../../shared/ais/read/recognize-columns.ts';
import { testNow } from '../../../../../builders/demo-service.ts';

const day = 86_400_000;
const worldAt = (now: number) => ({ brand: 'svc', now: () => now, seed: 'sightline' });

/** The reports of the day before. */
function reportsAt(now: number): string {
  return createAisFile(worldAt(now), Math.floor(now / day) - 1);
}

it('writes what a user would bring along, and reports of the day before in place of older ones', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'sightline-demo-files-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(path.join(folder, 'mine.csv'), 'name\n');
  await writeDemoFiles(folder, worldAt(testNow - day));
  await writeDemoFiles(folder, worldAt(testNow));
  expect((await readdir(folder)).sort()).toEqual([
    'ais-busan-2026-11-19.csv',
    'anchorages.geojson',
    'exclusion-zone.geojson',
    'mine.csv',
    'platforms.geojson',
    'ports.csv',
  ]);
  const reports = await readFile(path.join(folder, 'ais-busan-2026-11-19.csv'), 'utf8');
  expect(reports).toBe(reportsAt(testNow));
  // The same at any time of the day.
  expect(reportsAt(testNow + 5 * 3_600_000)).toBe(reports);
  expect(reports.length).toBeLessThan(2_000_000);
  await writeFile(path.join(folder, 'ais-busan-2026-11-19.csv'), 'as the user left it');
  await writeDemoFiles(folder, worldAt(testNow + 5 * 3_600_000));
  expect(await readFile(path.join(folder, 'ais-busan-2026-11-19.csv'), 'utf8')).toBe('as the user left it');
});

describe.each([0, 30, 91, 182])('the reports of the day before, after %i days,', (days) => {
  const now = testNow + days * day;
  const from = Math.floor(now / day) * day - day;

  it('fit the detections off Busan: matched, ambiguous, without a contact, not seen, not comparable, and uncovered', () => {
    const { contacts, faults } = readReports(reportsAt(now));
    expect(faults['no-position']).toBeGreaterThan(0);
    expect(faults['null-island']).toBeGreaterThan(0);
    const entries = createCatalog(worldAt(now + 6 * day))
      .visible()
      .filter(
        ({ image, vessels }) =>
          image.startTime >= from &&
          image.startTime < from + day &&
          Math.abs(image.center[0] - 129.1) < 0.5 &&
          Math.abs(image.center[1] - 35.02) < 0.5 &&
          vessels().length > 0,
      );
    const outcomes = [...Map.groupBy(entries, ({ image }) => image)].map(([image, records]) => {
      const vessels = records.flatMap((record) => record.vessels());
      const found = matchPass(
        {
          timeMs: image.startTime,
          footprint: null,
          isRadar: true,
          azimuthDegrees: image.azimuthAngle,
          incidenceDegrees: image.incidenceAngle,
          shortestMeters: 20,
          longestMeters: null,
          isWater: null,
          detections: vessels.map(({ position, length, heading }, index) => ({
            id: String(index),
            longitude: position[0],
            latitude: position[1],
            lengthMeters: length,
            headingDegrees: heading,
          })),
        },
        contacts,
      );
      const counts = addAisFigures(
        found.detections.map((match) => ({ outcome: outcomeOf(match, null), cover: match.cover })),
      );
      return { image, vessels, found, counts };
    });
    const monitored = outcomes.find(({ image }) => image.mode === monitoringBeam.constellation.modes[0]);
    expect(monitored?.counts.outcomes.matched).toBeGreaterThan(10);
    expect(monitored?.counts.outcomes.ambiguous).toBeGreaterThan(0);
    expect(monitored?.counts.outcomes['no contact in reach']).toBeGreaterThan(5);
    const reasons = new Set(
      monitored?.found.contacts.map((contact) =>
        contact.state === 'not-comparable' ? contact.reason : contact.state,
      ),
    );
    expect(reasons).toContain('too-old');
    // While the receiver was off, nothing is known.
    expect(outcomes.some(({ counts, vessels }) => counts.coverage.unknown === vessels.length)).toBe(true);
    const kinds = outcomes.flatMap(({ found }) =>
      found.contacts.flatMap(({ state, kind }) => (state === 'matched' ? [kind] : [])),
    );
    expect(new Set(kinds)).toEqual(new Set(['ship']));
  });
});

function readReports(text: string) {
  const [heading = [], ...rows] = text
    .trim()
    .split('\n')
    .map((line) => line.split(','));
  const { mapping, publisher } = recognizeColumns(heading, rows.slice(0, 20));
  expect(publisher).toBeNull();
  const reader = createAisReader(mapping, () => true, false);
  const positions = rows.flatMap((row) => reader.read(row) ?? []);
  const contacts = [...Map.groupBy(positions, ({ identifier }) => identifier)].map(
    ([identifier, same]): AisContact => ({
      identifier,
      static: reader.staticOf(identifier),
      positions: same,
    }),
  );
  return { contacts, faults: reader.summary().faults };
}
