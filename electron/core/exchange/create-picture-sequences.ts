import { existsSync } from 'node:fs';
import path from 'node:path';
import { formatQuantity } from '../../../shared/format.ts';
import type { Job } from '../../../shared/jobs/job.ts';
import { type Failure, fail, type Result, succeed } from '../../../shared/result.ts';
import { freeName } from '../base/free-name.ts';
import {
  discardParts,
  PublishError,
  planPart,
  publishParts,
  writePartAndPublish,
} from '../base/part-files.ts';
import { writeFailure } from '../base/write-error.ts';
import { type JobEnd, JobFailure, type JobHandle, type JobRunner, newJob } from '../jobs/job-runner.ts';
import type { ExportTarget } from './export-targets.ts';
import { createOutputFile } from './files/output-file.ts';
import { createZipWriter } from './files/zip-writer.ts';

/** After this time without an image the window that draws them has gone. */
const maxPauseMs = 300_000;

type Files = NonNullable<Job['files']>;
type PictureSink = {
  /** Rejects with the file system's error. */
  add(name: string, png: Uint8Array): Promise<void>;
  finish(): Promise<Files>;
  /** Returns the images that stay. */
  discard(): Promise<Files>;
};

/** Images that the page draws one after the other and sends; each sequence is a job. */
export function createPictureSequences(jobs: Pick<JobRunner, 'start' | 'get'>) {
  const running = new Map<string, { readonly sequence: Sequence; readonly ended: Promise<Job> }>();
  return {
    /** Starts a job that awaits `total` images for a folder, or for a zip file. */
    async start(target: string | ExportTarget, total: number): Promise<Result<Job>> {
      // Errors name the folder of a file.
      const place = typeof target === 'string' ? path.join(target, 'image.png') : target.path;
      const toFailure = (error: unknown) =>
        writeFailure(error instanceof PublishError ? error.cause : error, place);
      let sequence: Sequence;
      try {
        const sink = typeof target === 'string' ? folderSink(target) : zipSink(target);
        sequence = createSequence(sink, total, toFailure);
      } catch (error) {
        return { ok: false, failure: toFailure(error) };
      }
      const name = path.basename(typeof target === 'string' ? target : target.path);
      const job = newJob({
        kind: 'pictures',
        title: `Save ${formatQuantity(total, 'map image')} to ${name}`,
        progress: { done: 0, total, unit: 'images' },
      });
      const end = Promise.withResolvers<Job>();
      running.set(job.id, { sequence, ended: end.promise });
      return jobs.start({
        job,
        run: sequence.run,
        onEnded() {
          running.delete(job.id);
          sequence.close();
          end.resolve(jobs.get(job.id) ?? job);
        },
      });
    },
    /** Adds the next PNG. Fails with `cancelled` when the job has ended, and with `disk`, which ends it. */
    async add(jobId: string, name: string, png: Uint8Array): Promise<Result<undefined>> {
      return (await running.get(jobId)?.sequence.add(name, png)) ?? hasEnded;
    },
    /** Completes the job; resolves with it when its files are in place. */
    async finish(jobId: string): Promise<Result<Job>> {
      const found = running.get(jobId);
      if (!found) return hasEnded;
      found.sequence.finish();
      const job = await found.ended;
      return job.state === 'complete'
        ? succeed(job)
        : { ok: false, failure: job.failure ?? hasEnded.failure };
    },
  };
}

const hasEnded = fail('cancelled', 'The job of these images has ended.');

type Sequence = ReturnType<typeof createSequence>;

/** The images of one job; it ends when no image comes for too long. */
function createSequence(sink: PictureSink, total: number, toFailure: (error: unknown) => Failure) {
  const complete = Promise.withResolvers<undefined>();
  const stop = (failure: Failure) => complete.reject(new JobFailure(failure));
  let pause: ReturnType<typeof setTimeout> | undefined;
  const awaitNext = () => {
    clearTimeout(pause);
    pause = setTimeout(() => {
      stop(fail('timeout', 'The window has sent no image for five minutes.').failure);
    }, maxPauseMs);
  };
  let done = 0;
  let hasBegun = false;
  let isOver = false;
  let report = (_done: number) => {};
  awaitNext();
  return {
    async add(name: string, png: Uint8Array): Promise<Result<undefined>> {
      if (isOver) return hasEnded;
      try {
        await sink.add(name, png);
      } catch (error) {
        const failure = toFailure(error);
        stop(failure);
        return { ok: false, failure };
      }
      done += 1;
      report(done);
      awaitNext();
      return succeed(undefined);
    },
    finish: () => complete.resolve(undefined),
    async run({ signal, progress, update }: JobHandle): Promise<JobEnd> {
      hasBegun = true;
      report = (count) => progress({ done: count, total, unit: 'images' });
      const abort = () => complete.reject(signal.reason);
      signal.addEventListener('abort', abort);
      if (signal.aborted) abort();
      try {
        await complete.promise.finally(() => {
          isOver = true;
        });
        const files = await sink.finish().catch((error: unknown) => {
          throw new JobFailure(toFailure(error));
        });
        return { files, outcome: `${formatQuantity(done, 'map image')} saved.` };
      } catch (error) {
        const left = await sink.discard();
        if (left.length > 0) {
          update({ warnings: [`${formatQuantity(left.length, 'image')} saved before it ended.`] });
        }
        throw error;
      } finally {
        signal.removeEventListener('abort', abort);
      }
    },
    close(): void {
      clearTimeout(pause);
      // A job may be cancelled before it has begun.
      if (!hasBegun) void sink.discard();
    },
  };
}

/** Files of a folder; those that are there stay. */
function folderSink(folder: string): PictureSink {
  const files: { name: string; path: string }[] = [];
  return {
    async add(suggested, png) {
      const name = freeName(suggested, (candidate) => existsSync(path.join(folder, candidate)));
      const file = path.join(folder, name);
      await writePartAndPublish(file, png);
      files.push({ name, path: file });
    },
    finish: async () => files,
    discard: async () => files,
  };
}

/** One zip file, which is put in place at the end. */
function zipSink(target: ExportTarget): PictureSink {
  const planned = planPart(target.path);
  const file = createOutputFile(planned.part);
  const zip = createZipWriter(file, new Date());
  const names = new Set<string>();
  return {
    async add(suggested, png) {
      const name = freeName(suggested, (candidate) => names.has(candidate));
      names.add(name);
      // PNGs are compressed already.
      zip.addWhole(name, png);
      await file.whenWritable();
    },
    async finish() {
      zip.finish();
      await file.finish();
      await publishParts([planned]);
      return [{ name: path.basename(target.path), ...target }];
    },
    async discard() {
      await file.discard();
      await discardParts([planned]);
      return [];
    },
  };
}
