import { afterEach, describe, expect, test } from 'vitest';
import {
  runInThread,
  startThread,
  type Thread,
  ThreadEnded,
  ThreadUnresponsive,
} from '../../../../../electron/core/base/start-thread.ts';
import { CallStopped } from '../../../../../electron/core/base/thread-protocol.ts';
import type { EchoMethods } from '../../../../builders/echo-worker.ts';

const workerUrl = new URL('../../../../builders/echo-worker.ts', import.meta.url);
const name = 'The echo';
const threads: Thread<EchoMethods>[] = [];

function start(options: { onUnexpectedEnd?(error: ThreadEnded): void } = {}): Thread<EchoMethods> {
  const thread = startThread<EchoMethods>(workerUrl, { name, remedy: 'shout again', ...options });
  threads.push(thread);
  return thread;
}

afterEach(() => {
  for (const thread of threads.splice(0)) thread.terminate(new Error('The test is over.'));
});

describe('a thread', () => {
  test('responds to calls in their order, also those that were made before it was closed', async () => {
    const thread = start();
    const order: unknown[] = [];
    const calls = [
      thread.call('count', [3]).then((value) => order.push(value)),
      ...[1, 2, 3].map((value) => thread.call('echo', [value]).then((echoed) => order.push(echoed))),
    ];
    await thread.close();
    await Promise.all(calls);
    expect(order).toEqual(['counted', 1, 2, 3]);
    await expect(thread.call('echo', [4])).rejects.toThrow('The echo is closed.');
    await thread.close();
  });

  test('performs other calls between the steps of a call, and ends all of them before it is closed', async () => {
    const thread = start();
    const order: unknown[] = [];
    const calls = [
      thread.call('walk', [1000, false]).then((value) => order.push(value)),
      thread.call('walk', [0, false]).then(() => order.push('short')),
      thread.call('echo', [1]).then((value) => order.push(value)),
      expect(thread.call('walk', [10, true])).rejects.toThrow('Explained.'),
    ];
    await thread.close();
    await Promise.all(calls);
    expect(order).toEqual(['short', 1, 'arrived']);
  });

  test('stops a call that waits, by its signal', async () => {
    const thread = start();
    const controller = new AbortController();
    const waiting = expect(
      thread.call('waitForStop', [], { signal: controller.signal, onProgress: () => controller.abort() }),
    ).rejects.toThrow(CallStopped);
    await waiting;
    // The end of one call does not stop the next one.
    expect(await thread.call('echo', [1], { signal: new AbortController().signal })).toBe(1);
  });

  test('stops a call between its steps', async () => {
    const thread = start();
    const controller = new AbortController();
    const walk = expect(
      thread.call('walk', [Number.POSITIVE_INFINITY, false], { signal: controller.signal }),
    ).rejects.toThrow(CallStopped);
    await thread.call('echo', [1]);
    controller.abort();
    await walk;
    expect(await thread.call('echo', [2])).toBe(2);
    await thread.close();
  });

  test('returns the error of a method with its causes, explained, and continues', async () => {
    const thread = start();
    await expect(thread.call('fail', [])).rejects.toMatchObject({
      message: 'Explained.',
      cause: {
        name: 'RangeError',
        message: 'No such page.',
        cause: { message: 'The disk does not answer.' },
      },
    });
    await expect(thread.call('unclonable', [])).rejects.toThrow(/could not be cloned/);
    expect(await thread.call('echo', ['on'])).toBe('on');
  });

  test('that ends before it responds rejects its pending calls and later ones', async () => {
    const ended = Promise.withResolvers<ThreadEnded>();
    const thread = start({ onUnexpectedEnd: ended.resolve });
    const pending = [thread.call('exit', [7]), thread.call('echo', [1])];
    for (const call of pending) {
      await expect(call).rejects.toThrow('The echo ended unexpectedly (exit code 7); shout again.');
    }
    await expect(thread.call('echo', [2])).rejects.toBe(await ended.promise);
    await thread.close();
  });

  test('that throws rejects its pending calls with what it threw as the cause', async () => {
    const ended = Promise.withResolvers<ThreadEnded>();
    const thread = start({ onUnexpectedEnd: ended.resolve });
    await expect(thread.call('crash', [])).rejects.toMatchObject({
      name: 'ThreadEnded',
      message: 'The echo ended unexpectedly (out of order); shout again.',
      cause: { message: 'out of order' },
    });
    expect((await ended.promise).cause).toMatchObject({ message: 'out of order' });
  });

  test('that cannot start rejects its calls', async () => {
    const thread = startThread<EchoMethods>(new URL('no-such-worker.ts', workerUrl), { name });
    await expect(thread.call('echo', [1])).rejects.toBeInstanceOf(ThreadEnded);
  });

  test('that was closed or terminated has not ended unexpectedly', async () => {
    const ends: ThreadEnded[] = [];
    const onUnexpectedEnd = (error: ThreadEnded) => ends.push(error);
    await start({ onUnexpectedEnd }).close();
    const thread = start({ onUnexpectedEnd });
    thread.terminate(new Error('enough'));
    await thread.close();
    expect(ends).toEqual([]);
  });

  test('releases what it holds when it is closed', async () => {
    const ends: ThreadEnded[] = [];
    const thread = start({ onUnexpectedEnd: (error) => ends.push(error) });
    await thread.call('hold', [false]);
    await thread.close();
    expect(ends).toEqual([]);
  });

  test('that cannot release what it holds has ended unexpectedly', async () => {
    const ends: ThreadEnded[] = [];
    const thread = start({ onUnexpectedEnd: (error) => ends.push(error) });
    await thread.call('hold', [true]);
    await thread.close();
    expect(ends).toMatchObject([{ name: 'ThreadEnded', cause: { message: 'It does not let go.' } }]);
  });

  test('is used again once it is closed, with its calls and its end as at first', async () => {
    const first = start();
    const id = await first.call('threadId', []);
    await first.close();
    const ends: ThreadEnded[] = [];
    const second = start({ onUnexpectedEnd: (error) => ends.push(error) });
    expect(await second.call('threadId', [])).toBe(id);
    first.terminate(new Error('too late'));
    await expect(first.call('echo', [1])).rejects.toThrow('The echo is closed.');
    expect(await second.call('count', [2])).toBe('counted');
    await expect(second.call('exit', [7])).rejects.toThrow('The echo ended unexpectedly (exit code 7)');
    expect(ends).toHaveLength(1);
    const third = start();
    expect(await third.call('threadId', [])).not.toBe(id);
  });

  test('is used by one at a time, and not after it was terminated', async () => {
    const both = [start(), start()];
    const ids = await Promise.all(both.map((thread) => thread.call('threadId', [])));
    expect(new Set(ids).size).toBe(2);
    await both[0]?.close();
    both[1]?.terminate(new Error('enough'));
    await both[1]?.close();
    expect(await start().call('threadId', [])).toBe(ids[0]);
    expect(ids).not.toContain(await start().call('threadId', []));
  });

  test('can be terminated while it is busy: pending calls reject with the reason', async () => {
    const thread = start();
    const spinning = Promise.withResolvers<unknown>();
    const call = thread.call('spin', [], { onProgress: spinning.resolve });
    await spinning.promise;
    const reason = new Error('enough');
    thread.terminate(reason);
    await expect(call).rejects.toBe(reason);
    await expect(thread.call('echo', [1])).rejects.toBe(reason);
    await thread.close();
  });
});

describe('a call', () => {
  test('reports progress in order, before its result', async () => {
    const events: unknown[] = [];
    events.push(await start().call('count', [4], { onProgress: (value) => events.push(value) }));
    expect(events).toEqual([1, 2, 3, 4, 'counted']);
  });

  test('transfers buffers both ways', async () => {
    const bytes = Uint8Array.of(1, 2, 3);
    const doubled = await start().call('double', [bytes], { transfer: [bytes.buffer] });
    expect(bytes.byteLength).toBe(0);
    expect([...doubled]).toEqual([2, 4, 6]);
  });

  test('stops when its signal aborts, also before the call, and the thread continues', async () => {
    const thread = start();
    const controller = new AbortController();
    const call = thread.call('spin', [], {
      signal: controller.signal,
      onProgress: () => controller.abort(),
    });
    await expect(call).rejects.toBeInstanceOf(CallStopped);
    await expect(thread.call('spin', [], { signal: AbortSignal.abort() })).rejects.toBeInstanceOf(
      CallStopped,
    );
    expect(await thread.call('echo', ['on'])).toBe('on');
  });

  test('waits for each batch, and rejects with the error of the one that could not be processed', async () => {
    const failure = new Error('The disk is full.');
    const batches: number[] = [];
    let processing = 0;
    const thread = start();
    const call = thread.call('stream', [], {
      async onBatch([value = -1]) {
        processing += 1;
        expect(processing).toBe(1);
        await new Promise((resolve) => setImmediate(resolve));
        batches.push(value);
        processing -= 1;
        if (value === 3) throw failure;
      },
    });
    await expect(call).rejects.toBe(failure);
    expect(batches).toEqual([0, 1, 2, 3]);
    expect(await thread.call('echo', ['on'])).toBe('on');
  });
});

describe('one call in a thread of its own', () => {
  const run = { name };

  test('returns its result or error', async () => {
    expect(await runInThread<EchoMethods, 'echo'>(workerUrl, 'echo', ['hello'], run)).toBe('hello');
    await expect(runInThread<EchoMethods, 'fail'>(workerUrl, 'fail', [], run)).rejects.toThrow('Explained.');
  });

  test('rejects when its signal aborts, also when the method does not stop by itself', async () => {
    const controller = new AbortController();
    const call = runInThread<EchoMethods, 'spinOn'>(workerUrl, 'spinOn', [], {
      ...run,
      signal: controller.signal,
      isTerminatedBySignal: true,
      onProgress: () => controller.abort(),
    });
    await expect(call).rejects.toBeInstanceOf(CallStopped);
    const late = runInThread<EchoMethods, 'echo'>(workerUrl, 'echo', [1], {
      ...run,
      signal: AbortSignal.abort(),
    });
    await expect(late).rejects.toBeInstanceOf(CallStopped);
  });

  test('ends with its thread when its signal aborts and it does not stop', async () => {
    const controller = new AbortController();
    const call = runInThread<EchoMethods, 'spinOn'>(workerUrl, 'spinOn', [], {
      ...run,
      signal: controller.signal,
      onProgress: () => controller.abort(),
    });
    await expect(call).rejects.toBeInstanceOf(CallStopped);
  });

  test('rejects when nothing comes in time, without waiting for the thread', async () => {
    const call = runInThread<EchoMethods, 'silence'>(workerUrl, 'silence', [], {
      ...run,
      responseTimeoutMs: 1,
    });
    await expect(call).rejects.toBeInstanceOf(ThreadUnresponsive);
    await expect(call).rejects.toThrow('The echo does not end.');
  });
});
