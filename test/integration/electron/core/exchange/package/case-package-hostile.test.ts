import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { createEvents } from '../../../../../../electron/core/base/events.ts';
import { createPackages } from '../../../../../../electron/core/exchange/package/create-packages.ts';
import { createJobRunner } from '../../../../../../electron/core/jobs/job-runner.ts';
import { createRunTool } from '../../../../../../electron/core/workspace-tools/run-tool.ts';
import { runChild } from '../../../../../bench/run-child.ts';
import { coreWorkers } from '../../../../../builders/core-workers.ts';
import { eventually } from '../../../../../builders/eventually.ts';
import {
  type RepeatedContent,
  writeHostilePackage,
  writeHostileZip,
  writeManyEntries,
} from '../../../../../builders/hostile-packages.ts';
import { isLongRun } from '../../../../../builders/test-tier.ts';
import { makeTempFolder } from '../../../../../builders/workspace-builder.ts';

/** Hundreds of megabytes are packed, unpacked and hashed, perhaps beside much else. */
const patience = 180_000;
/** A bound for the whole process, to which Node.js itself contributes some 70 MB. */
const maxPeakMegabytes = 1024;
/**
 * Time of the processor that the main thread may spend altogether, so that no single stall can be longer. It does not
 * depend on what else the machine does.
 */
const maxMainThreadMilliseconds = 250;

const oneManifest = (manifest: RepeatedContent) => (file: string) =>
  writeHostileZip(file, { 'manifest.json': manifest });

type Hostile = readonly [what: string, write: (file: string) => number, outcome: string];

const hostile: readonly Hostile[] = [
  [
    'a manifest of 240 MB of brackets',
    oneManifest({ unit: '[', times: 240_000_000 }),
    'manifest.json is larger than can be read.',
  ],
  [
    'the largest manifest that is read, of brackets',
    oneManifest({ unit: '[', times: 2 ** 24 }),
    'not that of a case package',
  ],
  ['2.2 million entries', (file) => writeManyEntries(file, 2_200_000), 'It has 2200000 files'],
  [
    'a list of records without a line feed',
    (file) => writeHostilePackage(file, { recordIndex: { unit: '[', times: 100_000_000 } }),
    'a line that is longer than can be read',
  ],
  [
    'reviews of line feeds only',
    (file) => writeHostilePackage(file, { reviews: { unit: '\n', times: 100_000_000 } }),
    'list of reviews is damaged',
  ],
  [
    'areas of brackets',
    (file) => writeHostilePackage(file, { areas: { unit: '[', times: 200_000_000 } }),
    'an entry that is longer than can be read',
  ],
  [
    'areas of commas only',
    (file) => writeHostilePackage(file, { areas: { head: '[', unit: ',', times: 100_000_000, tail: ']' } }),
    'lists is damaged',
  ],
];

/** The same in other sizes and other parts of the package. */
const moreHostile: readonly Hostile[] = [
  [
    'a manifest of 250 MB of blanks',
    oneManifest({ unit: ' ', times: 250_000_000 }),
    'manifest.json is larger than can be read.',
  ],
  [
    'the largest manifest that is read, of empty lists',
    oneManifest({ head: '[', unit: '[],', times: 5_500_000, tail: '[]]' }),
    'not that of a case package',
  ],
  [
    'reviews without a line feed',
    (file) => writeHostilePackage(file, { reviews: { unit: ' ', times: 300_000_000 } }),
    'a line that is longer than can be read',
  ],
  [
    'the largest area that is read, of empty lists',
    (file) =>
      writeHostilePackage(file, { areas: { head: '[[', unit: '[],', times: 8_000_000, tail: '[]]]' } }),
    'areas.json is damaged',
  ],
  ['as many entries as are read', (file) => writeManyEntries(file, 1_000_000), 'no manifest.json'],
];

test.each(isLongRun ? [...hostile, ...moreHostile] : hostile)(
  '%s',
  { timeout: patience },
  async (_what, write, outcome) => {
    const file = path.join(await makeTempFolder(), 'hostile.zip');
    write(file);
    const run = await runChild('read-package', fileURLToPath(coreWorkers.workspaceTools), file);
    expect(run.printed).toContain(outcome);
    expect(run.parts?.mainThreadMilliseconds).toBeLessThan(maxMainThreadMilliseconds);
    expect(run.peakMegabytes).toBeLessThan(maxPeakMegabytes);
  },
);

describe('the check of a package', () => {
  function createTestPackages() {
    const events = createEvents();
    const jobs = createJobRunner({
      events,
      onProblem: (error) => {
        throw error;
      },
    });
    const runTool = createRunTool(coreWorkers.workspaceTools);
    const unused = <T extends object>() => ({}) as T;
    const packages = createPackages({
      workspace: () => undefined,
      jobs,
      events,
      session: unused(),
      openNew: unused(),
      writePackage: unused(),
      readPackage: (task, options) => runTool('readPackage', task, options),
      cache: unused(),
      calibrations: unused(),
      mergeReviews: unused(),
      cacheFolder: '/nowhere',
      temporaryFolder: tmpdir(),
    });
    return { packages, jobs, events };
  }

  async function writeLargePackage() {
    const file = path.join(await makeTempFolder(), 'large.zip');
    writeHostilePackage(file, { records: { unit: ' ', times: 300_000_000 } });
    return { path: file, name: 'large.zip', isTemporary: false };
  }

  test('is a job with progress while it runs, which can be cancelled', { timeout: patience }, async () => {
    const { packages, jobs, events } = createTestPackages();
    const bytes: number[] = [];
    events.listen(({ event }) => {
      if (event.type !== 'job' || event.job.progress?.unit !== 'bytes') return;
      bytes.push(event.job.progress.done);
      void jobs.cancel(event.job.id);
    });
    const inspected = await packages.inspect(await writeLargePackage());
    expect(inspected).toMatchObject({ ok: false, failure: { code: 'cancelled' } });
    expect(bytes[0]).toBeLessThan(300_000_000);
    await eventually(() => expect(jobs.list()).toEqual([]));
  });

  test('ends when its request is aborted', { timeout: patience }, async () => {
    const { packages, jobs, events } = createTestPackages();
    const request = new AbortController();
    events.listen(({ event }) => {
      if (event.type === 'job' && event.job.progress) request.abort();
    });
    const inspected = await packages.inspect(await writeLargePackage(), request.signal);
    expect(inspected).toMatchObject({ ok: false, failure: { code: 'cancelled' } });
    await eventually(() => expect(jobs.list()).toEqual([]));
  });

  test('names the file that is refused', async () => {
    const { packages } = createTestPackages();
    const file = path.join(await makeTempFolder(), 'no.zip');
    writeFileSync(file, 'no zip at all');
    const inspected = await packages.inspect({ path: file, name: 'no.zip', isTemporary: false });
    expect(inspected).toMatchObject({
      ok: false,
      failure: {
        code: 'invalid-input',
        message: expect.stringMatching(/^no\.zip cannot be opened. It is no zip/),
      },
    });
  });
});
