import type { App } from '../../context/app-context.tsx';
import type { Command } from '../../context/command.ts';
import type { ResultsStore } from '../../stores/results-store.ts';

/** The commands about the focused detection and others at the same position. */
export function createInspectorCommands({ stores: { results } }: Pick<App, 'stores'>): readonly Command[] {
  const focused = () => results.getState().focusedId !== null || 'Select a detection first.';
  const severalHere = () =>
    hitIndex(results.getState()) !== -1 || 'There is only one detection at the clicked location.';
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
