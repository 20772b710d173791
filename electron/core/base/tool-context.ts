import type { CallContext } from './thread-protocol.ts';

/** The progress of a tool; see `Job.progress`. */
export type ToolProgress = {
  readonly done: number;
  readonly total?: number;
  readonly unit: 'records' | 'detections' | 'features' | 'bytes' | 'steps';
};

/** Context that a tool receives from its caller. Some tools send parts of their result, of type `Batch`. */
export type ToolContext<Batch = never> = CallContext<ToolProgress, Batch>;
