import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { unzipSync } from 'fflate';
import { expect, test, vi } from 'vitest';
import { createEvents } from '../../../../../electron/core/base/events.ts';
import { createPictureSequences } from '../../../../../electron/core/exchange/create-picture-sequences.ts';
import { createJobRunner } from '../../../../../electron/core/jobs/job-runner.ts';
import type { Job } from '../../../../../shared/jobs/job.ts';
import { eventually } from '../../../../builders/eventually.ts';
import { valued } from '../../../../builders/fetch-core.ts';
import { makeTempFolder } from '../../../../builders/workspace-builder.ts';

const png = Uint8Array.of(0x89, 0x50, 0x4e, 0x47);

function createSequences() {
  const jobs = createJobRunner({
    events: createEvents(),
    onProblem(error) {
      throw error;
    },
  });
  const sequences = createPictureSequences(jobs);
  const ended = (id: string) =>
    eventually(() => {
      const job = jobs.get(id);
      expect(job?.state).not.toBe('running');
      return job as Job;
    });
  return { jobs, sequences, ended };
}

test('images of one zip are in it in their order, and names that came twice are numbered', async () => {
  const folder = await makeTempFolder();
  const file = path.join(folder, 'passes.zip');
  const { sequences, jobs } = createSequences();
  const { id } = valued(await sequences.start({ path: file, downloadUrl: '/exports/passes.zip' }, 3));
  for (const name of ['2.png', '1.png', '2.png']) valued(await sequences.add(id, name, png));
  expect(jobs.get(id)).toMatchObject({ state: 'running', kind: 'pictures' });
  expect(await readdir(folder)).not.toContain('passes.zip');
  const job = valued(await sequences.finish(id));
  expect(job).toMatchObject({
    state: 'complete',
    outcome: '3 map images saved.',
    files: [{ name: 'passes.zip', path: file, downloadUrl: '/exports/passes.zip' }],
  });
  const entries = unzipSync(await readFile(file));
  expect(Object.keys(entries)).toEqual(['2.png', '1.png', '2-2.png']);
  expect(entries['1.png']).toEqual(png);
  expect(await readdir(folder)).toEqual(['passes.zip']);
});

test('images of a folder are files next to those that were there', async () => {
  const folder = await makeTempFolder();
  await writeFile(path.join(folder, '1.png'), 'older');
  const { sequences } = createSequences();
  const { id } = valued(await sequences.start(folder, 2));
  for (const name of ['1.png', '2.png']) valued(await sequences.add(id, name, png));
  const job = valued(await sequences.finish(id));
  expect(job.files?.map(({ name }) => name)).toEqual(['1-2.png', '2.png']);
  expect((await readdir(folder)).toSorted()).toEqual(['1-2.png', '1.png', '2.png']);
  expect(await readFile(path.join(folder, '1.png'), 'utf8')).toBe('older');
});

test('a cancelled job takes no more images; its zip is deleted, and files of a folder stay and are counted', async () => {
  const folder = await makeTempFolder();
  const { sequences, jobs, ended } = createSequences();
  const zip = valued(await sequences.start({ path: path.join(folder, 'passes.zip') }, 2));
  valued(await sequences.add(zip.id, '1.png', png));
  await jobs.cancel(zip.id);
  expect(await ended(zip.id)).toMatchObject({ state: 'cancelled', warnings: [] });
  expect(await readdir(folder)).toEqual([]);
  expect(await sequences.add(zip.id, '2.png', png)).toMatchObject({ failure: { code: 'cancelled' } });

  const files = valued(await sequences.start(folder, 2));
  valued(await sequences.add(files.id, '1.png', png));
  await jobs.cancel(files.id);
  expect(await ended(files.id)).toMatchObject({
    state: 'cancelled',
    warnings: ['1 image saved before it ended.'],
  });
  expect(await readdir(folder)).toEqual(['1.png']);
  expect(await sequences.finish(files.id)).toMatchObject({ failure: { code: 'cancelled' } });
});

test('a folder that goes away ends the job with the reason', async () => {
  const folder = path.join(await makeTempFolder(), 'passes');
  await mkdir(folder);
  const { sequences, ended } = createSequences();
  const { id } = valued(await sequences.start(folder, 2));
  await rm(folder, { recursive: true });
  const failure = {
    code: 'disk',
    message: `The folder ${folder} is not there. Choose another place.`,
  };
  expect(await sequences.add(id, '1.png', png)).toMatchObject({ failure });
  expect(await ended(id)).toMatchObject({ state: 'failed', failure });
});

test('a window that sends no more images does not leave the job running', async () => {
  vi.useFakeTimers();
  try {
    const { sequences, jobs } = createSequences();
    const { id } = valued(await sequences.start(await makeTempFolder(), 2));
    await vi.advanceTimersByTimeAsync(299_000);
    valued(await sequences.add(id, '1.png', png));
    await vi.advanceTimersByTimeAsync(299_000);
    expect(jobs.get(id)?.state).toBe('running');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(jobs.get(id)).toMatchObject({ state: 'failed', failure: { code: 'timeout' } });
  } finally {
    vi.useRealTimers();
  }
});
