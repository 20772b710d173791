import { CallStopped } from '../base/thread-protocol.ts';
import type { Workspace } from '../workspace/open/workspace.ts';
import type { RunTool } from './run-tool.ts';

type SafetyCopiesDeps = {
  readonly runTool: RunTool;
  readonly onProblem: (error: unknown, where: string) => void;
  /** Maximum time for which changes may be without a copy, in milliseconds. */
  readonly intervalMs?: number | undefined;
};

const tenMinutes = 600_000;
/** A copy that takes long is followed by this many times as long without one: it uses a twentieth of one processor. */
const pauseFactor = 19;
/** Changes of reviews above which closing would take more than about a second: the next session copies them. */
const maxReviewsAtEnd = 100_000;
/** Maximum time for which closing waits for a copy. */
const maxMsAtEnd = 4000;

type Watched = {
  readonly workspace: Workspace;
  readonly controller: AbortController;
  /** The writes that the last copy may have. */
  writes: number;
  timer: NodeJS.Timeout | undefined;
  running: Promise<void>;
};

/** Saves copies of what exists nowhere else next to the open workspace. */
export function createSafetyCopies({ runTool, onProblem, intervalMs = tenMinutes }: SafetyCopiesDeps) {
  let watched: Watched | undefined;

  /** A copy of damaged tables must not replace a good one. */
  const save = async (of: Watched, signal: AbortSignal, maxReviews?: number) => {
    const { workspace } = of;
    if (workspace.knownDamage()) return;
    const { path, networkDrive } = workspace;
    const writes = workspace.writeCount();
    try {
      await runTool('safetyCopy', { path, isOnNetwork: networkDrive !== undefined, maxReviews }, { signal });
      of.writes = writes;
    } catch (error) {
      if (!(error instanceof CallStopped)) onProblem(error, 'saving a safety copy of the workspace');
    }
  };

  const schedule = (of: Watched, delayMs: number) => {
    of.timer = setTimeout(() => {
      const begun = performance.now();
      of.running = save(of, of.controller.signal).then(() => {
        const pause = pauseFactor * (performance.now() - begun);
        if (!of.controller.signal.aborted) schedule(of, Math.max(intervalMs, pause));
      });
    }, delayMs);
    of.timer.unref();
  };

  /** Ends the saving from time to time, and returns what was watched. */
  const stop = (): Watched | undefined => {
    const left = watched;
    watched = undefined;
    clearTimeout(left?.timer);
    left?.controller.abort();
    return left;
  };

  return {
    /** Saves one from time to time while a workspace that was opened is being changed. */
    start(workspace: Workspace): void {
      stop();
      if (workspace.readOnly !== undefined) return;
      watched = {
        workspace,
        controller: new AbortController(),
        writes: workspace.writeCount(),
        timer: undefined,
        running: Promise.resolve(),
      };
      schedule(watched, intervalMs);
    },
    /** Saves the last one before the workspace is closed, and resolves when nothing reads the file any more. */
    async finish(): Promise<void> {
      const left = stop();
      if (!left) return;
      await left.running;
      if (left.workspace.writeCount() === left.writes) return;
      // Writes are done in their order: those before it are in the file then.
      await left.workspace.detectEdits().catch(() => undefined);
      await save(left, AbortSignal.timeout(maxMsAtEnd), maxReviewsAtEnd);
    },
  };
}
