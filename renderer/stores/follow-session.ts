import type { Stores } from './stores.ts';

/**
 * Restores the dock's columns of the signed-in profile and the panels of the open workspace, and clears dock, passes and
 * the history of edits and the inspector's trail when another workspace is opened. Returns a function that stops it.
 */
export function followSession({
  dock,
  history,
  inspector,
  passes,
  passSteps,
  session,
  ui,
}: Pick<Stores, 'dock' | 'history' | 'inspector' | 'passes' | 'passSteps' | 'session' | 'ui'>): () => void {
  const profileOf = ({ session: state }: ReturnType<typeof session.getState>) => state?.profile.id ?? null;
  dock.getState().openProfile(profileOf(session.getState()));
  return session.subscribe((now, before) => {
    if (profileOf(now) !== profileOf(before)) dock.getState().openProfile(profileOf(now));
    if (now.session?.workspacePath === before.session?.workspacePath) return;
    // First: the end of the stepping would restore chosen passes of the other workspace.
    passSteps.getState().setSteps(null);
    ui.getState().openWorkspace(now.session?.workspacePath ?? null);
    // Another workspace has other times, records and passes.
    dock.getState().clearWorkspaceState();
    passes.getState().clearWorkspaceState();
    inspector.getState().clearWorkspaceState();
    // An edit is undone only in the workspace in which it was made.
    history.getState().clear();
  });
}
