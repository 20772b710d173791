import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect } from 'vitest';

/** The reader runs in a process of its own, since a peak of memory is that of a process. */
const child = new URL('./read-bomb.ts', import.meta.url).pathname;
const run = promisify(execFile);

/** Runs a reader and expects that it costs no more than a file from elsewhere may: 512 MiB, 5 s of processor time. */
export async function readBomb(reader: string, file: string): Promise<unknown> {
  const { stdout } = await run(process.execPath, ['--no-warnings', child, reader, file]);
  const { outcome, ...cost } = JSON.parse(stdout) as {
    outcome?: unknown;
    mebibytes: number;
    seconds: number;
  };
  expect(cost).toEqual({
    mebibytes: expect.toSatisfy((peak: number) => peak > 0 && peak < 512),
    seconds: expect.toSatisfy((time: number) => time < 5),
  });
  return outcome;
}
