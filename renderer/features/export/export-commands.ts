import type { App } from '../../context/app-context.tsx';
import { checkHasDetections } from '../../context/check-has-detections.ts';
import type { Command } from '../../context/command.ts';
import type { InputCommand } from '../../context/command-inputs.ts';
import { exportChoice } from './export-choice.ts';
import { texts } from './texts.ts';

/** The command that opens the export dialog. */
export function createExportCommands(app: App): readonly Command[] {
  return [
    {
      id: 'results.export',
      title: texts.commands.export,
      group: 'Results',
      hotkey: 'shift+E',
      enabled: () => checkHasDetections(app),
      run: () => app.stores.ui.getState().openDialog('export'),
    },
  ];
}

/** The command with which other features export detections. */
export function createExportInputCommands({ stores, commands }: App): readonly InputCommand[] {
  return [
    {
      id: 'export.reviewed',
      title: texts.commands.exportReviewed,
      run({ ids }) {
        const { selectedIds, setSelected } = stores.results.getState();
        setSelected(ids);
        const { options, setOptions } = exportChoice.getState();
        setOptions({ ...options, reviews: true });
        commands.run('results.export');
        // A verdict that is set later is for what the user selected.
        const stop = stores.ui.subscribe(({ dialog }) => {
          if (dialog === 'export' || dialog === 'case-export') return;
          stop();
          setSelected(selectedIds);
        });
      },
    },
  ];
}
