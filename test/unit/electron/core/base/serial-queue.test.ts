import { expect, it } from 'vitest';
import { createRepeatableTask } from '../../../../../electron/core/base/repeatable-task.ts';
import { createSerialQueue } from '../../../../../electron/core/base/serial-queue.ts';
import { eventually } from '../../../../builders/eventually.ts';

it('a serial queue runs one task after another, also after one that failed', async () => {
  const queue = createSerialQueue();
  const steps: string[] = [];
  const first = Promise.withResolvers<void>();
  const outcomes = [
    queue.run(async () => {
      steps.push('first starts');
      await first.promise;
      steps.push('first ends');
      return 1;
    }),
    queue.run(async () => {
      steps.push('second');
      throw new Error('second is broken');
    }),
    queue.run(async () => steps.push('third')),
  ];
  const settled = Promise.allSettled(outcomes);
  await eventually(() => expect(steps).toEqual(['first starts']));
  first.resolve();
  await queue.settled();
  expect(steps).toEqual(['first starts', 'first ends', 'second', 'third']);
  expect((await settled).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
});

it('a repeatable task runs once more after calls during its run, however many', async () => {
  const ends: (() => void)[] = [];
  const start = createRepeatableTask(() => new Promise((resolve) => ends.push(resolve)));
  start();
  start();
  start();
  expect(ends).toHaveLength(1);
  ends[0]?.();
  await eventually(() => expect(ends).toHaveLength(2));
  ends[1]?.();
  await new Promise(setImmediate);
  expect(ends).toHaveLength(2);
  start();
  expect(ends).toHaveLength(3);
});
