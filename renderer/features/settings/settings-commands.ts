import type { App } from '../../context/app-context.tsx';
import type { Command } from '../../context/command.ts';
import { settingsSections } from '../../stores/ui-store.ts';
import { texts } from './texts.ts';

/** The commands that open the settings, one for each section; their keywords find them in the palette. */
export function createSettingsCommands({ stores: { ui } }: Pick<App, 'stores'>): readonly Command[] {
  return [
    {
      id: 'settings.open',
      title: texts.commandDialog,
      group: 'View',
      hotkey: '6',
      otherHotkey: 'mod+,',
      run: () => ui.getState().openSettings(),
    },
    ...settingsSections.map((section): Command => {
      const { title, words } = texts.sections[section];
      return {
        id: `settings.${section}`,
        title: texts.command(title),
        keywords: words,
        group: 'View',
        run: () => ui.getState().openSettings(section),
      };
    }),
  ];
}
