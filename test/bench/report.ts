import type { Run } from './bench.ts';

/** To be called by a child when its work is done: prints what `runChild` reads. */
export function report(milliseconds: number, parts: Readonly<Record<string, number>> = {}): void {
  // Kilobytes on every platform, says Node.
  const peakMegabytes = process.resourceUsage().maxRSS / 1024;
  const run: Run = { milliseconds, peakMegabytes, parts };
  process.stdout.write(`${JSON.stringify(run)}\n`);
}
