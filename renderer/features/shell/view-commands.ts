import { openSpotlight } from '@mantine/spotlight';
import type { App } from '../../context/app-context.tsx';
import type { Command } from '../../context/command.ts';
import { isPanelShown, type PanelSlot } from '../../stores/panel-layout.ts';
import type { PanelName } from '../../stores/ui-store.ts';
import { focusNextRegion, focusRegion, isFocusIn } from '../../ui/focus-region.ts';

const panels: readonly { readonly name: PanelName; readonly title: string }[] = [
  { name: 'orders', title: 'Orders' },
  { name: 'areas', title: 'Areas' },
  { name: 'results', title: 'Results' },
  { name: 'review', title: 'Review' },
  { name: 'layers', title: 'Layers' },
];

/** The commands about panels, table, palette and help. */
export function createViewCommands({ engine, stores: { ui } }: App): readonly Command[] {
  const toggle = (slot: PanelSlot) => () => {
    const isShown = isPanelShown(ui.getState(), slot);
    // A hidden panel would leave the focus nowhere.
    if (isShown && isFocusIn(slot)) engine.focus();
    ui.getState().setPanelOpen(slot, !isShown);
  };
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
      run() {
        ui.getState().setPanelOpen('inspector', true);
        focusRegion('inspector');
      },
    },
    {
      id: 'view.side-panel',
      title: 'Show or hide the left panel',
      group: 'View',
      hotkey: 'mod+B',
      run: toggle('side'),
    },
    {
      id: 'view.inspector-panel',
      title: 'Show or hide the inspector',
      group: 'View',
      hotkey: 'mod+I',
      run: toggle('inspector'),
    },
    {
      id: 'view.dock',
      title: 'Show or hide the table',
      group: 'View',
      hotkey: 'D',
      run: toggle('dock'),
    },
    {
      id: 'view.focus-map',
      title: 'Show only the map, or the panels again',
      group: 'View',
      hotkey: 'mod+.',
      run() {
        const { isMapFocused, setMapFocused } = ui.getState();
        if (!isMapFocused) engine.focus();
        setMapFocused(!isMapFocused);
      },
    },
    {
      id: 'view.next-region',
      title: 'Go to the next region',
      group: 'View',
      hotkey: 'F6',
      run: () => focusNextRegion(1),
    },
    {
      id: 'view.previous-region',
      title: 'Go to the previous region',
      group: 'View',
      hotkey: 'shift+F6',
      run: () => focusNextRegion(-1),
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
