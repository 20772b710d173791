/**
 * A trigger for `task` that may be pulled as often as one likes: runs never overlap, at least `gap()` milliseconds
 * lie between the end of one and the start of the next, and a pull during a run or a gap leads to one more run.
 */
export function coalesce(task: () => Promise<void>, gap: () => number): { pull(): void; stop(): void } {
  let state: 'idle' | 'running' | 'resting' = 'idle';
  let wanted = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function run(): Promise<void> {
    state = 'running';
    wanted = false;
    try {
      await task();
    } finally {
      state = 'resting';
      timer = setTimeout(() => {
        state = 'idle';
        if (wanted) void run();
      }, gap());
    }
  }

  return {
    pull() {
      wanted = true;
      if (state === 'idle') void run();
    },
    stop() {
      clearTimeout(timer);
      state = 'running';
    },
  };
}
