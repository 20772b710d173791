import type { Events } from '../../base/events.ts';
import type { GetWorkspace } from './get-open-workspace.ts';

/** Interval at which SQLite is queried whether another program has changed the file: a cheap query. */
const intervalMs = 3_000;

/**
 * Polls for changes that other programs (a GIS, for example) make in the open workspace, and notifies the page. A file
 * that is open read-only is not polled. Returns a function that stops the polling.
 */
export function watchEdits(deps: {
  readonly workspace: GetWorkspace;
  readonly events: Events;
  readonly onProblem: (error: unknown, where: string) => void;
}): () => void {
  const { workspace, events, onProblem } = deps;
  let isChecking = false;

  const check = async () => {
    const opened = workspace();
    if (!opened || opened.readOnly !== undefined || isChecking) return;
    isChecking = true;
    try {
      if (!(await opened.detectEdits())) return;
      await opened.clearCaches();
      events.publish({ type: 'changed', topic: 'results' });
      events.publish({ type: 'changed', topic: 'areas' });
    } catch (error) {
      // After a switch to another workspace, this one is closed and shows nothing any more.
      if (workspace() === opened) onProblem(error, 'looking for edits by other programs');
    } finally {
      isChecking = false;
    }
  };

  const timer = setInterval(() => void check(), intervalMs);
  timer.unref();
  return () => clearInterval(timer);
}
