import { readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { unzipSync } from 'fflate';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Workspace } from '../../../../../../electron/core/workspace/open/workspace.ts';
import type { ExportFormat } from '../../../../../../shared/exchange/export-format.ts';
import { exportTo } from '../../../../../builders/export-builder.ts';
import { buildFeature, buildRecord } from '../../../../../builders/record-builder.ts';
import { seededRandom } from '../../../../../builders/seeded-random.ts';
import { fillWorkspace, openTestWorkspace } from '../../../../../builders/workspace-builder.ts';

const random = seededRandom(64);
/** 64-bit ids of which several round to the same double, and others. */
const ids = [
  '12345678901234567',
  '12345678901234568',
  '12345678901234569',
  '9007199254740993',
  '-9223372036854775808',
  '18446744073709551615',
  ...Array.from({ length: 44 }, () =>
    String(BigInt(random.between(1e8, 9e9)) * 1_000_000_007n * BigInt(random.between(1, 9))),
  ),
].filter((digits) => !Number.isSafeInteger(Number(digits)));

let workspace: Workspace;
beforeEach(async () => {
  workspace = await openTestWorkspace();
  const features = ids.map((digits, index) =>
    buildFeature({
      properties: {
        order: index,
        target: JSON.rawJSON(digits),
        tracks: index % 2 === 0 ? [JSON.rawJSON(digits), 7] : null,
      },
    }),
  );
  const record = { header: { version: JSON.rawJSON('12345678901234567'), generatorInfo: { id: 5 } } };
  await fillWorkspace(workspace, [
    buildRecord({ features, record }),
    buildRecord({ features: [buildFeature({ properties: { target: 12 } })] }),
  ]);
});

describe('integers that a double cannot hold', () => {
  test('are shown with the digits that came: details, table, record', async () => {
    const rows = await workspace.detections([...(await workspace.matchingIds({}))]);
    const shown = rows.map(({ properties }) => properties.target);
    expect(shown.sort()).toEqual([...ids, 12].sort());
    expect(rows.find(({ properties }) => properties.order === 0)?.properties.tracks).toEqual([
      '12345678901234567',
      7,
    ]);
    const first = rows.find(({ properties }) => properties.order === 0);
    const detail = await workspace.detectionDetail(first?.id ?? 0);
    expect(detail?.detection.properties.target).toBe('12345678901234567');
    expect(detail?.record).toMatchObject({ headerVersion: '12345678901234567', generator: '5' });
  });

  test('are distinguished by filters, with or without quotes', async () => {
    for (const [index, digits] of ids.entries()) {
      for (const expression of [`target = ${digits}`, `target = "${digits}"`, `target in (1, ${digits})`]) {
        const found = await workspace.detections([...(await workspace.matchingIds({ expression }))]);
        expect(
          found.map(({ properties }) => properties.order),
          expression,
        ).toEqual([index]);
      }
    }
    const count = async (expression: string) => (await workspace.matchingIds({ expression })).length;
    expect(await count('target = 12345678901234566')).toBe(0);
    expect(await count('target != 12345678901234567')).toBe(ids.length);
    expect(await count('target > 12345678901234567 and target <= 12345678901234569')).toBe(2);
    expect(await count('target = 12')).toBe(1);
  });

  test('are found as text', async () => {
    expect(await workspace.matchingIds({ text: '8901234569' })).toHaveLength(1);
  });

  test.each<[string, object]>([
    ['all', {}],
    ['chosen', { properties: ['target'] }],
  ])('are numbers with their digits in GeoJSON, %s properties', async (_name, options) => {
    const { file } = await exportTo(workspace, 'd.geojson', { format: 'geojson', ...options });
    const text = readFileSync(file, 'utf8');
    for (const digits of ids) expect(text).toContain(`"target":${digits}`);
    expect(JSON.parse(text).features).toHaveLength(ids.length + 1);
  });

  test.each<ExportFormat>(['csv', 'kml'])('are text with their digits in %s', async (format) => {
    const { file } = await exportTo(workspace, `d.${format}`, { format });
    const text = readFileSync(file, 'utf8');
    for (const digits of ids) expect(text).toMatch(new RegExp(`(?<![\\d-])${digits}(?!\\d)`));
  });

  test('are text with their digits in FlatGeobuf and Shapefile', async () => {
    const fgb = await exportTo(workspace, 'd.fgb', { format: 'fgb' });
    const shp = await exportTo(workspace, 'd.zip', { format: 'shp' });
    const tables = Object.entries(unzipSync(readFileSync(shp.file))).filter(([name]) =>
      name.endsWith('.dbf'),
    );
    const texts = [readFileSync(fgb.file), ...tables.map(([, bytes]) => Buffer.from(bytes))].map((bytes) =>
      bytes.toString('latin1'),
    );
    for (const digits of ids) {
      expect(texts[0]).toContain(digits);
      expect(texts.slice(1).some((text) => text.includes(digits))).toBe(true);
    }
  });

  test('are text with their digits in GeoPackage', async () => {
    const { file } = await exportTo(workspace, 'd.gpkg', { format: 'gpkg' });
    const database = new DatabaseSync(file, { readOnly: true });
    const targets = database.prepare('SELECT target FROM detections').all();
    database.close();
    expect(targets.map(({ target }) => target).sort()).toEqual([...ids, '12'].sort());
  });
});

test('a record whose long integer has changed differs in it', async () => {
  const target = (digits: string) => buildFeature({ properties: { target: JSON.rawJSON(digits) } });
  const record = (digits: string) => buildRecord({ assignedId: 'changing', features: [target(digits)] });
  await fillWorkspace(workspace, [record('12345678901234567')]);
  const outcome = await fillWorkspace(workspace, [record('12345678901234568')]);
  const database = new DatabaseSync(workspace.path, { readOnly: true });
  const row = database
    .prepare('SELECT difference FROM record_changes WHERE fetch_id = ?')
    .get(outcome.job.id);
  database.close();
  expect(row?.difference).toContain('12345678901234567');
  expect(row?.difference).toContain('12345678901234568');
});
