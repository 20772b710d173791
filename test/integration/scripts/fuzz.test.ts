import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import { inProject } from '../../../scripts/lib/paths.mjs';
import { fuzzInput } from '../../fuzz/fuzz-input.ts';
import { removeScratchFolder } from '../../fuzz/scratch-file.ts';
import { findTarget, fuzzTargets } from '../../fuzz/targets.ts';

const folder = inProject('test', 'fixtures', 'fuzz');
/** Named `<target>--<seed>-<index>.<extension>` by `npm run fuzz`, and with `.gz` where they are compressed. */
const found = existsSync(folder) ? readdirSync(folder).filter((name) => name.includes('--')) : [];

afterAll(removeScratchFolder);

describe('a damaged input', () => {
  test.each(found)('%s, which was found once, is read without a fault', async (name) => {
    const content = readFileSync(path.join(folder, name));
    const bytes = new Uint8Array(name.endsWith('.gz') ? gunzipSync(content) : content);
    const extension = path.extname(name.replace(/\.gz$/, '')).slice(1);
    await findTarget(name.split('--')[0] ?? '').check({ bytes, extension });
  });

  test.each(fuzzTargets.map(({ name }) => name))('of %s is read without a fault', async (name) => {
    const target = findTarget(name);
    for (let index = 0; index < 100; index += 1) await target.check(fuzzInput(target, 1, index));
  });

  test('is the same for the same seed and number', () => {
    for (const target of fuzzTargets) {
      const [one, same, other] = [7, 7, 8].map((index) => fuzzInput(target, 3, index));
      expect(Buffer.from(one?.bytes ?? []).equals(Buffer.from(same?.bytes ?? [])), target.name).toBe(true);
      expect(Buffer.from(one?.bytes ?? []).equals(Buffer.from(other?.bytes ?? [])), target.name).toBe(false);
    }
  });
});
