import { existsSync } from 'node:fs';
import { reportProblem } from './report-problem.ts';

/** Maximum time of an ordered shutdown, in milliseconds; then the process ends anyway. */
const shutdownMs = 10_000;

const shell = '/bin/sh';

/**
 * Ends this process with `code` at once, whatever its threads do. `process.exit` and Electron's `app.exit` wait for
 * every thread. One inside a native call, such as an SQLite statement or the prompt of a keychain, delays them for
 * ever. So the process is replaced (execve) by a program that only exits, which ends its threads. Where that is not
 * possible (Windows), a process with `isStuck` is killed: its exit code is then the system's (1 on Windows), not
 * `code`.
 */
export function endProcess(code: number, isStuck = false): never {
  if (process.platform !== 'win32' && existsSync(shell)) {
    process.execve?.(shell, ['sh', '-c', `exit ${code}`], {});
  }
  if (isStuck) process.kill(process.pid, 'SIGKILL');
  process.exit(code);
}

/**
 * Starts the time limit of the shutdown: unless the process has ended by then, it is ended with `code`, and `onLimit` is
 * called before. Returns a function that lifts the limit.
 */
export function limitShutdown(code: number, onLimit = (): void => {}): () => void {
  const timer = setTimeout(() => {
    onLimit();
    reportProblem(`did not finish within ${shutdownMs / 1000} s; ending anyway`, 'closing');
    endProcess(code, true);
  }, shutdownMs);
  return () => clearTimeout(timer);
}
