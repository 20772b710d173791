import type { App } from '../../context/app-context.tsx';
import type { Command } from '../../context/command.ts';
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
        const opened = await api.diagnostics.openLogs.mutate();
        if (!opened.ok) notifyFailure(opened.failure, texts.commands.logsNotOpened);
        else if (!opened.value.isOpened) notifyInfo(texts.commands.logsAre(opened.value.folder));
      },
    },
    {
      id: 'diagnostics.export',
      title: texts.commands.exportDiagnostics,
      group: 'Help',
      run: () => ui.getState().openDialog('diagnostics'),
    },
    {
      id: 'diagnostics.check',
      title: texts.commands.checkMachine,
      group: 'Help',
      run: () => ui.getState().openDialog('diagnostics'),
    },
  ];
}
