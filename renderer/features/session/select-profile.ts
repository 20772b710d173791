import type { Failure } from '../../../shared/result.ts';
import type { App } from '../../context/app-context.tsx';
import { toFailure } from '../../ui/failure-error.ts';
import { notifyFailure } from '../../ui/notify.tsx';

/** Selects a profile, and opens the sign-in form if it has no valid token. Returns the failure, if any. */
export async function selectProfile({ api, stores }: App, id: string): Promise<Failure | null> {
  if (stores.session.getState().session?.profile.id === id) return null;
  const failure = await trySelect();
  if (failure) notifyFailure(failure, 'The profile was not changed.');
  return failure;

  async function trySelect(): Promise<Failure | null> {
    try {
      const selected = await api.session.selectProfile.mutate(id);
      if (!selected.ok) return selected.failure;
      if (selected.value.status !== 'signed-in') stores.ui.getState().openDialog('sign-in');
      return null;
    } catch (error) {
      return toFailure(error);
    }
  }
}
