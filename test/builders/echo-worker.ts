import { threadId } from 'node:worker_threads';
import { serveThread } from '../../electron/core/base/serve-thread.ts';

/** The methods of the thread that the tests of threads start. */
export type EchoMethods = {
  echo: { readonly args: readonly [value: unknown]; readonly result: unknown };
  threadId: { readonly args: readonly []; readonly result: number };
  fail: { readonly args: readonly []; readonly result: never };
  exit: { readonly args: readonly [code: number]; readonly result: never };
  crash: { readonly args: readonly []; readonly result: never };
  double: {
    readonly args: readonly [bytes: Uint8Array<ArrayBuffer>];
    readonly result: Uint8Array<ArrayBuffer>;
  };
  count: { readonly args: readonly [to: number]; readonly result: string; readonly progress: number };
  /** Waits for so many steps, between which other calls are performed; fails after the last one with `fails`. */
  walk: { readonly args: readonly [steps: number, fails: boolean]; readonly result: string };
  /** Sends numbers until it is stopped. */
  stream: { readonly args: readonly []; readonly result: never; readonly batch: Uint8Array };
  /** Both never end; only `spin` can be stopped. */
  spinOn: { readonly args: readonly []; readonly result: never; readonly progress: 'spinning' };
  spin: { readonly args: readonly []; readonly result: never; readonly progress: 'spinning' };
  /** Waits until it is stopped. */
  waitForStop: { readonly args: readonly []; readonly result: never; readonly progress: 'waiting' };
  silence: { readonly args: readonly []; readonly result: never };
  /** Starts a timer, so that the thread only ends when closing releases it; `fails`: which then throws. */
  hold: { readonly args: readonly [fails: boolean]; readonly result: undefined };
  unclonable: { readonly args: readonly []; readonly result: unknown };
};

let release: (() => void) | undefined;

serveThread<EchoMethods>(
  {
    echo: ([value]) => value,
    threadId: () => threadId,
    fail() {
      const error = new RangeError('No such page.', { cause: new Error('The disk does not answer.') });
      throw error;
    },
    exit: ([code]) => process.exit(code),
    crash: () =>
      new Promise<never>(() => {
        setTimeout(() => {
          throw new Error('out of order');
        });
      }),
    double([bytes], { transferResult }) {
      const doubled = bytes.map((byte) => byte * 2);
      transferResult([doubled.buffer]);
      return doubled;
    },
    async count([to], { progress }) {
      for (let at = 1; at <= to; at += 1) {
        progress(at);
        await Promise.resolve();
      }
      return 'counted';
    },
    *walk([steps, fails]) {
      for (let step = 0; step < steps; step += 1) yield;
      if (fails) throw new RangeError('No way.');
      return 'arrived';
    },
    async stream(_args, { send }) {
      for (let at = 0; ; at += 1) {
        const batch = Uint8Array.of(at);
        await send(batch, [batch.buffer]);
        if (batch.byteLength > 0) throw new Error('The batch was copied.');
      }
    },
    spinOn(_args, { progress }) {
      progress('spinning');
      for (;;);
    },
    spin(_args, { progress, throwIfStopped }) {
      progress('spinning');
      for (;;) throwIfStopped();
    },
    hold([fails]) {
      const timer = setInterval(() => {}, 60_000);
      release = () => {
        if (fails) throw new Error('It does not let go.');
        clearInterval(timer);
      };
    },
    waitForStop: (_args, { signal, progress }) =>
      new Promise<never>((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
        progress('waiting');
      }),
    silence: () => new Promise<never>(() => {}),
    unclonable: () => () => {},
  },
  {
    explain: (error) => (error instanceof RangeError ? new Error('Explained.', { cause: error }) : error),
    onClose() {
      release?.();
      release = undefined;
    },
  },
);
