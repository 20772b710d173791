import type { Events } from '../events.ts';
import type { OpenWorkspace } from '../in-workspace.ts';

/** How often the file is asked whether another program has changed it: one small question to SQLite. */
const everyMs = 3_000;

/**
 * Looks after what other programs (a GIS, say) change in the open workspace, and tells the page to show it. A file
 * that is open read-only is not looked after. Returns the way to stop.
 */
export function watchEdits(parts: {
  readonly workspace: OpenWorkspace;
  readonly events: Events;
  readonly onProblem: (error: unknown, where: string) => void;
}): () => void {
  const { workspace, events, onProblem } = parts;
  let isLooking = false;

  const look = async () => {
    const opened = workspace();
    if (!opened || opened.readOnly !== undefined || isLooking) return;
    isLooking = true;
    try {
      if (!(await opened.noticeEdits())) return;
      await opened.forgetAnswers();
      events.publish({ type: 'changed', what: 'results' });
      events.publish({ type: 'changed', what: 'areas' });
    } catch (error) {
      // One that was left meanwhile is closed and has nothing to show any more.
      if (workspace() === opened) onProblem(error, 'looking for edits by other programs');
    } finally {
      isLooking = false;
    }
  };

  const timer = setInterval(look, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}
