/**
 * Returns a function that starts `task`. A call while it runs starts it once more afterwards, however many calls there
 * were. `task` must not reject.
 */
export function createRepeatableTask(task: () => Promise<void>): () => void {
  let isRunning = false;
  let isDue = false;
  const runWhileDue = async () => {
    while (isDue) {
      isDue = false;
      await task();
    }
    isRunning = false;
  };
  return () => {
    isDue = true;
    if (isRunning) return;
    isRunning = true;
    void runWhileDue();
  };
}
