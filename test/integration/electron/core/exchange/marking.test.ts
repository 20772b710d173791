import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { markingKey } from '../../../../../electron/core/workspace/read/marking.ts';
import { exportFormats } from '../../../../../shared/exchange/export-format.ts';
import { describeUnmarked } from '../../../../../shared/exchange/unmarked-export.ts';
import { beginExports } from '../../../../builders/export-builder.ts';
import { buildRecord } from '../../../../builders/record-builder.ts';
import { fillWorkspace, makeTempFolder, openTestWorkspace } from '../../../../builders/workspace-builder.ts';

const marking = `SECRET <only> & "سفينة" 🚢 ${'x'.repeat(270)}`;

const inXml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** The marking as it may stand in a file: plain, in XML, in HTML inside XML, or in JSON. */
const forms = [marking, inXml(marking), inXml(inXml(marking)), JSON.stringify(marking).slice(1, -1)];

async function markedWorkspace() {
  const workspace = await openTestWorkspace();
  await fillWorkspace(workspace, [buildRecord()]);
  const act = {
    reviewer: 'anna',
    at: '2026-11-20T10:00:00.000Z',
    batch: '00000000-0000-4000-9000-000000000001',
  };
  await workspace.setReviews([1], { verdict: 'confirmed' }, act);
  await workspace.saveSetting(markingKey, marking);
  return workspace;
}

test.each(exportFormats)('$title carries the marking, or is named before it is exported', async (info) => {
  const workspace = await markedWorkspace();
  const target = path.join(await makeTempFolder(), `out.${info.extension}`);
  const { start, ended } = beginExports(workspace, { cacheFolder: await makeTempFolder() });
  const options = { format: info.format, chips: info.chips === undefined ? 'none' : 'cached' } as const;
  const job = await ended((await start({ kind: 'all' }, target, options)).id);
  expect(job.state, job.failure?.message).toBe('complete');
  const bytes = readFileSync(target);
  const isZip = bytes.subarray(0, 2).toString('latin1') === 'PK';
  const texts = isZip ? Object.values(unzipSync(bytes)).map((entry) => strFromU8(entry)) : [bytes.toString()];
  const isMarked = texts.some((text) => forms.some((form) => text.includes(form)));
  expect(isMarked).toBe(info.isMarked ?? false);
  const unmarked = describeUnmarked(options);
  if (isMarked) expect(unmarked).toBeUndefined();
  else expect(unmarked).toContain(`${info.title} cannot carry the marking`);
});

test('chips in a file of their own are named, too', () => {
  expect(describeUnmarked({ format: 'csv', chips: 'cached' })).toBe(
    'CSV and the file of image chips cannot carry the marking of the workspace, other than in the file name.',
  );
  expect(describeUnmarked({ format: 'gpkg', chips: 'fetched' })).toMatch(/^The file of image chips cannot/);
});

test('GDAL reads the marking of a GeoPackage', async () => {
  const workspace = await markedWorkspace();
  const target = path.join(await makeTempFolder(), 'out.gpkg');
  const { start, ended } = beginExports(workspace);
  await ended((await start({ kind: 'all' }, target, { format: 'gpkg' })).id);
  const info = execFileSync('ogrinfo', ['-ro', '-al', '-so', target], { encoding: 'utf8' });
  expect(info).toContain(`DESCRIPTION=${marking}: Detections that are points`);
});
