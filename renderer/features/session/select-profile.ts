import type { Failure } from '../../../shared/result.ts';
import type { SessionState } from '../../../shared/session/session-state.ts';
import type { App } from '../../context/app-context.tsx';
import { toFailure } from '../../ui/failure-error.ts';
import { notifyFailure } from '../../ui/notify.tsx';
import { texts } from './texts.ts';

/** Selects a profile, and opens the sign-in form if it has no valid token. Returns the failure, if any. */
export async function selectProfile(
  { api, stores }: Pick<App, 'api' | 'stores'>,
  id: string,
): Promise<Failure | null> {
  if (stores.session.getState().session?.profile.id === id) return null;
  let isShown = false;
  const show = ({ status }: SessionState) => {
    // Only once: the user may have closed the form before the response arrives.
    if (isShown) return;
    isShown = true;
    if (status !== 'signed-in') stores.ui.getState().openDialog('sign-in');
  };
  const stopWatching = stores.session.subscribe(({ session }) => {
    if (session?.profile.id === id) show(session);
  });
  const failure = await trySelect();
  stopWatching();
  if (failure) notifyFailure(failure, texts.commands.profileNotChanged);
  return failure;

  async function trySelect(): Promise<Failure | null> {
    try {
      const selected = await api.session.selectProfile.mutate(id);
      if (!selected.ok) return selected.failure;
      show(selected.value);
      return null;
    } catch (error) {
      return toFailure(error);
    }
  }
}
