import { type QueryClient, QueryObserver } from '@tanstack/react-query';
import type { AreaShape } from '../../shared/areas/area.ts';
import type { KnownOrder } from '../../shared/orders/order.ts';
import { describeOrderState } from '../../shared/orders/order-history.ts';
import {
  filterOrderList,
  type OrderListItem,
  toOrderListItem,
} from '../../shared/orders/order-list-filter.ts';
import { orderListQuery } from '../api/order-list-query.ts';
import { orderName } from '../components/order-name.ts';
import { orderStateColor } from '../components/order-state-color.ts';
import type { MapOrder } from './map-types.ts';
import { orderShapes } from './order-shapes.ts';
import type { MapApp } from './sync.ts';
import { watch } from './watch.ts';

/** Shows the areas of the orders that pass the list's filter, while they are to lie on the map. Returns the way to stop. */
export function syncOrders({ api, stores, engine }: MapApp, queryClient: QueryClient): () => void {
  const { orderList, orders } = stores;
  const shapesOf = rememberShapes();
  let items: readonly OrderListItem[] = [];
  let shown = '';
  const show = () => {
    const { onMap, filter, sort } = orderList.getState();
    const { view } = orders.getState();
    const selectedId = view.kind === 'order' ? view.id : null;
    const visible = onMap ? filterOrderList(items, filter, sort) : [];
    const next = visible.map(({ known, state }) => toMapOrder(known, state, shapesOf));
    // The list comes anew with every look at the service, mostly with nothing new in it.
    const text = JSON.stringify([
      selectedId,
      next.map(({ id, name, color, shapes }) => [id, name, color, shapes.length]),
    ]);
    if (text === shown) return;
    shown = text;
    engine.setOrders(next, selectedId);
  };
  const observer = new QueryObserver(queryClient, orderListQuery(api));
  const stops = [
    observer.subscribe(({ data }) => {
      items = data?.orders.map(toOrderListItem) ?? [];
      show();
    }),
    watch(orderList, ({ onMap }) => onMap, show),
    watch(orderList, ({ filter }) => filter, show),
    watch(orders, ({ view }) => view, show),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

function toMapOrder(
  { order, requestText }: KnownOrder,
  state: string | null,
  shapesOf: (requestText: string) => readonly AreaShape[],
): MapOrder {
  return {
    id: order.id,
    name: orderName(order),
    color: orderStateColor(state),
    isStateKnown: state !== null && describeOrderState(state).known,
    shapes: requestText === undefined ? [] : shapesOf(requestText),
  };
}

/** A stored request never changes, so its shapes are read once. */
function rememberShapes(): (requestText: string) => readonly AreaShape[] {
  const known = new Map<string, readonly AreaShape[]>();
  return (requestText) => {
    const shapes = known.get(requestText) ?? orderShapes(requestText);
    known.set(requestText, shapes);
    return shapes;
  };
}
