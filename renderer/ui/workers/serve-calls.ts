import { succeed } from '../../../shared/result.ts';
import { toFailure } from '../failure-error.ts';
import type { WorkerCall, WorkerReply } from './worker-client.ts';

/** A call that is being served. */
export type ServedCall<Progress> = {
  /** Whether no other call has come since. */
  isLatest(): boolean;
  report(progress: Progress): void;
};

/**
 * Serves the calls of a `WorkerClient` in the worker. What `perform` throws is the failure of its call. `transferOf` returns
 * the buffers of a result that are transferred.
 */
export function serveCalls<Input, Output, Progress = never>(
  perform: (input: Input, served: ServedCall<Progress>) => Output | Promise<Output>,
  transferOf: (output: Output) => Transferable[] = () => [],
): void {
  // The DOM library types `self` as a window; in a worker it is the worker's global scope.
  const scope = self as unknown as Worker;
  let latest = 0;
  const post = (reply: WorkerReply<Output, Progress>, transfer: Transferable[] = []) =>
    scope.postMessage(reply, transfer);
  scope.onmessage = async ({ data: { call, input } }: MessageEvent<WorkerCall<Input>>) => {
    latest = call;
    try {
      const output = await perform(input, {
        isLatest: () => latest === call,
        report: (progress) => post({ call, progress }),
      });
      post({ call, result: succeed(output) }, transferOf(output));
    } catch (error) {
      // A rejection in a worker is not reported to the page; it has to be sent.
      post({ call, result: { ok: false, failure: toFailure(error) } });
    }
  };
}
