import type { MessagePort } from 'node:worker_threads';
import type { Steps } from './steps.ts';

/**
 * The methods of a thread: arguments and result, and what a call reports before it ends. `progress` is posted without a
 * response; a `batch` is a part of the result, after which the thread waits until it has been processed.
 */
export type ThreadMethods = {
  readonly [method: string]: {
    readonly args: readonly unknown[];
    readonly result: unknown;
    readonly progress?: unknown;
    readonly batch?: unknown;
  };
};

type ProgressOf<Method> = Method extends { readonly progress: infer Progress } ? Progress : never;
type BatchOf<Method> = Method extends { readonly batch: infer Batch } ? Batch : never;

/** Options of a call, on the side of the caller. */
export type CallOptions<Method> = {
  /** Asks the call to stop; it does at its next `throwIfStopped` or by its `signal`, and rejects with `CallStopped`. */
  readonly signal?: AbortSignal | undefined;
  /** Buffers and ports of the arguments that are transferred. */
  readonly transfer?: readonly (ArrayBuffer | MessagePort)[];
  onProgress?(progress: ProgressOf<Method>): void;
  /** Processes a part of the result. When it rejects, the call is stopped and rejects with the same error. */
  onBatch?(batch: BatchOf<Method>): Promise<void>;
};

/** Context that a call receives in its thread. */
export type CallContext<Progress = never, Batch = never> = {
  /** Throws `CallStopped` once the caller has requested to stop the call. Must be called between its steps. */
  throwIfStopped(): void;
  /** Aborts with `CallStopped` once the caller has requested to stop the call, for what waits for something else. */
  readonly signal: AbortSignal;
  progress(progress: Progress): void;
  /**
   * Sends a part of the result, and resolves when the caller has processed it, so that parts never accumulate. The buffers
   * in `transfer` cannot be used afterwards.
   */
  send(batch: Batch, transfer?: readonly ArrayBuffer[]): Promise<void>;
};

/**
 * The implementations of a thread's methods. `transferResult` names buffers of the result that are transferred. Between
 * the steps of a method that returns steps, other calls are performed.
 */
export type ThreadHandlers<Methods extends ThreadMethods> = {
  readonly [Name in keyof Methods]: (
    args: Methods[Name]['args'],
    context: CallContext<ProgressOf<Methods[Name]>, BatchOf<Methods[Name]>> & {
      transferResult(buffers: readonly ArrayBuffer[]): void;
    },
  ) => Methods[Name]['result'] | Promise<Methods[Name]['result']> | Steps<Methods[Name]['result']>;
};

/** The call was stopped by its caller. */
export class CallStopped extends Error {
  constructor() {
    super('The work was cancelled.');
    this.name = 'CallStopped';
  }
}

/** A message to a thread. */
export type ThreadRequest =
  | {
      readonly kind: 'call';
      readonly id: number;
      readonly method: string;
      readonly args: readonly unknown[];
      /** Its element 0 is set to 1 to stop the call. Absent when the caller cannot stop it. */
      readonly stop: Int32Array | undefined;
    }
  /** `stop` of the call with this id is set: a call that waits does not read it. */
  | { readonly kind: 'stop'; readonly id: number }
  /** The batch has been processed, or could not be. */
  | { readonly kind: 'processed' }
  /** The last message of a caller. */
  | { readonly kind: 'close' };

/**
 * A message of a thread: it has loaded its code, it has released all that it held, or something on the call with this id,
 * which the last three end.
 */
export type ThreadResponse =
  | { readonly kind: 'started' }
  | { readonly kind: 'closed' }
  | ({ readonly id: number } & (
      | { readonly kind: 'progress'; readonly progress: unknown }
      | { readonly kind: 'batch'; readonly batch: unknown }
      | { readonly kind: 'result'; readonly value: unknown }
      | { readonly kind: 'stopped' }
      | { readonly kind: 'error'; readonly error: PortableError }
    ));

/** An error as it crosses between threads: a thrown value with more than its class and text. */
export type PortableError = {
  readonly name: string;
  readonly message: string;
  readonly stack: string | undefined;
  readonly cause: PortableError | undefined;
  /** Code of an error of the system or of a library. */
  readonly code: string | number | undefined;
};

/** Converts an error to a form that can be posted. */
export function packError(error: unknown): PortableError {
  if (!(error instanceof Error)) {
    return { name: 'Error', message: String(error), stack: undefined, cause: undefined, code: undefined };
  }
  const { name, message, stack, cause } = error;
  const code =
    'code' in error && /string|number/.test(typeof error.code) ? (error.code as string) : undefined;
  return { name, message, stack, cause: cause === undefined ? undefined : packError(cause), code };
}

/** The error that was packed, with its causes. */
export function unpackError({ name, message, stack, cause, code }: PortableError): Error {
  const error = new Error(message, cause === undefined ? undefined : { cause: unpackError(cause) });
  error.name = name;
  if (stack !== undefined) error.stack = stack;
  if (code !== undefined) Object.assign(error, { code });
  return error;
}
