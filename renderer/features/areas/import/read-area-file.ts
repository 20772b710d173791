import type { Result } from '../../../../shared/result.ts';
import type { ParsedAreaFile } from '../../../stores/area-import.ts';
import { runInWorker } from '../../../ui/workers/run-in-worker.ts';
import { texts } from '../texts.ts';
import type { AreaImportRequest } from './area-import-worker.ts';

/** Timeout of a file; the parsers are bounded, so only a bug in them takes that long. */
const timeoutSeconds = 30;

/** Parses the areas of a file in a new worker. A rejected file is a successful result; see `runInWorker`. */
export function readAreaFile(
  request: AreaImportRequest,
  signal: AbortSignal,
): Promise<Result<ParsedAreaFile>> {
  return runInWorker({
    startWorker: () => new Worker(new URL('./area-import-worker.ts', import.meta.url), { type: 'module' }),
    request,
    transfer: [request.bytes.buffer as ArrayBuffer],
    signal,
    timeoutSeconds,
    timeoutMessage: texts.import.timeout(timeoutSeconds),
  });
}
