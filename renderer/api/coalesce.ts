/**
 * Coalesces triggers of `task`: runs never overlap, and `gap()` milliseconds pass between two of them. Any number of
 * triggers during a run or a gap lead to one more run.
 */
export function coalesce(task: () => Promise<void>, gap: () => number): { trigger(): void; stop(): void } {
  let state: 'idle' | 'running' | 'resting' = 'idle';
  let isPending = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function run(): Promise<void> {
    state = 'running';
    isPending = false;
    try {
      await task();
    } finally {
      state = 'resting';
      timer = setTimeout(() => {
        state = 'idle';
        if (isPending) void run();
      }, gap());
    }
  }

  return {
    trigger() {
      isPending = true;
      if (state === 'idle') void run();
    },
    stop() {
      clearTimeout(timer);
      state = 'running';
    },
  };
}
