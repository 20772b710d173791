import type { App } from '../../context/app-context.tsx';
import type { Command } from '../../context/command.ts';
import { canStep } from '../../stores/inspector-store.ts';
import { isPanelShown } from '../../stores/panel-layout.ts';
import type { ResultsStore } from '../../stores/results-store.ts';
import { texts } from './texts.ts';

/** The parts of the app that inspector commands use. */
export type InspectorCommandContext = Pick<App, 'commands' | 'stores'>;

/** The commands about the inspector, the focused detection, and others at the same position. */
export function createInspectorCommands(app: InspectorCommandContext): readonly Command[] {
  const { inspector, results, ui } = app.stores;
  const isDetectionShown = () =>
    inspector.getState().item?.kind === 'detection' && isPanelShown(ui.getState(), 'inspector');
  const stepCommand = (id: string, title: string, hotkey: string, by: -1 | 1): Command => ({
    id,
    title,
    group: 'View',
    hotkey,
    enabled() {
      const state = inspector.getState();
      if (state.isPinned) return texts.unpinFirst;
      return canStep(state, by) || (by === -1 ? texts.noEarlier : texts.noLater);
    },
    run: () => stepThroughTrail(app, by),
  });
  const focused = () => results.getState().focusedId !== null || texts.commands.selectFirst;
  const severalHere = () => hitIndex(results.getState()) !== -1 || texts.commands.onlyOneHere;
  return [
    stepCommand('inspector.back', texts.commands.back, 'alt+ArrowLeft', -1),
    stepCommand('inspector.forward', texts.commands.forward, 'alt+ArrowRight', 1),
    {
      id: 'inspector.pin',
      title: texts.commands.pin,
      group: 'View',
      enabled: () => inspector.getState().item !== null || texts.nothingToPin,
      run: () => inspector.getState().setPinned(!inspector.getState().isPinned),
    },
    {
      id: 'results.toggle-selected',
      title: texts.commands.select,
      group: 'Results',
      hotkey: 'S',
      isKeyShown: isDetectionShown,
      enabled: focused,
      run() {
        const { focusedId, toggleSelected } = results.getState();
        if (focusedId !== null) toggleSelected(focusedId);
      },
    },
    {
      id: 'results.toggle-chip',
      title: texts.commands.chipOnMap,
      group: 'Results',
      hotkey: 'shift+K',
      enabled: focused,
      run: () => results.getState().setChipOnMap(!results.getState().chipOnMap),
    },
    {
      id: 'results.next-here',
      title: texts.commands.nextHere,
      group: 'Results',
      hotkey: ']',
      isKeyShown: isDetectionShown,
      enabled: severalHere,
      run: () => stepThroughHits(results.getState(), 1),
    },
    {
      id: 'results.previous-here',
      title: texts.commands.previousHere,
      group: 'Results',
      hotkey: '[',
      isKeyShown: isDetectionShown,
      enabled: severalHere,
      run: () => stepThroughHits(results.getState(), -1),
    },
  ];
}

/** Shows the previous or next item of the trail, and marks it on the map again. */
function stepThroughTrail({ commands, stores }: InspectorCommandContext, by: -1 | 1): void {
  stores.inspector.getState().step(by);
  const { item } = stores.inspector.getState();
  switch (item?.kind) {
    case 'detection':
      stores.results.getState().focus(item.id);
      break;
    case 'record':
      void commands.runWith('records.focus', { recordId: item.id });
      break;
    case 'pass':
      stores.passes.getState().choose([item.id]);
      break;
    case 'area':
      stores.ui.getState().selectArea(item.id);
      break;
    // The map marks no order, and the Orders panel may show an order that is being edited.
  }
}

/** Index of the focused detection among those under the last click; −1 when it is the only one. */
export function hitIndex({ hitIds, focusedId }: Pick<ResultsStore, 'hitIds' | 'focusedId'>): number {
  return hitIds.length < 2 || focusedId === null ? -1 : hitIds.indexOf(focusedId);
}

/** Focuses the next or previous of the detections under the last click, wrapping around. */
export function stepThroughHits(results: ResultsStore, by: 1 | -1): void {
  const { hitIds, hitCount, focus } = results;
  const index = hitIndex(results);
  const next = hitIds[(index + by + hitIds.length) % hitIds.length];
  if (index !== -1 && next !== undefined) focus(next, hitIds, hitCount);
}
