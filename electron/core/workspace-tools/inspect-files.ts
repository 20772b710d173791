import { statSync } from 'node:fs';
import type { WorkspaceInspection } from '../../../shared/workspace/workspace-file.ts';
import { ThreadUnresponsive } from '../base/start-thread.ts';
import { defaultFileResponseMs } from '../workspace/open/open-workspace.ts';
import type { RunTool } from './run-tool.ts';

/** Inspects workspace files; the results are in the order of the paths. */
export type InspectFiles = (
  paths: readonly string[],
  options?: { readonly isThorough: boolean },
) => Promise<readonly WorkspaceInspection[]>;

/** A thorough inspection reads the whole file: bytes in a millisecond that any disk reads. */
const bytesInMs = 5000;

/**
 * Inspects in a thread, in which a file may take `fileResponseMs`, and more where it is read whole. A file that does not
 * respond is reported as damaged, and not read again while it is unchanged: its thread cannot be ended, only left behind.
 */
export function createInspectFiles(runTool: RunTool, fileResponseMs = defaultFileResponseMs): InspectFiles {
  const unresponsive: WorkspaceInspection = {
    kind: 'damaged',
    reason: `The file did not answer within ${fileResponseMs / 1000} s: it is damaged or made so that reading it never ends, or its disk does not respond. What can still be read of it can be rescued.`,
  };
  const avoided = new Map<string, string>();
  const stateOf = (path: string) => {
    const state = statSync(path, { throwIfNoEntry: false });
    return state ? `${state.size} ${state.mtimeMs}` : '';
  };
  const inspect = async (paths: readonly string[], isThorough: boolean) => {
    const found: WorkspaceInspection[] = [];
    while (found.length < paths.length) {
      const rest = paths.slice(found.length);
      const largest = Math.max(...rest.map((path) => statSync(path, { throwIfNoEntry: false })?.size ?? 0));
      let done = 0;
      try {
        const inspections = await runTool(
          'inspect',
          { paths: rest, isThorough },
          {
            responseTimeoutMs: fileResponseMs + (isThorough ? largest / bytesInMs : 0),
            onProgress: (progress) => {
              done = progress.done;
            },
          },
        );
        found.push(...inspections);
      } catch (error) {
        const path = rest[done];
        if (!(error instanceof ThreadUnresponsive) || path === undefined) throw error;
        avoided.set(path, stateOf(path));
        if (done > 0) found.push(...(await inspect(rest.slice(0, done), isThorough)));
        found.push(unresponsive);
      }
    }
    return found;
  };
  return async (paths, { isThorough } = { isThorough: false }) => {
    const isAvoided = (path: string) =>
      path.includes('.unresponsive-') || (avoided.has(path) && avoided.get(path) === stateOf(path));
    const readable = paths.filter((path) => !isAvoided(path));
    const inspections = readable.length === 0 ? [] : await inspect(readable, isThorough);
    const byPath = new Map(readable.map((path, index) => [path, inspections[index] ?? unresponsive]));
    return paths.map((path) => byPath.get(path) ?? unresponsive);
  };
}
