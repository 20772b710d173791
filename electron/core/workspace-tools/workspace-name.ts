/** The key of the workspace's own settings under which the name lies that its analyst gave it. */
export const workspaceNameKey = 'workspace.name';
