import { createHash } from 'node:crypto';
import { flushCompileCache } from 'node:module';
import { createChipCache } from '../../electron/core/chips/chip-cache.ts';
import { buildPng } from './chip-png.ts';

// The kill comes before Node would save what it has compiled, for the next run.
flushCompileCache();

// Run as a separate process, to be killed at any moment: fills a cache beyond its limit without end.
const png = buildPng();
const clock = { ms: Date.now() };
const cache = createChipCache(process.argv[2] ?? '', { limit: 60 * png.length, now: () => clock.ms });
await cache.stats();
process.stdout.write('writing\n');
for (let count = 0; ; count += 1) {
  clock.ms += 10_000;
  const key = createHash('sha256').update(`${process.pid} ${count}`).digest('hex');
  await cache.write(key, png);
  await cache.read(key);
}
