import { appendFileSync, renameSync, statSync } from 'node:fs';
import path from 'node:path';
import { createFolder } from './create-folder.ts';

/** Known facts of an event: codes, counts, durations and names of hosts; never texts of the user or the service. */
export type LogFacts = Readonly<Record<string, string | number | boolean | undefined>>;

/** The log of the process. */
export type Log = {
  /** Appends a line with the time, the event and its facts. */
  write(event: string, facts?: LogFacts): void;
  /** Appends an unexpected error: where, its name and code, and its calls, without its message. */
  problem(error: unknown, where: string): void;
};

/** A log that is not written. */
export const noLog: Log = { write() {}, problem() {} };

/** Folder of logs. */
export function logFolder(dataDir: string): string {
  return path.join(dataDir, 'logs');
}

const maxFileBytes = 2 ** 20;
/** The current file and the older ones: 4 MiB for each name. */
const maxFiles = 4;
const maxFrames = 8;

/**
 * A log in `<folder>/<name>.log`, readable by the user only. A full file is renamed to `<name>.1.log`, and so on.
 * Lines are written at once, so that the last ones survive a crash.
 */
export function createLogFile(folder: string, name: string, now: () => Date = () => new Date()): Log {
  const fileOf = (age: number) => path.join(folder, age === 0 ? `${name}.log` : `${name}.${age}.log`);
  let bytes: number | undefined;

  const rotate = () => {
    for (let age = maxFiles - 2; age >= 0; age -= 1) {
      try {
        renameSync(fileOf(age), fileOf(age + 1));
      } catch {
        // There are fewer files, or another process has renamed this one.
      }
    }
    bytes = 0;
  };

  const append = (line: string) => {
    try {
      if (bytes === undefined) {
        createFolder(path.resolve(folder));
        bytes = statSync(fileOf(0), { throwIfNoEntry: false })?.size ?? 0;
      }
      const text = `${now().toISOString()} ${line}\n`;
      if (bytes + text.length > maxFileBytes) rotate();
      appendFileSync(fileOf(0), text, { mode: 0o600 });
      bytes += text.length;
    } catch {
      // A full disk must not stop the work that the log records.
    }
  };

  return {
    write: (event, facts = {}) => append([event, ...printFacts(facts)].join(' ')),
    problem(error, where) {
      const { name: kind, code } = describeError(error);
      // Titles of jobs contain names that the user gave.
      const place = where.replace(/“[^”]*”/g, '…');
      const lines = [`problem ${JSON.stringify(place)}`, ...printFacts({ kind, code })];
      append([lines.join(' '), ...framesOf(error)].join('\n    '));
    },
  };
}

/** Facts as `name=value`. A value that is no number, code or host name is not written. */
function printFacts(facts: LogFacts): string[] {
  return Object.entries(facts).flatMap(([name, value]) => {
    if (value === undefined) return [];
    return `${name}=${/^[\w.:+[\]-]{1,100}$/.test(String(value)) ? value : '?'}`;
  });
}

function describeError(error: unknown): { readonly name: string; readonly code: string | undefined } {
  if (!(error instanceof Error)) return { name: typeof error, code: undefined };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  return { name: error.name, code };
}

/** The innermost calls, with the names of files. The message above them may contain anything. */
function framesOf(error: unknown): string[] {
  if (!(error instanceof Error)) return [];
  const frames = (error.stack ?? '').split('\n').flatMap((line) => {
    const [, call = '', file = ''] = stackFrame.exec(line) ?? [];
    return file === '' ? [] : [`at ${call}${file}`];
  });
  const shown = frames.slice(0, maxFrames);
  return error.cause === undefined ? shown : [...shown, `caused by ${describeError(error.cause).name}`];
}

/** A line of a stack: the function, and the file without its folder. */
const stackFrame = /^\s+at (?:(?:async )?([\w.$<>]+ )\()?(?:.*[/\\])?([\w.-]+:\d+:\d+)\)?$/;
