import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { compactWorkspace } from '../../../../../electron/core/workspace-tools/tasks/compact-workspace.ts';
import { copyWorkspace } from '../../../../../electron/core/workspace-tools/tasks/copy-workspace.ts';
import { rebuildWorkspace } from '../../../../../electron/core/workspace-tools/tasks/rebuild-workspace.ts';
import type { ExportFormat } from '../../../../../shared/exchange/export-format.ts';
import { exportTo } from '../../../../builders/export-builder.ts';
import { valued } from '../../../../builders/fetch-core.ts';
import { whyNoGdal } from '../../../../builders/gdal-server.ts';
import { buildFeature, buildRecord } from '../../../../builders/record-builder.ts';
import { reviewsOf } from '../../../../builders/review-builder.ts';
import { buildToolRun } from '../../../../builders/tool-run.ts';
import { fillWorkspace, makeTempFolder, openTestWorkspace } from '../../../../builders/workspace-builder.ts';

const missing = whyNoGdal();
if (missing !== undefined) process.stderr.write(`Skipped: GDAL does not read verdicts, as ${missing}.\n`);

const places = [0, 1, 2, 3, 4];

/** Five detections: confirmed, rejected and flagged, only noted, taken back, and one that no one has looked at. */
async function reviewedWorkspace() {
  const workspace = await openTestWorkspace();
  await fillWorkspace(workspace, [
    buildRecord({
      features: places.map((index) =>
        buildFeature({
          geometry: { type: 'Point', coordinates: [121 + index / 100, 31] },
          properties: { sarChipIdentifier: `chip ${index}` },
        }),
      ),
    }),
  ]);
  const { reviews } = reviewsOf(workspace);
  valued(await reviews.setReviewer('Änne “A.” O’Neil'));
  valued(
    await reviews.set({ ids: [1], change: { verdict: 'confirmed', note: 'Größe, "geprüft"\nzweimal' } }),
  );
  valued(await reviews.set({ ids: [2], change: { verdict: 'rejected', flagged: true } }));
  valued(await reviews.set({ ids: [3], change: { note: 'look again' } }));
  const { batch } = valued(await reviews.set({ ids: [4], change: { verdict: 'unsure' } }));
  valued(await reviews.undo(String(batch)));
  return { workspace, reviews };
}

describe.skipIf(missing !== undefined)('verdicts are exported as properties, as GDAL reads them', () => {
  const formats: readonly [ExportFormat, string][] = [
    ['geojson', 'all.geojson'],
    ['csv', 'all.csv'],
    ['gpkg', 'all.gpkg'],
    ['fgb', 'all.fgb'],
    ['kml', 'all.kml'],
    ['shp', 'all.shp.zip'],
  ];
  test.each(formats)('%s', async (format, name) => {
    const { workspace } = await reviewedWorkspace();
    const { file } = await exportTo(workspace, name, { format, reviews: true });
    // A GeoPackage has the styles for QGIS as a second table.
    const layer = format === 'gpkg' ? ['detections'] : [];
    const read = execFileSync('ogr2ogr', ['-f', 'GeoJSON', '/vsistdout/', file, ...layer], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const rows = (JSON.parse(read).features as { properties: Record<string, unknown> }[])
      .map(({ properties }) => properties)
      .sort((one, other) => (idOf(one) < idOf(other) ? -1 : 1));
    expect(rows).toHaveLength(5);
    const written = rows.map((row) => [
      textOf(row, 'verdict'),
      isTrue(row.flagged),
      textOf(row, 'note'),
      textOf(row, 'reviewer'),
      /^\d{4}/.test(textOf(row, 'reviewed_at') || textOf(row, 'reviewed_a')),
    ]);
    const anna = 'Änne “A.” O’Neil';
    expect(written).toEqual([
      ['confirmed', false, 'Größe, "geprüft"\nzweimal', anna, true],
      ['rejected', true, '', anna, true],
      ['', false, 'look again', anna, true],
      ['', false, '', '', false],
      ['', false, '', '', false],
    ]);
  });
});

/** A shapefile has ten letters for a name. */
function idOf(row: Record<string, unknown>): string {
  return String(row.detection_id ?? row.detection_);
}

/** A format may write an absent value as empty text. */
function textOf(row: Record<string, unknown>, name: string): string {
  const value = row[name];
  return value === null || value === undefined ? '' : String(value);
}

function isTrue(value: unknown): boolean {
  return value === true || value === 1 || value === '1' || value === 'true' || value === 'T';
}

describe('reviews, their history and their undo outlast', () => {
  const outcomes = async (from: string) => {
    const workspace = await openTestWorkspace(from);
    const { reviews } = reviewsOf(workspace);
    const rows = await workspace.detections([...(await workspace.matchingIds({}))]);
    const history = [];
    for (const { id } of rows) history.push(valued(await reviews.history(id)));
    return {
      reviews: rows.map(({ review }) => review),
      history,
      batches: valued(await reviews.batches(100)).batches,
      undo: (batch: string) => reviews.undo(batch),
    };
  };
  const tools = {
    'a copy': copyWorkspace,
    compacting: compactWorkspace,
    'a rebuild': ({ from, to }: { from: string; to: string }, run: Parameters<typeof rebuildWorkspace>[1]) =>
      rebuildWorkspace({ from: [from], to }, run),
  };
  test.each(Object.entries(tools))('%s', async (_name, tool) => {
    const { workspace } = await reviewedWorkspace();
    await workspace.close();
    const before = await outcomes(workspace.path);
    const to = path.join(await makeTempFolder(), 'after.gpkg');
    await tool({ from: workspace.path, to }, buildToolRun());
    const after = await outcomes(to);
    expect({ ...after, undo: null }).toEqual({ ...before, undo: null });
    const rejected = after.batches.find(
      ({ kind, changed }, place) => kind === 'set' && changed === 1 && place === 3,
    );
    expect(await after.undo(String(rejected?.batch))).toMatchObject({ ok: true, value: { changed: 1 } });
  });
});

test('a kill in the middle of many changes leaves whole ones', async () => {
  const workspace = await openTestWorkspace();
  await fillWorkspace(
    workspace,
    Array.from({ length: 20 }, () =>
      buildRecord({ features: Array.from({ length: 50 }, () => buildFeature()) }),
    ),
  );
  await workspace.close();
  const program = fileURLToPath(new URL('../../../../builders/kill-setting-reviews.ts', import.meta.url));
  for (let kill = 0; kill < 4; kill += 1) {
    const child = spawn(process.execPath, [program, workspace.path], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    for await (const chunk of child.stdout) {
      if (!String(chunk).includes(`done ${kill}`)) continue;
      await new Promise((resolve) => setTimeout(resolve, 13 * kill));
      break;
    }
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'close');
    const database = new DatabaseSync(workspace.path);
    const row = (text: string) => Object.values(database.prepare(text).get() ?? {});
    expect(row('PRAGMA integrity_check')).toEqual(['ok']);
    expect(row('SELECT count(*), count(DISTINCT note) FROM reviews')).toEqual([1000, 1]);
    expect(row('SELECT 1000 * count(*) = sum(changed) FROM review_batches')).toEqual([1]);
    expect(row('SELECT count(*) = (SELECT sum(changed) FROM review_batches) FROM review_history')).toEqual([
      1,
    ]);
    database.close();
  }
});
