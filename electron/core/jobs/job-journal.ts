import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { type Job, jobSchema } from '../../../shared/jobs/job.ts';
import { isMissingFile } from '../base/missing-file.ts';
import { writePartAndPublish } from '../base/part-files.ts';
import { createSerialQueue } from '../base/serial-queue.ts';

/** The jobs under way that no workspace stores, in a file: after a kill, the next start lists what was interrupted. */
export type JobJournal = {
  /** The jobs that were under way when the app last ended, until they are removed. */
  interrupted(): readonly Job[];
  add(job: Job): Promise<void>;
  remove(id: string): Promise<void>;
};

/** Opens the journal in a file; one that cannot be read, or written, is a problem, and no reason to stop the work. */
export function openJobJournal(file: string, onProblem: (error: unknown, where: string) => void): JobJournal {
  const entries = new Map(readEntries(file, onProblem).map((job) => [job.id, job]));
  const former = [...entries.keys()];
  const queue = createSerialQueue();
  const write = () =>
    queue.run(async () => {
      try {
        await writePartAndPublish(file, JSON.stringify([...entries.values()]));
      } catch (error) {
        onProblem(error, 'noting the jobs under way');
      }
    });
  return {
    interrupted: () => former.flatMap((id) => entries.get(id) ?? []).map(asInterrupted),
    add(job) {
      entries.set(job.id, job);
      return write();
    },
    async remove(id) {
      if (entries.delete(id)) await write();
    },
  };
}

function readEntries(file: string, onProblem: (error: unknown, where: string) => void): readonly Job[] {
  try {
    return z.array(jobSchema).parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    if (!isMissingFile(error)) onProblem(error, 'reading which jobs were interrupted');
    return [];
  }
}

function asInterrupted(job: Job): Job {
  return { ...job, state: 'interrupted', resumable: false, outcome: leftBy[job.kind] };
}

/** Sentences on the rest of a killed job of each kind. */
const leftBy: Readonly<Record<Job['kind'], string>> = {
  fetch: 'The pages that were saved are in the workspace.',
  chips: 'The chips that were fetched are in the cache.',
  tiles: 'The tiles that were fetched are in the cache.',
  export: 'No file of it is half: each is whole, or was not written.',
  workspace: 'No file is half: the workspace is as it was, or the new one is in its place.',
  check: 'Nothing was changed.',
  import: 'Nothing half was kept: what is not listed in the workspace was not imported. Import it again.',
  team: 'What was exchanged whole stays. The next exchange does the rest.',
  pictures: 'Images that were saved to a folder are there; an archive of images was not finished.',
};
