import type { App } from '../../context/app-context.tsx';
import type { Command } from '../../context/command.ts';
import { redoLastEdit, undoLastEdit } from '../../context/edit-history.ts';
import { isMapInMainColumn } from '../../context/use-review-stage.ts';
import { isPanelShown, type PanelSlot } from '../../stores/panel-layout.ts';
import type { PanelName } from '../../stores/ui-store.ts';
import { focusNextRegion, focusRegion, isFocusIn } from '../../ui/focus-region.ts';
import { openPalette } from './palette/open-palette.ts';
import { texts } from './texts.ts';

const panels: readonly (Pick<Command, 'title' | 'hotkey' | 'keywords'> & { readonly name: PanelName })[] = [
  { name: 'orders', title: texts.panels.orders, hotkey: '1' },
  { name: 'areas', title: texts.panels.areas, hotkey: '2' },
  { name: 'results', title: texts.panels.get, hotkey: '3', keywords: texts.commands.formerNames.results },
  { name: 'review', title: texts.panels.review, hotkey: '4' },
  { name: 'hand-on', title: texts.panels.handOn },
  { name: 'layers', title: texts.panels.layers, hotkey: '5' },
  { name: 'watch', title: texts.panels.watch, hotkey: '7' },
];

/** The commands about panels, table, palette and help. */
export function createViewCommands(app: App): readonly Command[] {
  return [
    ...goToCommands(app),
    ...toggleCommands(app),
    {
      id: 'view.next-region',
      title: texts.commands.nextRegion,
      group: 'View',
      hotkey: 'F6',
      run: () => focusNextRegion(1),
    },
    {
      id: 'view.previous-region',
      title: texts.commands.previousRegion,
      group: 'View',
      hotkey: 'shift+F6',
      run: () => focusNextRegion(-1),
    },
    {
      id: 'view.palette',
      title: texts.commands.palette,
      group: 'View',
      hotkey: 'mod+K',
      run: openPalette,
    },
    {
      id: 'help.keys',
      title: texts.commands.keys,
      group: 'Help',
      hotkey: 'shift+?',
      run: () => app.stores.ui.getState().openDialog('help'),
    },
  ];
}

/** Open a part of the window and focus it. */
function goToCommands({ engine, stores }: App): readonly Command[] {
  const { ui } = stores;
  return [
    ...panels.map(
      ({ name, title, ...more }): Command => ({
        id: `view.${name}`,
        title: texts.commands.showPanel(title),
        group: 'View',
        ...more,
        run() {
          ui.getState().showPanel(name);
          focusRegion('side');
        },
      }),
    ),
    {
      id: 'view.table',
      title: texts.commands.table,
      group: 'View',
      hotkey: 'T',
      isKeyShown: () => isMapInMainColumn(stores),
      run() {
        ui.getState().setDockOpen(true);
        focusRegion('table');
      },
    },
    {
      id: 'view.map',
      title: texts.commands.map,
      group: 'View',
      hotkey: 'M',
      run: () => engine.focus(),
    },
    {
      id: 'view.inspector',
      title: texts.commands.inspector,
      group: 'View',
      hotkey: 'I',
      run() {
        ui.getState().setPanelOpen('inspector', true);
        focusRegion('inspector');
      },
    },
  ];
}

/** Show and hide parts of the window. */
function toggleCommands({ engine, stores }: App): readonly Command[] {
  const { ui } = stores;
  const toggle = (slot: PanelSlot) => () => {
    const isShown = isPanelShown(ui.getState(), slot);
    // A hidden panel would leave the focus nowhere.
    if (isShown && isFocusIn(slot)) engine.focus();
    ui.getState().setPanelOpen(slot, !isShown);
  };
  return [
    {
      id: 'view.side-panel',
      title: texts.commands.sidePanel,
      group: 'View',
      hotkey: 'mod+B',
      run: toggle('side'),
    },
    {
      id: 'view.inspector-panel',
      title: texts.commands.inspectorPanel,
      group: 'View',
      hotkey: 'mod+I',
      run: toggle('inspector'),
    },
    {
      id: 'view.dock',
      title: texts.commands.dock,
      keywords: texts.commands.formerNames.dock,
      group: 'View',
      hotkey: 'D',
      isKeyShown: () => isMapInMainColumn(stores),
      run: toggle('dock'),
    },
    {
      id: 'view.focus-map',
      title: texts.commands.focusMap,
      keywords: texts.commands.formerNames.focusMap,
      group: 'View',
      hotkey: 'mod+.',
      run() {
        const { isMapFocused, setMapFocused } = ui.getState();
        if (!isMapFocused) engine.focus();
        setMapFocused(!isMapFocused);
      },
    },
  ];
}

/**
 * Undo and redo of everything that changes what the workspace retains. Neither is ever disabled: when it cannot act, it
 * reports why.
 */
export function createEditCommands(app: App): readonly Command[] {
  return [
    {
      id: 'edit.undo',
      title: texts.commands.undo,
      group: 'Edit',
      hotkey: 'mod+Z',
      reviewKeys: ['Z'],
      run: () => undoLastEdit(app),
    },
    {
      id: 'edit.redo',
      title: texts.commands.redo,
      group: 'Edit',
      hotkey: 'mod+shift+Z',
      otherHotkey: 'mod+Y',
      run: () => redoLastEdit(app),
    },
  ];
}
