import type { Failure } from '../../shared/result.ts';
import { toFailure } from '../api/failure-error.ts';
import type { App } from './app-context.tsx';
import { notifyFailure } from './notify.tsx';

/** Makes a profile current, and asks for a sign-in where it has no living token. Answers the failure, if any. */
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
