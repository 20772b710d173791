import type { App } from '../../context/app-context.tsx';
import type { Command } from '../../context/command.ts';
import { startJob } from '../../context/start-job.ts';
import { unwrap } from '../../ui/failure-error.ts';
import { notifyFailure, notifyInfo } from '../../ui/notify.tsx';
import { texts } from './texts.ts';

/** The commands about the workspace file and cases. */
export function createWorkspaceCommands(app: App): readonly Command[] {
  const { session, ui } = app.stores;
  const isOpen = () => {
    const state = session.getState().session;
    return (state !== null && state.workspace !== 'none') || texts.commands.noWorkspace;
  };
  const isWritable = () =>
    session.getState().session?.workspace === 'open' ||
    (isOpen() === true ? texts.commands.readOnly : texts.commands.noWorkspace);
  return [
    {
      id: 'workspace.save-copy',
      title: texts.commands.copy,
      group: 'Workspace',
      enabled: isOpen,
      async run() {
        const failure = await startJob(app, () => app.api.workspace.saveCopy.mutate());
        if (failure) notifyFailure(failure, texts.commands.copyNotStarted);
      },
    },
    {
      id: 'workspace.compact',
      title: texts.commands.compact,
      group: 'Workspace',
      enabled: isWritable,
      run: () => ui.getState().openDialog('workspace-compact'),
    },
    {
      id: 'workspace.open',
      title: texts.commands.open,
      group: 'Workspace',
      enabled: () => session.getState().session?.username !== undefined || texts.commands.signInFirst,
      run: () => ui.getState().openDialog('workspace-open'),
    },
    {
      id: 'workspace.open-missing',
      title: texts.commands.openMissing,
      group: 'Workspace',
      enabled: () => session.getState().session?.workspaceMissing !== undefined || texts.commands.noneMissing,
      async run() {
        const opened = await app.api.workspace.openMissing.mutate();
        if (!opened.ok) notifyFailure(opened.failure, texts.commands.missingNotOpened);
      },
    },
    {
      id: 'workspace.rebuild',
      title: texts.commands.rebuild,
      group: 'Workspace',
      enabled: isWritable,
      run: () => ui.getState().openDialog('workspace-rebuild'),
    },
    {
      id: 'review.merge',
      title: texts.commands.merge,
      group: 'Review',
      enabled: isWritable,
      run: () => ui.getState().openDialog('review-merge'),
    },
    {
      id: 'case.export',
      title: texts.commands.exportCase,
      group: 'Workspace',
      enabled: isOpen,
      run: () => ui.getState().openDialog('case-export'),
    },
    {
      id: 'case.import',
      title: texts.commands.importCase,
      group: 'Workspace',
      enabled: () => session.getState().session?.username !== undefined || texts.commands.signInFirst,
      run: () => ui.getState().openDialog('case-open'),
    },
  ];
}

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
