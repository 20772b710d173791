import type { App } from '../app/app-context.tsx';
import type { Command } from './command.ts';

/** Image chips before anybody looks at them. */
export function createChipCommands({ stores: { ui, workspace } }: App): readonly Command[] {
  return [
    {
      id: 'results.fetch-chips',
      title: 'Fetch chips ahead',
      group: 'Results',
      enabled() {
        const { counts } = workspace.getState();
        const hasSome = counts.state === 'ready' && counts.value.detections > 0;
        return hasSome || 'There are no detections in this workspace yet. Fetch some first.';
      },
      run: () => ui.getState().openDialog('fetch-chips'),
    },
  ];
}
