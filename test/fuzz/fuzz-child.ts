import { openSync, writeFileSync, writeSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { fuzzInput } from './fuzz-input.ts';
import { findTarget } from './targets.ts';

// Run as a separate process: checks inputs in their order until it is ended, or one fails. Before each, its number is
// written to a file, which survives whatever becomes of this process. With the path of a file as the last argument it
// only writes the first input there, compressed.
const [name = '', seed = '', from = '', to = '', progress = '', output] = process.argv.slice(2);
const target = findTarget(name);
const { maxMegabytes = 1024 } = target;

if (output !== undefined)
  writeFileSync(output, gzipSync(fuzzInput(target, Number(seed), Number(from)).bytes));
else await check(openSync(progress, 'w'));

async function check(file: number): Promise<void> {
  for (let index = Number(from); index < Number(to); index += 1) {
    writeSync(file, String(index).padEnd(20), 0);
    await target.check(fuzzInput(target, Number(seed), index));
    // The highest that it ever was, in KiB.
    if (process.resourceUsage().maxRSS > maxMegabytes * 1024)
      throw new Error(`More than ${maxMegabytes} MB of memory were in use.`);
  }
  writeSync(file, to.padEnd(20), 0);
}
