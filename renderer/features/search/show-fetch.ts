import { shapeToRings } from '../../../shared/areas/shape-to-rings.ts';
import { readUnmeasuredTarget } from '../../../shared/orders/overlap/order-target.ts';
import type { DetectionFilter } from '../../../shared/results/detection.ts';
import type { App } from '../../context/app-context.tsx';
import { notifyFailure, notifyInfo } from '../../ui/notify.tsx';
import { texts } from './texts.ts';

/**
 * Shows only the detections that one fetch added or found unchanged, and zooms to them once the map has them. Of a fetch
 * for an order only those in the areas of the order: the service cannot search by position.
 */
export async function showFetch(
  { api, stores, engine }: Pick<App, 'api' | 'stores' | 'engine'>,
  fetchId: string,
  orderId?: string,
): Promise<void> {
  const { results, ui } = stores;
  const within = orderId === undefined ? undefined : await readOrderRings(api, orderId);
  results.getState().replaceFilter({ fetchId, ...(within && { within }) });
  ui.getState().showResults();
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

/** The outlines of an order's areas; undefined where they cannot be read. It notifies of either. */
async function readOrderRings(api: App['api'], orderId: string): Promise<DetectionFilter['within']> {
  const request = await api.orders.request.query(orderId);
  const target = request.ok ? readUnmeasuredTarget(request.value) : request;
  if (!target.ok) {
    notifyFailure(target.failure, texts.commands.orderAreasNotRead);
    return undefined;
  }
  const { areas, problems } = target.value;
  const rings = areas.flatMap(({ shape }) => shapeToRings(shape));
  const shown = rings.length > 0 ? texts.commands.insideOrder : texts.commands.orderAreasNotRead;
  notifyInfo([shown, ...problems].join(' '));
  return rings.length > 0 ? rings : undefined;
}

/** Lists the records that a fetch returned with other content than before. */
export function showChanges({ stores }: Pick<App, 'stores'>, fetchId: string): void {
  stores.search.getState().setChangesOfFetch(fetchId);
  stores.ui.getState().openDialog('changed-records');
}
