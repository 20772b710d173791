/** Runs a task once the page has drawn what has changed until now, so that it does not wait for the task. */
export function afterPaint(task: () => void): void {
  requestAnimationFrame(() => setTimeout(task));
}
