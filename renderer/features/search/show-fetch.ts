import type { App } from '../../context/app-context.tsx';

/** Shows only the detections that one fetch added or found unchanged, and zooms to them once the map has them. */
export function showFetch({ stores, engine }: Pick<App, 'stores' | 'engine'>, fetchId: string): void {
  const { results, ui } = stores;
  results.getState().replaceFilter({ fetchId });
  ui.getState().setDockOpen(true);
  const maskState = () => ui.getState().mapChannels.mask.state;
  if (maskState() !== 'pending') {
    engine.zoomToDetections();
    return;
  }
  const stop = ui.subscribe(() => {
    if (maskState() === 'pending') return;
    stop();
    if (results.getState().filter.fetchId === fetchId) engine.zoomToDetections();
  });
}

/** Lists the records that a fetch returned with other content than before. */
export function showChanges({ stores }: Pick<App, 'stores'>, fetchId: string): void {
  stores.search.getState().setChangesOfFetch(fetchId);
  stores.ui.getState().openDialog('changed-records');
}
