import { CallStopped } from '../../electron/core/base/thread-protocol.ts';
import type { ToolContext, ToolProgress } from '../../electron/core/base/tool-context.ts';

/** A tool's run that records its progress, stops at the n-th check if given, and passes batches to `onBatch`. */
export function buildToolRun<Batch = never>({
  stopAtCheck = Number.POSITIVE_INFINITY,
  onBatch = async () => {},
}: {
  readonly stopAtCheck?: number;
  readonly onBatch?: (batch: Batch) => Promise<void>;
} = {}): ToolContext<Batch> & { readonly reported: readonly ToolProgress[] } {
  const reported: ToolProgress[] = [];
  let checks = 0;
  return {
    reported,
    signal: new AbortController().signal,
    throwIfStopped() {
      checks += 1;
      if (checks >= stopAtCheck) throw new CallStopped();
    },
    progress(progress) {
      reported.push(progress);
    },
    send: onBatch,
  };
}
