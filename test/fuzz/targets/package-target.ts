import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { strToU8, unzipSync, zipSync } from 'fflate';
import { readPackage } from '../../../electron/core/exchange/package/read-package.ts';
import { writeHostilePackage } from '../../builders/hostile-packages.ts';
import { buildRecord } from '../../builders/record-builder.ts';
import type { SeededRandom } from '../../builders/seeded-random.ts';
import { buildToolRun } from '../../builders/tool-run.ts';
import { decode } from '../damage.ts';
import type { FuzzInput, FuzzTarget } from '../fuzz-target.ts';
import { mutate } from '../mutate.ts';
import { inFolder, once, withFile } from '../scratch-file.ts';

const packageFiles = once(() =>
  inFolder((folder) => {
    const file = path.join(folder, 'seed.zip');
    const record = JSON.stringify(buildRecord());
    const head = {
      recordId: 'a',
      bytes: record.length,
      sha256: hash('sha256', record, 'hex'),
      fetchedAt: '2026-11-20T08:00:00.000Z',
      query: 0,
      pageOffset: 0,
      fields: 'all',
    };
    const review = {
      verdict: 'confirmed',
      flagged: false,
      note: 'n',
      reviewer: 'anna',
      reviewedAt: '2026-11-20',
    };
    const line = `${JSON.stringify({ recordId: 'a', identity: 'chip 0 x', review })}\n`;
    writeHostilePackage(file, {
      records: { head: `${record}\n` },
      recordIndex: { head: `${JSON.stringify(head)}\n` },
      reviews: { head: line },
      reviewHistory: { head: line },
      chipIndex: { head: '{"file":null,"region":"East Asia","chipIdentifier":"x"}\n' },
    });
    return { whole: new Uint8Array(readFileSync(file)), files: unzipSync(readFileSync(file)) };
  }),
);

/** Half of them are damaged as a file, half in a content whose size and hash the manifest then has. */
function makePackage(random: SeededRandom): FuzzInput {
  const { whole, files } = packageFiles();
  if (random.chance(0.5)) return { bytes: mutate(whole, whole, random), extension: 'zip' };
  const name = random.pick(Object.keys(files));
  const other = files[random.pick(Object.keys(files))] ?? whole;
  const content = mutate(files[name] ?? whole, other, random);
  const changed: Record<string, Uint8Array> = { ...files, [name]: content };
  if (name !== 'manifest.json') {
    const manifest = JSON.parse(decode(files['manifest.json'] ?? whole)) as { entries: { name: string }[] };
    const entries = manifest.entries.map((entry) =>
      entry.name === name ? { name, bytes: content.length, sha256: hash('sha256', content, 'hex') } : entry,
    );
    changed['manifest.json'] = strToU8(JSON.stringify({ ...manifest, entries }));
  }
  return { bytes: zipSync(changed, { level: 1 }), extension: 'zip' };
}

/** Case packages. */
export const packages: FuzzTarget = {
  name: 'packages',
  count: 10_000,
  make: makePackage,
  check: (input) =>
    withFile(
      input,
      async (file) => void (await readPackage({ path: file, parts: 'everything' }, buildToolRun())),
    ),
};
