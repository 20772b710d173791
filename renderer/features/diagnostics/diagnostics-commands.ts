import type { App } from '../../context/app-context.tsx';
import type { Command } from '../../context/command.ts';
import { toFailure } from '../../ui/failure-error.ts';
import { notifyFailure, notifyInfo } from '../../ui/notify.tsx';
import { texts } from './texts.ts';

/** Opening the logs, and exporting diagnostics. */
export function createDiagnosticsCommands({ api, stores: { ui } }: App): readonly Command[] {
  return [
    {
      id: 'diagnostics.open-logs',
      title: texts.commands.openLogs,
      group: 'Help',
      async run() {
        try {
          const { folder, isOpened } = await api.diagnostics.openLogs.mutate();
          if (!isOpened) notifyInfo(texts.commands.logsAre(folder));
        } catch (error) {
          notifyFailure(toFailure(error), texts.commands.logsNotOpened);
        }
      },
    },
    {
      id: 'diagnostics.export',
      title: texts.commands.exportDiagnostics,
      group: 'Help',
      run: () => ui.getState().openDialog('diagnostics'),
    },
  ];
}
