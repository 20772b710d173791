/**
 * Fetches from a faulty service again and again, as the app does, and prints how each fetch ended:
 * `fetch-faults.ts <worker> <workspace file> <address> <fetches>`. Reports the processor time of the main thread's
 * longest turn, and the median of reading a response of 50 MB as JSON, which shows how fast this computer is.
 */
import { searchSchema } from '../../../shared/results/search.ts';
import { peakKilobytes, report } from '../report.ts';
import { openFetches } from './open-fetches.ts';

const [worker = '', file = '', address = '', fetchCount = ''] = process.argv.slice(2);
const startedAt = performance.now();
const fetches = await openFetches(worker, file, address);

let before = process.threadCpuUsage();
let longestTurn = 0;
// Processor time, which does not depend on what else the computer does.
const timer = setInterval(() => {
  const { user, system } = process.threadCpuUsage(before);
  longestTurn = Math.max(longestTurn, (user + system) / 1000);
  before = process.threadCpuUsage();
}, 1);
for (let index = 0; index < Number(fetchCount); index += 1) {
  const job = await fetches.run(searchSchema.parse({ regions: [`${index}`], analytics: [], pageSize: 10 }));
  process.stdout.write(`${job?.state}\n`);
}
clearInterval(timer);
await fetches.close();
// Before the references: their texts of 50 MB are garbage that no fetch makes.
const peakMegabytes = peakKilobytes() / 1024;
const response = Buffer.from(JSON.stringify('a'.repeat(50_000_000)));
const references = Array.from({ length: 5 }, () =>
  processorMilliseconds(() => JSON.parse(response.toString())),
);
report(
  performance.now() - startedAt,
  {
    longestTurnMilliseconds: longestTurn,
    parsingMilliseconds: references.toSorted((a, b) => a - b)[2] ?? 0,
  },
  peakMegabytes,
);

/** Performs some work of this thread and returns its processor time. */
function processorMilliseconds(work: () => void): number {
  const start = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(start);
  return (user + system) / 1000;
}
