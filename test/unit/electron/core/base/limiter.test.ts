import { describe, expect, it } from 'vitest';
import { createLimiter } from '../../../../../electron/core/base/limiter.ts';
import { eventually } from '../../../../builders/eventually.ts';

/** Tasks that run until the test ends them. */
function createTasks() {
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const task = (name: string) => async () => {
    started.push(name);
    await new Promise<void>((resolve) => ends.set(name, resolve));
    return name;
  };
  return { started, task, end: (name: string) => ends.get(name)?.() };
}

describe('the limiter', () => {
  it('runs so many tasks at a time, the others in the order of the calls', async () => {
    const limiter = createLimiter(2);
    const { started, task, end } = createTasks();
    const outcomes = ['a', 'b', 'c', 'd'].map((name) => limiter.run(task(name)));
    await eventually(() => expect(started).toEqual(['a', 'b']));
    expect(limiter.hasFree()).toBe(false);
    end('b');
    await eventually(() => expect(started).toEqual(['a', 'b', 'c']));
    end('a');
    await eventually(() => expect(started).toEqual(['a', 'b', 'c', 'd']));
    end('c');
    end('d');
    expect(await Promise.all(outcomes)).toEqual(['a', 'b', 'c', 'd']);
    expect(limiter.hasFree()).toBe(true);
  });

  it('releases the slot of a task that fails', async () => {
    const limiter = createLimiter(1);
    await expect(limiter.run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(await limiter.run(async () => 'next')).toBe('next');
  });

  it('does not start a task whose signal aborts while it waits, and gives its turn to the next', async () => {
    const limiter = createLimiter(1);
    const { started, task, end } = createTasks();
    const first = limiter.run(task('first'));
    const controller = new AbortController();
    const aborted = limiter.run(task('aborted'), controller.signal);
    const last = limiter.run(task('last'));
    controller.abort(new Error('no longer needed'));
    await expect(aborted).rejects.toThrow('no longer needed');
    end('first');
    await first;
    await eventually(() => expect(started).toEqual(['first', 'last']));
    end('last');
    await last;
    expect(limiter.hasFree()).toBe(true);
    await expect(limiter.run(task('late'), controller.signal)).rejects.toThrow('no longer needed');
    expect(limiter.hasFree()).toBe(true);
  });

  it('counts a slot that is released twice once', async () => {
    const limiter = createLimiter(1);
    const release = await limiter.acquire();
    release();
    release();
    await limiter.acquire();
    expect(limiter.hasFree()).toBe(false);
  });
});
