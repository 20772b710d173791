import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { coreWorkers } from '../builders/core-workers.ts';
import type { Bench } from './bench.ts';
import { programOf, runChild } from './run-child.ts';

const worker = fileURLToPath(coreWorkers.workspace);
/** The speeds of the service in Mbit/s by the number of detections; more at the lower speed would only be waited for. */
const speeds: Readonly<Record<number, readonly number[]>> = { 100000: [20, 100], 1000000: [100] };

type Service = {
  readonly pages: readonly string[];
  readonly address: string;
  readonly program: ChildProcess;
};

let service: Service | undefined;

/**
 * Measures a whole fetch from a service of a given speed, which is in a process of its own, next to receiving the same
 * pages only. A fetch that did not request the next page while one is written would take longer than that. After the
 * transfer the last page is written, which is a tenth of 100,000 detections and a hundredth of a million.
 */
export const fetchBench: Bench = {
  name: 'fetch',
  measured: ({ size, pages, folder }) =>
    (speeds[size.detections] ?? []).flatMap((speed) => [
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
  close: endService,
};

/** Returns the address of the service of these pages, which is started with the first call. */
async function startService(pages: readonly string[]): Promise<string> {
  if (service?.pages === pages) return service.address;
  await endService();
  const program = spawn(process.execPath, ['--no-warnings', programOf('paced-service'), ...pages], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [address] = (await once(createInterface(program.stdout), 'line')) as [string];
  service = { pages, address, program };
  return address;
}

async function endService(): Promise<void> {
  if (!service) return;
  const closed = once(service.program, 'close');
  service.program.kill();
  service = undefined;
  await closed;
}
