import { openSync, writeSync } from 'node:fs';
import { fuzzInput } from './fuzz-input.ts';
import { findTarget } from './targets.ts';

// Run as a separate process: checks inputs in their order until it is ended, or one fails. Before each, its number is
// written to a file, which survives whatever becomes of this process.
const [name = '', seed = '', from = '', to = '', progress = ''] = process.argv.slice(2);
const target = findTarget(name);
const file = openSync(progress, 'w');
const maxMegabytes = 1024;

for (let index = Number(from); index < Number(to); index += 1) {
  writeSync(file, String(index).padEnd(20), 0);
  await target.check(fuzzInput(target, Number(seed), index));
  if (index % 200 === 0 && process.memoryUsage.rss() > maxMegabytes * 2 ** 20) {
    throw new Error(`More than ${maxMegabytes} MB of memory are in use.`);
  }
}
writeSync(file, to.padEnd(20), 0);
