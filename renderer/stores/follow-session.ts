import type { Stores } from './stores.ts';

/**
 * Restores the dock's columns of the signed-in profile, and clears dock, passes and the history of edits when another
 * workspace is opened.
 * Returns a function that stops it.
 */
export function followSession({
  dock,
  history,
  passes,
  session,
}: Pick<Stores, 'dock' | 'history' | 'passes' | 'session'>): () => void {
  const profileOf = ({ session: state }: ReturnType<typeof session.getState>) => state?.profile.id ?? null;
  dock.getState().openProfile(profileOf(session.getState()));
  return session.subscribe((now, before) => {
    if (profileOf(now) !== profileOf(before)) dock.getState().openProfile(profileOf(now));
    if (now.session?.workspacePath === before.session?.workspacePath) return;
    // Another workspace has other times, records and passes.
    dock.getState().clearWorkspaceState();
    passes.getState().clearWorkspaceState();
    // An edit is undone only in the workspace in which it was made.
    history.getState().clear();
  });
}
