import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect } from 'vitest';

/** The reader runs in a process of its own, since a peak of memory is that of a process. */
const child = new URL('./read-bomb.ts', import.meta.url).pathname;
const run = promisify(execFile);

type Cost = { readonly mebibytes: number; readonly work: number };

/**
 * Runs a reader and expects that it costs no more than a file from elsewhere may: 512 MiB, and 100 times the fixed work of
 * `read-bomb.ts`.
 */
export async function readBomb(reader: string, file: string): Promise<unknown> {
  const [outcome] = await readBombs([reader], file);
  return outcome;
}

/** Runs readers one after the other in a process, which takes a second to start; what each returned or threw. */
export async function readBombs(readers: readonly string[], file: string): Promise<readonly unknown[]> {
  const { stdout } = await run(process.execPath, ['--no-warnings', child, file, ...readers]);
  const read = JSON.parse(stdout) as readonly ({ readonly outcome?: unknown } & Cost)[];
  return read.map(({ outcome, ...cost }) => {
    expect(cost).toEqual({
      mebibytes: expect.toSatisfy((peak: number) => peak > 0 && peak < 512),
      work: expect.toSatisfy((times: number) => times < 100),
    });
    return outcome;
  });
}
