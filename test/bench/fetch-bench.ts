import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { coreWorkers } from '../builders/core-workers.ts';
import type { Bench } from './bench.ts';
import { programOf, runChild } from './run-child.ts';

const worker = fileURLToPath(coreWorkers.workspace);
/** Speeds of the service in Mbit/s. */
const speeds = [20, 100] as const;

let service: { readonly address: string; readonly program: ChildProcess } | undefined;

/**
 * Measures a whole fetch from a service of a given speed, which is in a process of its own, beside receiving the same
 * pages only. A fetch that did not request the next page while one is written would take longer than that. With
 * 100,000 detections only: what it takes is mostly waiting.
 */
export const fetchBench: Bench = {
  name: 'fetch',
  measured: ({ size, pages, folder }) =>
    size.detections !== 100_000
      ? []
      : speeds.flatMap((speed) => [
          {
            name: `fetch at ${speed} Mbit/s`,
            run: async (round) => {
              const file = path.join(folder, `fetched-${speed}-${round}.gpkg`);
              return runChild('fetch-paced', worker, file, `${await startService(pages)}/${speed}`);
            },
          },
          {
            name: `transfer at ${speed} Mbit/s`,
            run: async () =>
              runChild('transfer-paced', `${await startService(pages)}/${speed}`, String(pages.length)),
          },
        ]),
  bars: [
    { of: 'fetch at 20 Mbit/s', to: 'transfer at 20 Mbit/s', atMost: 1.05 },
    { of: 'fetch at 100 Mbit/s', to: 'transfer at 100 Mbit/s', atMost: 1.05 },
    { of: 'fetch at 20 Mbit/s', shareOfCore: 0.6 },
  ],
  async close() {
    if (!service) return;
    const closed = once(service.program, 'close');
    service.program.kill();
    await closed;
  },
};

/** Returns the address of the service, which is started with the first call. */
async function startService(pages: readonly string[]): Promise<string> {
  if (service) return service.address;
  const program = spawn(process.execPath, ['--no-warnings', programOf('paced-service'), ...pages], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [address] = (await once(createInterface(program.stdout), 'line')) as [string];
  service = { address, program };
  return address;
}
