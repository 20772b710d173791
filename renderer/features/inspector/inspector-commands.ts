import type { App } from '../app/app-context.tsx';
import type { ResultsStore } from '../stores/results-store.ts';
import type { Command } from './command.ts';

/** The commands about the detection that the inspector shows, and about those that lie over it. */
export function createInspectorCommands({ stores: { results } }: Pick<App, 'stores'>): readonly Command[] {
  const focused = () => results.getState().focusedId !== null || 'Choose a detection first.';
  const severalHere = () =>
    hitPlace(results.getState()) !== -1 || 'Only one detection lies where the map was pressed.';
  return [
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
      hotkey: 'K',
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

/** Where the focused detection stands among those under the last press; −1 when it is alone. */
export function hitPlace({ hitIds, focusedId }: Pick<ResultsStore, 'hitIds' | 'focusedId'>): number {
  return hitIds.length < 2 || focusedId === null ? -1 : hitIds.indexOf(focusedId);
}

/** Focuses the next or previous of the detections under the last press; after the last comes the first. */
export function stepThroughHits(results: ResultsStore, by: 1 | -1): void {
  const { hitIds, focus } = results;
  const place = hitPlace(results);
  const next = hitIds[(place + by + hitIds.length) % hitIds.length];
  if (place !== -1 && next !== undefined) focus(next, hitIds);
}
