import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { inProject } from '../../scripts/lib/paths.mjs';
import { coreWorkers } from '../builders/core-workers.ts';
import type { Bench, Run } from './bench.ts';
import { partsOf } from './parts-of.ts';
import { runChild, runPeer } from './run-child.ts';

const worker = fileURLToPath(coreWorkers.workspace);
const queries = [
  'opening',
  'first feed',
  'first filter',
  'first expression',
  'first sort by number',
  'first sort by text',
  'filter during a first sort by text',
];

/** Measures the start of the host, and the first queries of an opened workspace, which has no columns in memory yet. */
export const startBench: Bench = {
  name: 'start',
  measured: ({ workspace, folder }) => [
    { name: 'host ready', run: (round) => startHost(path.join(folder, `data-${round}`)) },
    { name: 'node -e 0', run: () => runPeer(process.execPath, '-e', '0') },
    ...partsOf(queries, (round) => {
      const file = path.join(folder, `opened-${round}.gpkg`);
      copyFileSync(workspace, file);
      return runChild('first-questions', file, worker);
    }),
    {
      name: 'open, above an empty workspace',
      run: (round) => {
        const file = path.join(folder, `shown-${round}.gpkg`);
        copyFileSync(workspace, file);
        return runChild('open-memory', file, path.join(folder, `empty-${round}.gpkg`), worker);
      },
    },
  ],
  bars: [
    { of: 'host ready', to: 'node -e 0', atMost: 6 },
    { of: 'first feed', milliseconds: 600 },
    { of: 'first filter', milliseconds: 150 },
    { of: 'first expression', milliseconds: 300 },
    { of: 'first sort by number', milliseconds: 150 },
    { of: 'first sort by text', milliseconds: 500 },
    { of: 'filter during a first sort by text', milliseconds: 250 },
    { of: 'open, above an empty workspace', megabytes: 250 },
  ],
};

/**
 * Starts the built browser host on an empty data folder, measures the time until it prints its address, and ends it.
 */
async function startHost(dataDir: string): Promise<Run> {
  const startedAt = performance.now();
  const host = spawn(
    process.execPath,
    [inProject('dist', 'main', 'browser-host.js'), '--port', '0', '--no-open', '--data-dir', dataDir],
    { env: { ...process.env, SIGHTLINE_KEYCHAIN: 'off' }, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const closed = once(host, 'close');
  let milliseconds: number | undefined;
  for await (const line of createInterface(host.stdout)) {
    if (!line.startsWith('Sightline ready: ')) continue;
    milliseconds = performance.now() - startedAt;
    host.kill('SIGINT');
  }
  await closed;
  if (milliseconds === undefined) throw new Error('The host ended before it was ready.');
  return { milliseconds };
}
