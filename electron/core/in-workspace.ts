import { fail, type Result, succeed } from '../../shared/result.ts';
import type { Workspace } from './workspace/workspace.ts';

/** The open workspace at the time of the call, if there is one. */
export type OpenWorkspace = () => Workspace | undefined;

/** The open workspace, or `no-workspace`. */
export function openedWorkspace(open: OpenWorkspace): Result<Workspace> {
  const workspace = open();
  return workspace
    ? succeed(workspace)
    : fail('no-workspace', 'No workspace is open. Sign in once to create one.');
}

/** The open workspace if it may be written; else `no-workspace` or `read-only` with the reason. */
export function writableWorkspace(open: OpenWorkspace): Result<Workspace> {
  const opened = openedWorkspace(open);
  if (!opened.ok || opened.value.readOnly === undefined) return opened;
  return fail('read-only', `The workspace cannot be changed: ${opened.value.readOnly}`);
}

/** The answer of a write, or `disk` with the reason where the workspace could not take it. */
export async function written<T>(write: Promise<T>): Promise<Result<T>> {
  try {
    return succeed(await write);
  } catch (error) {
    return fail('disk', error instanceof Error ? error.message : String(error));
  }
}
