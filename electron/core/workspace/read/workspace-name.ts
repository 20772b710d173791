import path from 'node:path';

/** The key in the workspace's settings of the name that its analyst gave it. */
export const workspaceNameKey = 'workspace.name';

/** Whether a workspace file is an account's of the demo service, by the name that Sightline gave it. */
export function isDemoWorkspace(file: string): boolean {
  return /^demo-[0-9a-f]{16}\b/.test(path.basename(file));
}
