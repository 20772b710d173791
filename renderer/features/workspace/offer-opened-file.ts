import type { App } from '../../context/app-context.tsx';
import { unwrap } from '../../ui/failure-error.ts';
import { notifyFailure, notifyInfo } from '../../ui/notify.tsx';
import { texts } from './texts.ts';

/**
 * Shows the dialog for the file that the user opened with Sightline in the desktop's file manager, if any. A dialog that
 * is open stays, since it may hold input; only the sign-in form, which opens by itself, makes way.
 */
export async function offerOpenedFile({ api, stores }: Pick<App, 'api' | 'stores'>): Promise<void> {
  const taken = await api.workspace.takeOpenedFile.mutate();
  if (!taken.ok) return notifyFailure(taken.failure, texts.openedFile.notOpened);
  const file = taken.value;
  if (!file) return;
  const { username } = unwrap(await api.session.state.query());
  const { dialog, offerFile } = stores.ui.getState();
  if (username === undefined) notifyInfo(texts.openedFile.signInFirst(file.name));
  else if (dialog !== null && dialog !== 'sign-in') notifyInfo(texts.openedFile.closeDialogFirst(file.name));
  else offerFile(file);
}
