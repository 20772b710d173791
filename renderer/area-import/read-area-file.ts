import type { Result } from '../../shared/result.ts';
import { workOnce } from '../workers/work-once.ts';
import type { ReadFile } from './area-import.ts';
import type { ImportRequest } from './import-worker.ts';

/** After so long a file is given up; the readers are bounded, so only a fault of theirs takes that long. */
const longestSeconds = 30;

/** Reads the areas of a file in a worker of its own. A rejected file is a value like any other; see `workOnce`. */
export function readAreaFile(request: ImportRequest, signal: AbortSignal): Promise<Result<ReadFile>> {
  return workOnce({
    start: () => new Worker(new URL('./import-worker.ts', import.meta.url), { type: 'module' }),
    request,
    transfer: [request.bytes.buffer as ArrayBuffer],
    signal,
    longestSeconds,
    tooLong: `Reading was stopped after ${longestSeconds} seconds. Split the file or simplify it.`,
  });
}
