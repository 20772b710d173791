/** Runs a task after the next frame, so that pending changes are painted first. */
export function afterPaint(task: () => void): void {
  requestAnimationFrame(() => setTimeout(task));
}
