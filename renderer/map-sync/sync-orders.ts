import { QueryObserver } from '@tanstack/react-query';
import type { AreaShape } from '../../shared/areas/area.ts';
import { checkAreaShape } from '../../shared/areas/check-area-shape.ts';
import {
  filterOrderList,
  type OrderListItem,
  toOrderListItems,
} from '../../shared/orders/list/order-list-filter.ts';
import { describeOrderState } from '../../shared/orders/list/order-timeline.ts';
import type { KnownOrder } from '../../shared/orders/order.ts';
import { orderName } from '../../shared/orders/order-name.ts';
import { summarizeRequest } from '../../shared/orders/request/request-summary.ts';
import type { MapOrder } from '../map/map-types.ts';
import { orderStateColors } from '../ui/order-state-color.ts';
import type { MapApp } from './map-app.ts';
import { joinStops, watch } from './watch.ts';

/** Shows the areas of the orders that match the list's filter, while they are on the map. Returns a function that stops it. */
export function syncOrders({ queries, stores, engine, queryClient }: MapApp): () => void {
  const { orderList, orders } = stores;
  const shapesOf = createShapeCache();
  let items: readonly OrderListItem[] = [];
  let shown = '';
  const show = () => {
    const { onMap, filter, sort } = orderList.getState();
    const { view } = orders.getState();
    const selectedId = view.kind === 'order' ? view.id : null;
    const visible = onMap ? filterOrderList(items, filter, sort) : [];
    const next = visible.map(({ stored: known, state }) => toMapOrder(known, state, shapesOf));
    // The list is refetched with every poll of the service, mostly unchanged.
    const text = JSON.stringify([
      selectedId,
      next.map(({ id, name, color, shapes }) => [id, name, color, shapes.length]),
    ]);
    if (text === shown) return;
    shown = text;
    engine.orders.show(next, selectedId);
  };
  const observer = new QueryObserver(queryClient, queries.orders.list.queryOptions());
  return joinStops([
    observer.subscribe(({ data }) => {
      items = data ? toOrderListItems(data) : [];
      show();
    }),
    watch(orderList, ({ onMap }) => onMap, show),
    watch(orderList, ({ filter }) => filter, show),
    watch(orders, ({ view }) => view, show),
  ]);
}

function toMapOrder(
  { order, requestText }: KnownOrder,
  state: string | null,
  shapesOf: (requestText: string) => readonly AreaShape[],
): MapOrder {
  return {
    id: order.id,
    name: orderName(order),
    color: orderStateColors(state),
    isStateKnown: state !== null && describeOrderState(state).known,
    shapes: requestText === undefined ? [] : shapesOf(requestText),
  };
}

/** Caches shapes by request: a stored request never changes. */
function createShapeCache(): (requestText: string) => readonly AreaShape[] {
  const known = new Map<string, readonly AreaShape[]>();
  return (requestText) => {
    const shapes = known.get(requestText) ?? orderShapes(requestText);
    known.set(requestText, shapes);
    return shapes;
  };
}

/** The areas of a stored request that can be drawn. */
function orderShapes(requestText: string): AreaShape[] {
  const shapes = (summarizeRequest(requestText)?.aois ?? []).flatMap((aoi): AreaShape[] => {
    if (aoi.kind === 'polygon') return [{ kind: 'polygon', polygon: aoi.polygon }];
    if (aoi.kind === 'other') return [];
    const [longitude, latitude] = aoi.center;
    return [{ kind: 'circle', center: [longitude, latitude], radiusMetres: aoi.radiusKilometres * 1000 }];
  });
  return shapes.filter((shape) => checkAreaShape(shape).length === 0);
}
