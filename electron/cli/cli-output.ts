import { toPrintable, toPrintableJson } from '../../shared/printable-text.ts';
import type { Failure, FailureCode } from '../../shared/result.ts';
import { printLine, printRaw } from '../print.ts';
import { type ExitCode, exitCodes } from './exit-codes.ts';

/** The summary of a command, as one line of JSON. One that was not completed has a code that states why. */
export type Summary = { readonly command: string; readonly [name: string]: unknown } & (
  | { readonly state: 'complete' }
  | {
      readonly state: 'failed' | 'cancelled';
      readonly code: FailureCode | 'unexpected' | 'empty' | 'not-watched';
    }
);

/** The command line's output: text for people on standard error, JSON for programs on standard output. */
export type CliOutput = {
  /** The progress; on a terminal in one line that is overwritten. */
  progress(text: string): void;
  note(text: string): void;
  /** The one line of JSON on standard output. */
  summary(summary: Summary): void;
  /** Prints why something failed, with the technical cause. */
  noteFailure(failure: Failure): void;
  /** Prints a failure of the command on both, there with further facts, and returns its exit code, or the given one. */
  fail(failure: Failure, code?: ExitCode, facts?: Readonly<Record<string, unknown>>): ExitCode;
  exitCodeOf(failure: Failure): ExitCode;
};

/** Output of a process, which runs one command after the other. */
export type ProcessOutput = CliOutput & {
  /** Begins with a command; failures are its own from then on. */
  begin(command: string): void;
  /** Prints the summary of a command that ends without one: it was interrupted, or something unexpected happened. */
  endEarly(code: 'cancelled' | 'unexpected'): void;
};

/** Minimum interval between progress lines in milliseconds: on a terminal, and elsewhere. */
const terminalInterval = 200;
const lineInterval = 5_000;

/** Returns to the start of a terminal's line and erases it. */
const eraseLine = '\r\u001b[K';

type Stream = Parameters<typeof printRaw>[0] & { readonly isTTY?: boolean };

export function createCliOutput(stdout: Stream, stderr: Stream): ProcessOutput {
  let command = '';
  let hasSummary = false;
  // In a log, a short command needs no progress before its end.
  let lastReportedAt = stderr.isTTY ? Number.NEGATIVE_INFINITY : performance.now();
  let isOnLine = false;
  /** Erases the line of progress: it would remain as that of a command that has ended since. */
  const erase = () => {
    if (isOnLine) printRaw(stderr, eraseLine);
    isOnLine = false;
  };
  const line = (text: string) => {
    erase();
    printLine(stderr, text);
  };
  const summary = (value: Summary) => {
    erase();
    hasSummary = true;
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
      if (stderr.isTTY) printRaw(stderr, `${eraseLine}${toPrintable(text)}`);
      else printLine(stderr, text);
      isOnLine = stderr.isTTY === true;
    },
    note: line,
    summary,
    exitCodeOf,
    noteFailure,
    fail(failure, code = exitCodeOf(failure), facts = {}) {
      noteFailure(failure);
      summary({ command, ...facts, state: 'failed', code: failure.code, failure });
      return code;
    },
    begin(begun) {
      command = begun;
      hasSummary = false;
    },
    endEarly(code) {
      if (!hasSummary) summary({ command, state: code === 'cancelled' ? code : 'failed', code });
    },
  };
}

function exitCodeOf({ code }: Failure): ExitCode {
  if (['signed-out', 'wrong-credentials', 'forbidden', 'refused'].includes(code)) return exitCodes.refused;
  return code === 'invalid-input' ? exitCodes.usage : exitCodes.failed;
}
