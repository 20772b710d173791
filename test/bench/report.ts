import { existsSync, readFileSync } from 'node:fs';
import type { Run } from './bench.ts';

/** To be called by a child when its work is done: prints what `runChild` reads. */
export function report(milliseconds: number, parts: Readonly<Record<string, number>> = {}): void {
  const run: Run = { milliseconds, peakMegabytes: peakKilobytes() / 1024, parts };
  process.stdout.write(`${JSON.stringify(run)}\n`);
}

/**
 * Peak memory of this process. On Linux getrusage includes the peak of the parent process (exec_mmap in fs/exec.c);
 * VmHWM does not (proc_pid_status(5)).
 */
function peakKilobytes(): number {
  const status = '/proc/self/status';
  const own = existsSync(status) ? /^VmHWM:\s*(\d+) kB$/m.exec(readFileSync(status, 'utf8')) : null;
  return own ? Number(own[1]) : process.resourceUsage().maxRSS;
}
