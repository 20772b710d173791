import { unexpectedError } from '../../../shared/error-text.ts';
import { fail, type Result } from '../../../shared/result.ts';

/** A call of a worker; of its results only those of open calls count. */
export type WorkerCall<Input> = { readonly call: number; readonly input: Input };

/** The result of a call, or how far it is. */
export type WorkerReply<Output, Progress = never> = { readonly call: number } & (
  | { readonly result: Result<Output> }
  | { readonly progress: Progress }
);

type OpenCall<Output, Progress> = {
  settle(result: Result<Output>): void;
  readonly onProgress: (progress: Progress) => void;
};

/** Calls a worker that `serveCalls` serves. It is started with the first call. */
export class WorkerClient<Input, Output, Progress = never> {
  readonly #start: () => Worker;
  readonly #open = new Map<number, OpenCall<Output, Progress>>();
  #worker: Worker | null = null;
  #lastCall = 0;

  constructor(start: () => Worker) {
    this.#start = start;
  }

  /** Transfers the buffers of `transfer`. Fails with what the worker throws, else with `server-error`. */
  call(
    input: Input,
    transfer: readonly Transferable[] = [],
    onProgress: (progress: Progress) => void = () => {},
  ): Promise<Result<Output>> {
    this.#worker ??= this.#startWorker();
    this.#lastCall += 1;
    const request: WorkerCall<Input> = { call: this.#lastCall, input };
    this.#worker.postMessage(request, [...transfer]);
    return new Promise((settle) => this.#open.set(request.call, { settle, onProgress }));
  }

  /** Ends all open calls with a failure. */
  end(failure: Result<never>): void {
    for (const { settle } of this.#open.values()) settle(failure);
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
    worker.onmessage = ({ data }: MessageEvent<WorkerReply<Output, Progress>>) => {
      const open = this.#open.get(data.call);
      if ('progress' in data) return open?.onProgress(data.progress);
      open?.settle(data.result);
      this.#open.delete(data.call);
    };
    // One whose code could not be loaded would never respond.
    worker.onerror = ({ message }) => {
      if (worker !== this.#worker) return;
      this.end(fail('server-error', unexpectedError, { details: message }));
      this.terminate();
    };
    return worker;
  }
}
