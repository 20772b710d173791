import { fail, type Result } from '../../../shared/result.ts';
import type { PackedShapes } from './packed-shapes.ts';
import type { ShapesRequest, ShapesResponse } from './shapes-messages.ts';

/** Loads, projects and triangulates outlines in a worker, which is started with the first load. */
export class ShapesSource {
  #worker: Worker | null = null;
  #ticket = 0;
  #settle: ((result: Result<PackedShapes>) => void) | null = null;

  /** Loads outlines from a URL, or from bytes, which are transferred. A newer load replaces it (`cancelled`). */
  load(source: string | ArrayBuffer): Promise<Result<PackedShapes>> {
    this.cancelLoad();
    const request: ShapesRequest = { ticket: this.#ticket, source };
    this.#startedWorker().postMessage(request, typeof source === 'string' ? [] : [source]);
    return new Promise((settle) => {
      this.#settle = settle;
    });
  }

  /** Cancels the running load. */
  cancelLoad(): void {
    this.#ticket += 1;
    this.#end(fail('cancelled', 'The outlines are being loaded anew.'));
  }

  dispose(): void {
    this.cancelLoad();
    this.#worker?.terminate();
  }

  #startedWorker(): Worker {
    if (this.#worker) return this.#worker;
    const worker = new Worker(new URL('./shapes-worker.ts', import.meta.url), { type: 'module' });
    worker.onmessage = ({ data }: MessageEvent<ShapesResponse>) => {
      if (data.ticket !== this.#ticket) return;
      this.#end(data.ok ? { ok: true, value: data.shapes } : { ok: false, failure: data.failure });
    };
    worker.onerror = ({ message }) => this.#end(fail('server-error', message));
    this.#worker = worker;
    return worker;
  }

  #end(result: Result<PackedShapes>): void {
    const settle = this.#settle;
    this.#settle = null;
    settle?.(result);
  }
}
