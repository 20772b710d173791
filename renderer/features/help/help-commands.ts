import type { App } from '../../context/app-context.tsx';
import type { Command } from '../../context/command.ts';
import type { InputCommand } from '../../context/command-inputs.ts';
import { texts } from './texts.ts';

/** The commands that open the guide and start the tour. */
export function createHelpCommands({
  stores: { help, session, ui },
}: Pick<App, 'stores'>): readonly Command[] {
  return [
    {
      id: 'help.guide',
      title: texts.commands.guide,
      group: 'Help',
      hotkey: 'F1',
      run: () => ui.getState().openDialog('guide'),
    },
    {
      id: 'help.tour',
      title: texts.commands.tour,
      group: 'Help',
      enabled: () => session.getState().session?.status === 'signed-in' || texts.commands.signInFirst,
      run() {
        ui.getState().closeDialog();
        help.getState().startTour();
      },
    },
  ];
}

/** The command that opens a page of the guide. */
export function createHelpInputCommands({
  stores: { help, ui },
}: Pick<App, 'stores'>): readonly InputCommand[] {
  return [
    {
      id: 'help.open',
      title: texts.commands.guide,
      run({ page }) {
        help.getState().setPage(page);
        ui.getState().openDialog('guide');
      },
    },
  ];
}
