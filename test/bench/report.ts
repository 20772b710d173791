import { existsSync, readFileSync } from 'node:fs';
import type { Run } from './bench.ts';

/**
 * Prints the results of a child process in the form that `runChild` reads. A child calls it last. `megabytes` is by default
 * the peak of the whole process.
 */
export function report(
  milliseconds: number,
  parts: Readonly<Record<string, number>> = {},
  megabytes = peakKilobytes() / 1024,
): void {
  const run: Run = { milliseconds, peakMegabytes: megabytes, parts };
  process.stdout.write(`${JSON.stringify(run)}\n`);
}

/**
 * Returns the peak resident memory of this process. On Linux getrusage includes the peak of the parent process
 * (exec_mmap in fs/exec.c), so VmHWM is read, which does not (proc_pid_status(5)).
 */
export function peakKilobytes(): number {
  const status = '/proc/self/status';
  const own = existsSync(status) ? /^VmHWM:\s*(\d+) kB$/m.exec(readFileSync(status, 'utf8')) : null;
  return own ? Number(own[1]) : process.resourceUsage().maxRSS;
}
