import { fail, type Result } from '../../../shared/result.ts';

/** A call of a worker; of its results only those of open calls count. */
export type WorkerCall<Input> = { readonly call: number; readonly input: Input };

/** The result of a call. */
export type WorkerReply<Output> = { readonly call: number; readonly result: Result<Output> };

/** Calls a worker that `serveCalls` serves. It is started with the first call. */
export class WorkerClient<Input, Output> {
  readonly #start: () => Worker;
  readonly #open = new Map<number, (result: Result<Output>) => void>();
  #worker: Worker | null = null;
  #lastCall = 0;

  constructor(start: () => Worker) {
    this.#start = start;
  }

  /** Transfers the buffers of `transfer`. Fails with what the worker throws, else with `server-error`. */
  call(input: Input, transfer: readonly Transferable[] = []): Promise<Result<Output>> {
    this.#worker ??= this.#startWorker();
    this.#lastCall += 1;
    const request: WorkerCall<Input> = { call: this.#lastCall, input };
    this.#worker.postMessage(request, [...transfer]);
    return new Promise((settle) => this.#open.set(request.call, settle));
  }

  /** Ends all open calls with a failure. */
  end(failure: Result<never>): void {
    for (const settle of this.#open.values()) settle(failure);
    this.#open.clear();
  }

  /** Ends the worker; the next call starts another one. */
  terminate(): void {
    this.end(fail('cancelled', 'It was stopped.'));
    this.#worker?.terminate();
    this.#worker = null;
  }

  #startWorker(): Worker {
    const worker = this.#start();
    worker.onmessage = ({ data: { call, result } }: MessageEvent<WorkerReply<Output>>) => {
      this.#open.get(call)?.(result);
      this.#open.delete(call);
    };
    // One whose code could not be loaded would never respond.
    worker.onerror = ({ message }) => {
      if (worker !== this.#worker) return;
      this.end(fail('server-error', message));
      this.terminate();
    };
    return worker;
  }
}
