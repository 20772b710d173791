import type { App } from '../../context/app-context.tsx';
import type { Command } from '../../context/command.ts';
import { canStep } from '../../stores/inspector-store.ts';
import type { ResultsStore } from '../../stores/results-store.ts';
import { inspectorTexts } from './texts.ts';

/** The parts of the app that inspector commands use. */
export type InspectorCommandContext = Pick<App, 'commands' | 'stores'>;

/** The commands about the inspector, the focused detection, and others at the same position. */
export function createInspectorCommands(app: InspectorCommandContext): readonly Command[] {
  const { inspector, results } = app.stores;
  const stepCommand = (id: string, title: string, hotkey: string, by: -1 | 1): Command => ({
    id,
    title,
    group: 'View',
    hotkey,
    enabled() {
      const state = inspector.getState();
      if (state.isPinned) return inspectorTexts.unpinFirst;
      return canStep(state, by) || (by === -1 ? inspectorTexts.noEarlier : inspectorTexts.noLater);
    },
    run: () => stepThroughTrail(app, by),
  });
  const focused = () => results.getState().focusedId !== null || 'Select a detection first.';
  const severalHere = () =>
    hitIndex(results.getState()) !== -1 || 'There is only one detection at the clicked location.';
  return [
    stepCommand('inspector.back', 'Inspect the previous item again', 'alt+ArrowLeft', -1),
    stepCommand('inspector.forward', 'Inspect the next item again', 'alt+ArrowRight', 1),
    {
      id: 'inspector.pin',
      title: 'Pin or unpin the inspector',
      group: 'View',
      enabled: () => inspector.getState().item !== null || inspectorTexts.nothingToPin,
      run: () => inspector.getState().setPinned(!inspector.getState().isPinned),
    },
    {
      id: 'results.toggle-selected',
      title: 'Add the detection to the selection, or remove it',
      group: 'Results',
      hotkey: 'S',
      enabled: focused,
      run() {
        const { focusedId, toggleSelected } = results.getState();
        if (focusedId !== null) toggleSelected(focusedId);
      },
    },
    {
      id: 'results.toggle-chip',
      title: 'Place the chip on the map, or remove it',
      group: 'Results',
      hotkey: 'shift+K',
      enabled: focused,
      run: () => results.getState().setChipOnMap(!results.getState().chipOnMap),
    },
    {
      id: 'results.next-here',
      title: 'Next detection here',
      group: 'Results',
      hotkey: ']',
      enabled: severalHere,
      run: () => stepThroughHits(results.getState(), 1),
    },
    {
      id: 'results.previous-here',
      title: 'Previous detection here',
      group: 'Results',
      hotkey: '[',
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
