import type { Stores } from './stores.ts';

/**
 * Unfocuses a detection or record once a pass, area or order is clicked, so that the map marks what was clicked last.
 * Returns a function that stops it.
 */
export function followInspector({ inspector, results }: Pick<Stores, 'inspector' | 'results'>): () => void {
  return inspector.subscribe(({ latest }, before) => {
    if (latest === before.latest || !latest || latest.kind === 'detection' || latest.kind === 'record')
      return;
    const { focusedId, focusedRecordId, focus } = results.getState();
    if (focusedId !== null || focusedRecordId !== null) focus(null);
  });
}
