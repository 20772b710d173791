import type { App } from '../../context/app-context.tsx';
import type { Command } from '../../context/command.ts';
import type { InputCommand } from '../../context/command-inputs.ts';
import { exportChoice } from './export-choice.ts';

/** The command that opens the export dialog. */
export function createExportCommands({ stores: { ui, workspace } }: App): readonly Command[] {
  const detections = () => {
    const { counts } = workspace.getState();
    return counts.state === 'ready' ? counts.value.detections : 0;
  };
  return [
    {
      id: 'results.export',
      title: 'Export detections',
      group: 'Results',
      hotkey: 'shift+E',
      enabled: () => detections() > 0 || 'There are no detections in this workspace yet. Fetch some first.',
      run: () => ui.getState().openDialog('export'),
    },
  ];
}

/** The command with which other features export detections. */
export function createExportInputCommands({ stores, commands }: App): readonly InputCommand[] {
  return [
    {
      id: 'export.reviewed',
      title: 'Export the reviewed detections',
      run({ ids }) {
        stores.results.getState().setSelected(ids);
        const { options, setOptions } = exportChoice.getState();
        setOptions({ ...options, reviews: true });
        commands.run('results.export');
      },
    },
  ];
}
