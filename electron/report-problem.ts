import { type Log, noLog } from './core/base/log-file.ts';
import { printLine } from './print.ts';

let problemLog = noLog;

/** From now on problems are also written to the log of this process. */
export function logProblems(log: Log): void {
  problemLog = log;
}

/**
 * Writes an unexpected failure to the log, and to standard error: the context, then the error with its causes. Errors never contain a
 * token, since the service client does not quote them.
 */
export function reportProblem(error: unknown, where: string): void {
  printLine(process.stderr, `Sightline: ${where}: ${printed(error)}`);
  problemLog.problem(error, where);
}

function printed(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const text = error.stack ?? error.message;
  return error.cause === undefined ? text : `${text}\nCaused by: ${printed(error.cause)}`;
}

/**
 * Reports errors that nothing handles, and calls `end` at the first one; without it the process ends with code 1. Electron
 * would go on after them.
 */
export function reportUncaughtErrors(end: () => void = () => process.exit(1)): void {
  let isEnding = false;
  process.on('uncaughtException', (error) => {
    reportProblem(error, 'ended unexpectedly');
    if (!isEnding) end();
    isEnding = true;
  });
}

/** Reports rejections that nothing handles; the work goes on. Electron would only print them. */
export function reportRejections(): void {
  process.on('unhandledRejection', (reason) => reportProblem(reason, 'a rejection that nothing handles'));
}
