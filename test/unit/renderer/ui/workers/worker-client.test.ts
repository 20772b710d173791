import { expect, test } from 'vitest';
import {
  type WorkerCall,
  WorkerClient,
  type WorkerReply,
} from '../../../../../renderer/ui/workers/worker-client.ts';
import { unexpectedError } from '../../../../../shared/error-text.ts';
import { fail, succeed } from '../../../../../shared/result.ts';

/** A worker that responds when the test does. */
class StubWorker {
  readonly calls: WorkerCall<string>[] = [];
  isTerminated = false;
  onmessage: (event: { data: WorkerReply<number, string> }) => void = () => {};
  onerror: (event: { message: string }) => void = () => {};

  postMessage(call: WorkerCall<string>): void {
    this.calls.push(call);
  }

  respond(index: number, value: number): void {
    this.onmessage({ data: { call: this.calls[index]?.call ?? 0, result: succeed(value) } });
  }

  report(index: number, progress: string): void {
    this.onmessage({ data: { call: this.calls[index]?.call ?? 0, progress } });
  }

  terminate(): void {
    this.isTerminated = true;
  }
}

function start() {
  const workers: StubWorker[] = [];
  const client = new WorkerClient<string, number, string>(() => {
    const worker = new StubWorker();
    workers.push(worker);
    return worker as unknown as Worker;
  });
  return { client, workers };
}

test('results belong to their calls in any order', async () => {
  const { client, workers } = start();
  const results = [client.call('one'), client.call('two')];
  expect(workers.map(({ calls }) => calls.map(({ input }) => input))).toEqual([['one', 'two']]);
  workers[0]?.respond(1, 2);
  workers[0]?.respond(0, 1);
  expect(await Promise.all(results)).toEqual([succeed(1), succeed(2)]);
});

test('an open call reports how far it is, and one that was ended does not', async () => {
  const { client, workers } = start();
  const reports: string[] = [];
  void client.call('one', [], (progress) => reports.push(progress));
  workers[0]?.report(0, 'half');
  client.end(fail('cancelled', 'Replaced.'));
  const next = client.call('two', [], (progress) => reports.push(progress));
  workers[0]?.report(0, 'late');
  workers[0]?.report(1, 'next');
  workers[0]?.respond(1, 2);
  expect(await next).toEqual(succeed(2));
  expect(reports).toEqual(['half', 'next']);
});

test('a call that was ended has that failure, whatever the worker sends for it', async () => {
  const { client, workers } = start();
  const ended = client.call('one');
  client.end(fail('cancelled', 'Replaced.'));
  const next = client.call('two');
  workers[0]?.respond(0, 1);
  workers[0]?.respond(1, 2);
  expect(await ended).toEqual(fail('cancelled', 'Replaced.'));
  expect(await next).toEqual(succeed(2));
});

test('an error of the worker itself fails all open calls, and the next call starts another worker', async () => {
  const { client, workers } = start();
  const results = [client.call('one'), client.call('two')];
  workers[0]?.onerror({ message: 'Out of memory' });
  expect(await Promise.all(results)).toEqual([
    fail('server-error', unexpectedError, { details: 'Out of memory' }),
    fail('server-error', unexpectedError, { details: 'Out of memory' }),
  ]);
  const next = client.call('three');
  expect(workers.map(({ isTerminated }) => isTerminated)).toEqual([true, false]);
  workers[1]?.respond(0, 3);
  expect(await next).toEqual(succeed(3));
});

test('a terminated worker is started anew by the next call', async () => {
  const { client, workers } = start();
  const stopped = client.call('one');
  client.terminate();
  expect(await stopped).toMatchObject({ ok: false, failure: { code: 'cancelled' } });
  const next = client.call('two');
  expect(workers.map(({ isTerminated }) => isTerminated)).toEqual([true, false]);
  workers[0]?.onerror({ message: 'Late' });
  workers[1]?.respond(0, 2);
  expect(await next).toEqual(succeed(2));
});
