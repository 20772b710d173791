import { copyFileSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Workspace } from '../../../../../electron/core/workspace/open/workspace.ts';
import { readPageCheck, savePageSums } from '../../../../../electron/core/workspace/safety/page-sums.ts';
import { checkPages } from '../../../../../electron/core/workspace-tools/tasks/check-pages.ts';
import { type ExportFormat, exportFormats } from '../../../../../shared/exchange/export-format.ts';
import { damage, leavesOf, openToCompare } from '../../../../builders/damage.ts';
import { beginExports, exportTo } from '../../../../builders/export-builder.ts';
import { buildRecords, fillWithReviews } from '../../../../builders/filled-workspace.ts';
import { buildToolRun } from '../../../../builders/tool-run.ts';
import { makeTempFolder, openTestStore, openTestWorkspace } from '../../../../builders/workspace-builder.ts';

/** A closed workspace of 100 records with reviews, and its checksums. */
async function closedWorkspace() {
  const store = openTestStore();
  fillWithReviews(store, buildRecords(100));
  store.close();
  const folder = await makeTempFolder();
  const sumsFile = path.join(folder, 'a.sums');
  savePageSums(sumsFile, store.path);
  return { file: store.path, folder, sumsFile };
}

/** A copy of the workspace with bytes of a leaf of a table changed, opened with the damage that the check finds. */
async function damagedWorkspace(table: string, place: 'head' | 'rows', leaf: 'middle' | 'last') {
  const { file, folder, sumsFile } = await closedWorkspace();
  const copy = path.join(folder, 'damaged.gpkg');
  copyFileSync(file, copy);
  const leaves = leavesOf(copy, table);
  const page = leaf === 'last' ? leaves.at(-1) : leaves[Math.floor(leaves.length / 2)];
  if (!page) throw new Error(`The table ${table} has no rows.`);
  damage(copy, place === 'head' ? page.start : page.end - 200);
  const pageCheck = readPageCheck(sumsFile, copy, openToCompare(copy));
  if (!pageCheck) throw new Error('The checksums are not those of the file.');
  const { damage: found } = checkPages({ path: copy, pageCheck }, buildToolRun());
  const intact = await openTestWorkspace(file);
  const damaged: Workspace = { ...(await openTestWorkspace(copy)), knownDamage: () => found };
  return { intact, damaged };
}

const csvLines = async (workspace: Workspace) => {
  const { file, job } = await exportTo(workspace, 'a.csv', { format: 'csv', reviews: true });
  return { lines: readFileSync(file, 'utf8').trimEnd().split('\r\n'), warnings: job.warnings.join(' ') };
};

const formats = exportFormats.map(({ format }) => format).filter((format) => !format.startsWith('raw'));

/** Formats that have reviewed detections only. */
const ofReviewed: ReadonlySet<ExportFormat> = new Set(['labels', 'coco']);

describe('an export of a workspace whose file is known to be damaged', () => {
  it.each([
    ['head', 'middle'],
    ['rows', 'last'],
  ] as const)(
    'leaves out the detections of damaged pages and names their records (%s, %s)',
    async (place, leaf) => {
      const { intact, damaged } = await damagedWorkspace('detections', place, leaf);
      const whole = await csvLines(intact);
      expect(whole.warnings).not.toContain('damaged');
      const { lines, warnings } = await csvLines(damaged);
      const missing = whole.lines.filter((line) => !lines.includes(line));
      expect(missing.length).toBeGreaterThan(0);
      // Nothing else, and nothing that has changed.
      expect(lines).toEqual(whole.lines.filter((line) => !missing.includes(line)));
      expect(warnings).toContain(`${missing.length} detections on damaged pages are left out, of `);
      const recordColumn = whole.lines[0]?.split(',').indexOf('record_id') ?? -1;
      const records = new Set(missing.map((line) => line.split(',')[recordColumn] ?? ''));
      expect(warnings).toContain(`${records.size} records: `);
      for (const record of [...records].toSorted().slice(0, 5)) expect(warnings).toContain(record);
      expect(warnings).toContain('Rebuild the workspace');
    },
  );

  it('reports it in each format', async () => {
    const { intact, damaged } = await damagedWorkspace('detections', 'head', 'middle');
    const whole = await exportTo(intact, 'whole.csv', { format: 'csv' });
    for (const format of formats) {
      const { file, job } = await exportTo(damaged, `damaged.${format}`, { format });
      if (format === 'report-html')
        expect(readFileSync(file, 'utf8')).toContain('The file of the workspace is damaged');
      if (ofReviewed.has(format)) {
        expect(job.warnings.join(' '), format).toMatch(/\d+ detections on damaged pages are left out/);
        continue;
      }
      if (format === 'passes') {
        expect(job.warnings.join(' ')).toMatch(/\d+ detections on damaged pages are counted/);
        continue;
      }
      const left = (whole.job.export?.written ?? 0) - (job.export?.written ?? 0);
      expect(left, format).toBeGreaterThan(0);
      expect(job.warnings.join(' '), format).toContain(`${left} detections on damaged pages are left out`);
    }
  });

  it('leaves out reviews of damaged pages, and names their detections', async () => {
    const { intact, damaged } = await damagedWorkspace('reviews', 'rows', 'last');
    const whole = await csvLines(intact);
    const { lines, warnings } = await csvLines(damaged);
    expect(lines).toHaveLength(whole.lines.length);
    // The header is the first line, and the number of the first detection is 1.
    const changed = [...whole.lines.keys()].filter((at) => !lines.includes(whole.lines[at] ?? ''));
    expect(changed.length).toBeGreaterThan(0);
    expect(warnings).toContain('Reviews on damaged pages are left out: those of ');
    for (const id of changed.slice(0, 5)) expect(warnings).toMatch(new RegExp(`\\b${id}\\b`));
  });

  it('leaves sensors of damaged pages empty, and names their records', async () => {
    const { damaged } = await damagedWorkspace('sensors', 'rows', 'middle');
    expect((await csvLines(damaged)).warnings).toMatch(
      /Times or sensors on damaged pages are left empty, for detections of \d+ records?: /,
    );
  });

  it('leaves the same out of text for the clipboard, and reports it', async () => {
    const { damaged } = await damagedWorkspace('detections', 'rows', 'middle');
    const ids = [...(await damaged.matchingIds({}))];
    const copied = await beginExports(damaged).exports.text({ ids, format: 'csv' });
    const { lines, warnings } = await csvLines(damaged);
    expect(copied).toMatchObject({
      ok: true,
      value: { detections: lines.length - 1, warnings: [warnings] },
    });
    expect(warnings).toContain('left out');
  });

  it('names the records of damaged pages where rows or coordinates are copied as they are shown', async () => {
    const { intact, damaged } = await damagedWorkspace('detections', 'rows', 'middle');
    const ids = [...(await damaged.matchingIds({}))];
    const { warnings } = await csvLines(damaged);
    const [count] = /[\d,]+ detections? on damaged pages/.exec(warnings) ?? [''];
    const copied = await beginExports(damaged).exports.copyWarnings(ids);
    expect(copied).toMatchObject({
      ok: true,
      value: [expect.stringContaining(`${count} may be wrong, of `)],
    });
    const records = (text: string) => /of \d+ records: [^.]+\./.exec(text)?.[0];
    expect(records(warnings)).toBeDefined();
    expect(copied.ok && records(copied.value.join())).toBe(records(warnings));
    expect(await beginExports(damaged).exports.copyWarnings(ids.slice(0, 1))).toMatchObject({
      value: [expect.stringContaining('Nothing of what was copied lies on the damaged pages.')],
    });
    expect(await beginExports(intact).exports.copyWarnings(ids)).toEqual({ ok: true, value: [] });
  });

  it('reports no damage of the export where other content is damaged', async () => {
    const { intact, damaged } = await damagedWorkspace('areas', 'rows', 'last');
    const { lines, warnings } = await csvLines(damaged);
    expect(lines).toEqual((await csvLines(intact)).lines);
    expect(warnings).toContain('Nothing of this export lies on the damaged pages.');
  });
});
