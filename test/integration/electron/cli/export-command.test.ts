import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { exitCodes } from '../../../../electron/cli/exit-codes.ts';
import { pageSumsFile, savePageSums } from '../../../../electron/core/workspace/safety/page-sums.ts';
import { damage, leavesOf } from '../../../builders/damage.ts';
import { exportByCli } from '../../../builders/export-builder.ts';
import { buildRecords, fillWithReviews } from '../../../builders/filled-workspace.ts';
import { buildProcessor, buildRecord } from '../../../builders/record-builder.ts';
import { makeTempFolder, openTestStore } from '../../../builders/workspace-builder.ts';

/** Exports a workspace, whose checksums are in the data folder, to CSV. */
async function runExport(dataDir: string, workspace: string) {
  const out = path.join(await makeTempFolder(), 'out.csv');
  const { code, notes, summary } = await exportByCli({ workspace, out, dataDir });
  expect(code).toBe(exitCodes.done);
  return { notes, summary, lines: readFileSync(out, 'utf8').trimEnd().split('\r\n') };
}

it('compares the pages of a workspace with its checksums, and reports damage', async () => {
  const store = openTestStore();
  fillWithReviews(store, buildRecords(60));
  store.close();
  const dataDir = await makeTempFolder();
  const sumsFile = pageSumsFile(path.join(dataDir, 'workspaces'), store.path);
  savePageSums(sumsFile, store.path);

  const whole = await runExport(dataDir, store.path);
  expect(whole.notes).not.toContain('damaged');
  expect(whole.summary).not.toHaveProperty('damagedPages');

  damage(store.path, (leavesOf(store.path, 'detections').at(-1)?.end ?? 0) - 200);
  const { notes, summary, lines } = await runExport(dataDir, store.path);
  expect(notes).toContain('The workspace file is damaged: 1 of its');
  expect(notes).toContain(
    `${whole.lines.length - lines.length} detections on damaged pages are left out, of `,
  );
  expect(summary).toMatchObject({ damagedPages: 1 });
});

it('names an analytic that nothing in the workspace has, and none that only detections have', async () => {
  const [small, large] = ['SmallVesselDetection', 'LargeVesselDetection'];
  const store = openTestStore();
  fillWithReviews(store, [
    buildRecord({ processors: [small, large].map((analytic) => buildProcessor({ analytic })) }),
  ]);
  store.close();
  const exportOf = async (analytic: string) => {
    const out = path.join(await makeTempFolder(), 'out.csv');
    const { summary, notes } = await exportByCli({ workspace: store.path, out }, '--analytic', analytic);
    return { detections: summary.detections, isNamed: notes.includes('No record of the workspace has') };
  };
  expect(await exportOf(`${small} + ${large}`)).toEqual({ detections: 1, isNamed: false });
  expect(await exportOf('AircraftDetection')).toEqual({ detections: 0, isNamed: true });
});
