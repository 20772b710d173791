import { statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { runChild } from '../bench/run-child.ts';
import { coreWorkers } from '../builders/core-workers.ts';
import { buildFeature, buildRecord } from '../builders/record-builder.ts';
import { fillWorkspace, makeTempFolder, openTestWorkspace } from '../builders/workspace-builder.ts';

/** Of each detection: with few of them the file gets large. */
const remark = 'Seen before. '.repeat(900);
const detectionsInPage = 1000;
/** Tens of megabytes are written, read and written again, perhaps beside much else. */
const patience = 180_000;
const megabyte = 2 ** 20;

test('an export takes no more memory for ten times as much', { timeout: patience }, async () => {
  const workspace = await openTestWorkspace();
  const folder = await makeTempFolder();
  const grow = async (pages: number) => {
    for (let page = 0; page < pages; page += 1) {
      const features = Array.from({ length: detectionsInPage }, () =>
        buildFeature({ properties: { remark } }),
      );
      await fillWorkspace(workspace, [buildRecord({ features })]);
    }
  };
  const exported = async (name: string) => {
    const target = path.join(folder, name);
    const run = await runChild(
      'export-geojson',
      workspace.path,
      fileURLToPath(coreWorkers.exporting),
      target,
    );
    return { peak: run.peakMegabytes ?? Number.NaN, size: statSync(target).size / megabyte };
  };
  await grow(1);
  const small = await exported('small.geojson');
  await grow(9);
  const large = await exported('large.geojson');
  expect(large.size).toBeGreaterThan(9.9 * small.size);
  // Everything at once would be as much more as the file is.
  expect(large.size - small.size).toBeGreaterThan(100);
  expect(large.peak - small.peak).toBeLessThan(60);
});
