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

/** Ends the process at an uncaught error like Node.js does, but prints it like every other problem. */
export function reportUncaughtErrors(): void {
  process.on('uncaughtException', (error) => {
    reportProblem(error, 'ended unexpectedly');
    process.exit(1);
  });
}
