import { statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test, vi } from 'vitest';
import { runChild } from '../../../../bench/run-child.ts';
import { coreWorkers } from '../../../../builders/core-workers.ts';
import { buildFeature, buildRecord } from '../../../../builders/record-builder.ts';
import { fillWorkspace, makeTempFolder, openTestWorkspace } from '../../../../builders/workspace-builder.ts';

/** Note of each detection: with few of them the file gets large. */
const remark = 'Seen before. '.repeat(700);
const pages = 10;
const detectionsInPage = 3000;
/** Hundreds of megabytes are written, read and written again, perhaps on a busy machine. */
const patience = 180_000;
const megabyte = 2 ** 20;

afterEach(() => void vi.unstubAllEnvs());

test('an export needs little memory, however large its file', { timeout: patience }, async () => {
  const workspace = await openTestWorkspace();
  for (let page = 0; page < pages; page += 1) {
    const features = Array.from({ length: detectionsInPage }, () => buildFeature({ properties: { remark } }));
    await fillWorkspace(workspace, [buildRecord({ features })]);
  }
  // Without a limit V8 takes what it is not denied, more of it the busier the machine. Over the limit it would end.
  vi.stubEnv('NODE_OPTIONS', '--max-old-space-size=48');
  const target = path.join(await makeTempFolder(), 'large.geojson');
  const run = await runChild(
    'export-detections',
    workspace.path,
    fileURLToPath(coreWorkers.exporting),
    target,
  );
  expect(statSync(target).size / megabyte).toBeGreaterThan(250);
  // Node.js itself takes some 70 MB of it.
  expect(run.peakMegabytes).toBeLessThan(220);
});
