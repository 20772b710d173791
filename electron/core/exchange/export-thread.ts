import { Worker } from 'node:worker_threads';
import type { ExportMessage, ExportPlan } from './export-plan.ts';
import type { ExportThreadSetup } from './threads/print-protocol.ts';

/** How an export in its thread ended. */
export type ExportEnd = Exclude<ExportMessage, { readonly kind: 'progress' }>;

/** Rows are read and printed in small batches: a small nursery keeps the thread flat and is no slower. */
const resourceLimits = { maxYoungGenerationSizeMb: 16 };

/**
 * Carries a plan out in a thread of its own and resolves when that has ended. An aborted signal stops it at the next
 * batch. Never rejects.
 */
export function runExportThread(
  workerUrl: URL,
  plan: Omit<ExportPlan, 'stop'>,
  options: { readonly signal: AbortSignal; onProgress(written: number): void },
): Promise<ExportEnd> {
  const { signal, onProgress } = options;
  const stop = new SharedArrayBuffer(4);
  const askToStop = () => Atomics.store(new Int32Array(stop), 0, 1);
  if (signal.aborted) askToStop();
  signal.addEventListener('abort', askToStop, { once: true });
  const workerData: ExportThreadSetup = { role: 'export', plan: { ...plan, stop } };
  const worker = new Worker(workerUrl, { workerData, resourceLimits });
  let end: ExportEnd | undefined;
  return new Promise((resolve) => {
    worker.on('message', (message: ExportMessage) => {
      if (message.kind === 'progress') onProgress(message.written);
      else end = message;
    });
    worker.once('error', (error) => {
      end = { kind: 'failed', message: `The export ended unexpectedly: ${error.message}` };
    });
    worker.once('exit', (code) => {
      signal.removeEventListener('abort', askToStop);
      resolve(end ?? { kind: 'failed', message: `The export ended unexpectedly (exit code ${code}).` });
    });
  });
}
