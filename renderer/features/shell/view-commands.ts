import { openSpotlight } from '@mantine/spotlight';
import type { App } from '../../context/app-context.tsx';
import type { Command } from '../../context/command.ts';
import type { PanelName } from '../../stores/ui-store.ts';
import { focusRegion } from '../../ui/focus-region.ts';

const panels: readonly { readonly name: PanelName; readonly title: string }[] = [
  { name: 'orders', title: 'Orders' },
  { name: 'areas', title: 'Areas' },
  { name: 'results', title: 'Results' },
  { name: 'review', title: 'Review' },
  { name: 'layers', title: 'Layers' },
  { name: 'settings', title: 'Settings' },
];

/** The commands about panels, table, palette and help. */
export function createViewCommands({ engine, stores: { ui } }: App): readonly Command[] {
  return [
    ...panels.map(
      ({ name, title }, index): Command => ({
        id: `view.${name}`,
        title: `Show the ${title} panel`,
        group: 'View',
        hotkey: String(index + 1),
        run() {
          ui.getState().showPanel(name);
          focusRegion('side');
        },
      }),
    ),
    {
      id: 'view.table',
      title: 'Go to the table',
      group: 'View',
      hotkey: 'T',
      run() {
        ui.getState().setDockOpen(true);
        focusRegion('table');
      },
    },
    {
      id: 'view.map',
      title: 'Go to the map',
      group: 'View',
      hotkey: 'M',
      run: () => engine.focus(),
    },
    {
      id: 'view.inspector',
      title: 'Go to the inspector',
      group: 'View',
      hotkey: 'I',
      run: () => focusRegion('inspector'),
    },
    {
      id: 'view.dock',
      title: 'Show or hide the table',
      group: 'View',
      hotkey: 'D',
      run: () => ui.getState().setDockOpen(!ui.getState().dockOpen),
    },
    {
      id: 'view.palette',
      title: 'Search commands, orders and areas',
      group: 'View',
      hotkey: 'mod+K',
      run: openSpotlight,
    },
    {
      id: 'help.keys',
      title: 'Show keyboard shortcuts',
      group: 'Help',
      hotkey: 'shift+?',
      run: () => ui.getState().openDialog('help'),
    },
  ];
}
