import { toPrintable, toPrintableJson } from '../../shared/printable-text.ts';
import type { Failure } from '../../shared/result.ts';
import { printLine, printRaw } from '../print.ts';
import { type ExitCode, exitCodes } from './cli-usage.ts';

/** The command line's output: text for people on standard error, JSON for programs on standard output. */
export type CliOutput = {
  /** The progress; on a terminal in one line that is overwritten. */
  progress(text: string): void;
  note(text: string): void;
  /** The one line of JSON on standard output. */
  summary(summary: object): void;
  /** Prints why something failed, with the technical cause. */
  noteFailure(failure: Failure): void;
  /** Prints a failure on both, and returns its exit code. */
  fail(failure: Failure): ExitCode;
  exitCodeOf(failure: Failure): ExitCode;
};

/** Minimum interval between progress lines in milliseconds: on a terminal, and elsewhere. */
const terminalInterval = 200;
const lineInterval = 5_000;

type Stream = Parameters<typeof printRaw>[0] & { readonly isTTY?: boolean };

export function createCliOutput(stdout: Stream, stderr: Stream): CliOutput {
  let lastReportedAt = Number.NEGATIVE_INFINITY;
  let isOnLine = false;
  const line = (text: string) => {
    if (isOnLine) printRaw(stderr, '\n');
    printLine(stderr, text);
    isOnLine = false;
  };
  const summary = (value: object) => {
    if (isOnLine) printRaw(stderr, '\n');
    isOnLine = false;
    printLine(stdout, toPrintableJson(value));
  };
  const noteFailure = ({ message, problems = [], details }: Failure) => {
    line(message);
    for (const problem of problems) line(`${problem.field}: ${problem.message}`);
    if (details !== undefined) line(`Details: ${details}`);
  };
  return {
    progress(text) {
      const now = performance.now();
      if (now - lastReportedAt < (stderr.isTTY ? terminalInterval : lineInterval)) return;
      lastReportedAt = now;
      if (stderr.isTTY) printRaw(stderr, `\r\u001b[K${toPrintable(text)}`);
      else printLine(stderr, text);
      isOnLine = stderr.isTTY === true;
    },
    note: line,
    summary,
    exitCodeOf: exitCodeOf,
    noteFailure,
    fail(failure) {
      noteFailure(failure);
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
