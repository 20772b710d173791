import type { Workspace } from '../workspace/workspace.ts';
import { writeMethods } from '../workspace/workspace-rpc.ts';

/** The same workspace, which for the time being can only be read; `reason` is told to whoever tries to write. */
export function frozenWorkspace(workspace: Workspace, reason: string): Workspace {
  const refuse = () => Promise.reject(new Error(reason));
  return {
    ...workspace,
    ...Object.fromEntries(writeMethods.map((method) => [method, refuse])),
    readOnly: reason,
  };
}
