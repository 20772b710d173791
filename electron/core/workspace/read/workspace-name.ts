/** The key in the workspace's settings of the name that its analyst gave it. */
export const workspaceNameKey = 'workspace.name';
