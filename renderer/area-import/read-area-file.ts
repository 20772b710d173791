import { fail, type Result, succeed } from '../../shared/result.ts';
import type { ReadFile } from './area-import.ts';
import type { ImportRequest } from './import-worker.ts';

/** After so long a file is given up; the readers are bounded, so only a fault of theirs takes that long. */
const longestReadingSeconds = 30;

/**
 * Reads the areas of a file in a worker of its own, which is ended with the signal or when it takes too long: the page
 * never waits. A rejected file is a value like any other; failures are `cancelled`, `timeout` and `server-error`.
 */
export function readAreaFile(request: ImportRequest, signal: AbortSignal): Promise<Result<ReadFile>> {
  if (signal.aborted) return Promise.resolve(stopped);
  const worker = new Worker(new URL('./import-worker.ts', import.meta.url), { type: 'module' });
  return new Promise<Result<ReadFile>>((settle) => {
    const end = (result: Result<ReadFile>) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
      worker.terminate();
      settle(result);
    };
    const stop = () => end(stopped);
    const timer = setTimeout(() => end(tooLong), longestReadingSeconds * 1000);
    signal.addEventListener('abort', stop);
    worker.onmessage = ({ data }: MessageEvent<ReadFile>) => end(succeed(data));
    worker.onerror = (event) =>
      end(fail('server-error', `Sightline failed on this file (${event.message}). Please report it.`));
    worker.postMessage(request, [request.bytes.buffer as ArrayBuffer]);
  });
}

const stopped = fail('cancelled', 'Reading was stopped.');
const tooLong = fail(
  'timeout',
  `Reading was stopped after ${longestReadingSeconds} seconds. Split the file or simplify it.`,
);
