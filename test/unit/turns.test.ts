import { expect, test } from 'vitest';
import { createTurns } from '../../renderer/commands/turns.ts';

/** Turns whose work ends when the test says so. */
function buildTurns() {
  const begun: string[] = [];
  const counts: number[] = [];
  const ends = new Map<string, () => void>();
  const turns = createTurns((count) => counts.push(count));
  const work = (name: string) => () =>
    new Promise<void>((resolve) => {
      begun.push(name);
      ends.set(name, resolve);
    });
  const end = async (name: string) => {
    ends.get(name)?.();
    await new Promise((resolve) => setTimeout(resolve));
  };
  return { turns, begun, counts, work, end };
}

test('what comes while something is done is begun together afterwards', async () => {
  const { turns, begun, counts, work, end } = buildTurns();
  void turns.take([1], work('a'));
  void turns.take([2], work('b'));
  void turns.take([3], work('c'));
  expect(begun).toEqual(['a']);
  await end('a');
  expect(begun).toEqual(['a', 'b', 'c']);
  await end('c');
  await end('b');
  expect(counts.at(-1)).toBe(0);
});

test('work on the same id, and work that is alone, waits for what came before', async () => {
  const { turns, begun, work, end } = buildTurns();
  void turns.take([1], work('a'));
  void turns.take([2, 3], work('b'));
  void turns.take([3], work('c'));
  void turns.takeAlone(work('undo'));
  void turns.take([4], work('d'));
  await end('a');
  expect(begun).toEqual(['a', 'b']);
  await end('b');
  expect(begun).toEqual(['a', 'b', 'c']);
  await end('c');
  expect(begun.at(-1)).toBe('undo');
  await end('undo');
  expect(begun.at(-1)).toBe('d');
});

test('an error is the caller’s, and holds nothing up', async () => {
  const { turns, begun, work } = buildTurns();
  const failing = turns.take([1], () => Promise.reject(new Error('broken')));
  void turns.take([1], work('next'));
  await expect(failing).rejects.toThrow('broken');
  await new Promise((resolve) => setTimeout(resolve));
  expect(begun).toEqual(['next']);
});
