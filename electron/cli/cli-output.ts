import type { Failure } from '../../shared/result.ts';
import { type ExitCode, exitCodes } from './cli-usage.ts';

/** Where the command line speaks: to people on standard error, to programs on standard output. */
export type CliOutput = {
  /** How far it is; on a terminal in one line that is written over. */
  progress(text: string): void;
  note(text: string): void;
  /** The one line of JSON on standard output. */
  summary(summary: object): void;
  /** Tells a failure on both, and returns the exit code for it. */
  fail(failure: Failure): ExitCode;
  codeOf(failure: Failure): ExitCode;
};

/** How often progress is told, in milliseconds: on a terminal, and where each line stays. */
const terminalInterval = 200;
const lineInterval = 5_000;

type Stream = Pick<NodeJS.WriteStream, 'write'> & { readonly isTTY?: boolean };

export function createCliOutput(stdout: Stream, stderr: Stream): CliOutput {
  let toldAt = Number.NEGATIVE_INFINITY;
  let isOnLine = false;
  const line = (text: string) => {
    stderr.write(`${isOnLine ? '\n' : ''}${text}\n`);
    isOnLine = false;
  };
  const summary = (value: object) => {
    if (isOnLine) stderr.write('\n');
    isOnLine = false;
    stdout.write(`${JSON.stringify(value)}\n`);
  };
  return {
    progress(text) {
      const now = performance.now();
      if (now - toldAt < (stderr.isTTY ? terminalInterval : lineInterval)) return;
      toldAt = now;
      stderr.write(stderr.isTTY ? `\r\u001b[K${text}` : `${text}\n`);
      isOnLine = stderr.isTTY === true;
    },
    note: line,
    summary,
    codeOf: exitCodeOf,
    fail(failure) {
      line(failure.message);
      for (const { field, message } of failure.problems ?? []) line(`${field}: ${message}`);
      summary({ state: 'failed', failure });
      return exitCodeOf(failure);
    },
  };
}

function exitCodeOf({ code }: Failure): ExitCode {
  switch (code) {
    case 'signed-out':
    case 'wrong-credentials':
    case 'forbidden':
    case 'refused':
      return exitCodes.refused;
    case 'invalid-input':
      return exitCodes.usage;
    default:
      return exitCodes.failed;
  }
}
