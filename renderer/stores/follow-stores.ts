import { workspaceKey } from '../../shared/session/session-state.ts';
import type { Stores } from './stores.ts';

/**
 * Restores the dock's columns of the signed-in profile, and panels and filter of the open workspace. Another
 * workspace has none of the dock, passes, order form, history of edits, typed text and inspector's trail. The inbox of
 * the watch then begins with its first finding. `reportLostFilter` is called when a saved filter could not be read. Returns
 * a function that stops it.
 */
export function followSession(
  {
    dock,
    history,
    typed,
    inspector,
    orders,
    passes,
    passSteps,
    results,
    session,
    ui,
    watch,
  }: Pick<
    Stores,
    | 'dock'
    | 'history'
    | 'typed'
    | 'inspector'
    | 'orders'
    | 'passes'
    | 'passSteps'
    | 'results'
    | 'session'
    | 'ui'
    | 'watch'
  >,
  reportLostFilter: () => void,
): () => void {
  const profileOf = ({ session: state }: ReturnType<typeof session.getState>) => state?.profile.id ?? null;
  dock.getState().openProfile(profileOf(session.getState()));
  return session.subscribe((now, before) => {
    if (profileOf(now) !== profileOf(before)) dock.getState().openProfile(profileOf(now));
    if (workspaceKey(now.session) === workspaceKey(before.session)) return;
    // First: the end of the stepping would restore chosen passes of the other workspace.
    passSteps.getState().setSteps(null);
    const path = now.session?.workspacePath ?? null;
    ui.getState().openWorkspace(path);
    if (!results.getState().openWorkspace(path)) reportLostFilter();
    // Another workspace has other times, records and passes.
    dock.getState().clearWorkspaceState();
    passes.getState().clearWorkspaceState();
    inspector.getState().clearWorkspaceState();
    watch.getState().setOffset(0);
    // What is typed before the first session is known stays. A draft stays in its workspace when that is rebuilt.
    if (before.session?.workspacePath && before.session.workspacePath !== path) orders.getState().reset();
    // An edit is undone only in the workspace in which it was made.
    history.getState().clear();
    typed.getState().clear();
  });
}

type FollowedStores = Pick<Stores, 'inspector' | 'results' | 'ui'>;

/**
 * Unfocuses a detection or record once a pass, area or order is clicked, so that the map marks what was clicked last; and
 * gives the inspector room as long as it has something to show. Returns a function that stops it.
 */
export function followInspector({ inspector, results, ui }: FollowedStores): () => void {
  const hasContent = () =>
    inspector.getState().item !== null ||
    inspector.getState().gone !== null ||
    results.getState().selectedIds.size > 0;
  let had = hasContent();
  const follow = () => {
    const has = hasContent();
    if (has !== had) ui.getState().setInspectorEmpty(!has);
    had = has;
  };
  ui.getState().setInspectorEmpty(!had);
  const stops = [
    inspector.subscribe(({ latest }, before) => {
      follow();
      if (latest === before.latest || !latest || latest.kind === 'detection' || latest.kind === 'record')
        return;
      const { focusedId, focusedRecordId, focus } = results.getState();
      if (focusedId !== null || focusedRecordId !== null) focus(null);
    }),
    results.subscribe(follow),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
