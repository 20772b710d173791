import type { App } from '../../context/app-context.tsx';
import type { Command } from '../../context/command.ts';
import { startJob } from '../../context/start-job.ts';
import { notifyFailure } from '../../ui/notify.tsx';

/** The commands about the workspace file and case packages. */
export function createWorkspaceCommands(app: App): readonly Command[] {
  const { session, ui } = app.stores;
  const isOpen = () => {
    const state = session.getState().session;
    return (
      (state !== null && state.workspace !== 'none') || 'No workspace is open. Sign in once to create one.'
    );
  };
  const isWritable = () =>
    session.getState().session?.workspace === 'open' ||
    (isOpen() === true
      ? 'The workspace is open read-only.'
      : 'No workspace is open. Sign in once to create one.');
  return [
    {
      id: 'workspace.save-copy',
      title: 'Save a copy of the workspace…',
      group: 'Workspace',
      enabled: isOpen,
      async run() {
        const failure = await startJob(app, () => app.api.workspace.saveCopy.mutate());
        if (failure) notifyFailure(failure, 'The copy was not started.');
      },
    },
    {
      id: 'workspace.compact',
      title: 'Compact the workspace…',
      group: 'Workspace',
      enabled: isWritable,
      run: () => ui.getState().openDialog('workspace-compact'),
    },
    {
      id: 'workspace.open',
      title: 'Open another workspace…',
      group: 'Workspace',
      enabled: () => session.getState().session?.username !== undefined || 'Sign in once first.',
      run: () => ui.getState().openDialog('workspace-open'),
    },
    {
      id: 'workspace.rebuild',
      title: 'Rebuild the workspace from raw records…',
      group: 'Workspace',
      enabled: isWritable,
      run: () => ui.getState().openDialog('workspace-rebuild'),
    },
    {
      id: 'review.merge',
      title: 'Merge reviews of another workspace…',
      group: 'Review',
      enabled: isWritable,
      run: () => ui.getState().openDialog('review-merge'),
    },
    {
      id: 'package.export',
      title: 'Export a case package…',
      group: 'Workspace',
      enabled: isOpen,
      run: () => ui.getState().openDialog('package-export'),
    },
    {
      id: 'package.open',
      title: 'Open a case package…',
      group: 'Workspace',
      enabled: () => session.getState().session?.username !== undefined || 'Sign in once first.',
      run: () => ui.getState().openDialog('package-open'),
    },
  ];
}
