/**
 * Fetches from a faulty service again and again, as the app does, and prints how each fetch ended:
 * `fetch-faults.ts <worker> <workspace file> <address> <fetches>`.
 */
import { searchSchema } from '../../../shared/results/search.ts';
import { report } from '../report.ts';
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
report(performance.now() - startedAt, { longestTurnMilliseconds: longestTurn });
