import { describeOrderState } from '../../../shared/orders/order-history.ts';
import {
  filterOrderList,
  newestOrdersFirst,
  type OrderListFilter,
  orderListChoices,
  toOrderListItem,
} from '../../../shared/orders/order-list-filter.ts';
import type { ResultCounts } from '../../../shared/results/detection.ts';
import { unwrap } from '../../api/failure-error.ts';
import type { App } from '../../app/app-context.tsx';
import { formatQuantity, formatUtc } from '../../components/format.ts';
import { orderStateColor } from '../../components/order-state-color.ts';
import { sourceLayerId } from '../../map/sources/sync-sources.ts';
import { nominalChipMetres } from '../../map/sync-focus.ts';
import { knownSources } from '../../stores/sources-store.ts';
import { describeFilter } from '../dock/describe-filter.ts';
import { attributionsOf } from '../layers/sources/source-attribution.tsx';
import { fieldTitle } from '../map/field-title.ts';
import type { LegendState } from './legend-entries.ts';

/** What can be told of the map as it is now, before anybody has chosen what to tell. */
export type PictureFacts = {
  /** Which detections are shown, in words. */
  readonly filter: string;
  /** Where what is drawn comes from, with what the operators of map sources want to be said. */
  readonly sources: readonly string[];
  /** What is not on the map though it should be; told whatever else is left out. */
  readonly gaps: readonly string[];
  readonly author: string;
  readonly legend: LegendState;
};

/** Reads off the stores, and asks how many detections pass the filter. Rejects when that cannot be told. */
export async function collectFacts({
  api,
  engine,
  stores,
}: Pick<App, 'api' | 'engine' | 'stores'>): Promise<PictureFacts> {
  const { filter, focusedId, recordFootprints, chipOnMap } = stores.results.getState();
  const { session } = stores.session.getState();
  const isOpen = session !== null && session.workspace !== 'none';
  const counts = isOpen ? unwrap(await api.results.counts.query(filter)) : null;
  const layers = stores.layers.getState().layers.filter(({ visible, opacity }) => visible && opacity > 0);
  const shows = (id: string) => layers.some((layer) => layer.id === id);
  const { areas } = stores.workspace.getState();
  const { mapDisplay, orderList, ui, places } = stores;
  const density = ui.getState().density;
  const { sizeBy } = mapDisplay.getState();
  const { mark } = places.getState();
  const { coverage, outlines } = stores.passes.getState();
  const { statuses } = stores.sources.getState();
  const sources = knownSources(stores.sources.getState());
  const restrictions = describeFilter(filter).map(({ text }) => text);
  const shown = shows('detections')
    ? [formatQuantity(counts?.detections ?? 0, 'detection'), collectedRange(counts)]
        .filter(Boolean)
        .join(', ')
    : 'No detections';
  return {
    filter:
      restrictions.length === 0 ? `${shown}, without a filter` : `${shown}: ${restrictions.join(' · ')}`,
    sources: [
      ...(shows('detections') && session ? [`Detections: ${session.profile.name}`] : []),
      ...(shows('basemap') ? ['Land and borders: Natural Earth'] : []),
      ...layers
        .filter(({ id, section }) => section === 'basemap' && !ownBasemap.includes(id))
        .map(({ name }) => `Background: ${name}`),
      ...attributionsOf(sources, layers),
    ],
    gaps: sources.flatMap(({ source: { id, name } }) => {
      const status = statuses[id];
      const isWhole = !status || (status.offline === 0 && status.failed === 0 && status.problem === null);
      return isWhole || !shows(sourceLayerId(id))
        ? []
        : [`Parts of “${name}” could not be had and are missing.`];
    }),
    author: [session?.username, formatUtc(Date.now()), 'made with Sightline'].filter(Boolean).join(' · '),
    legend: {
      layers,
      analytics: (counts?.byAnalytic ?? []).filter(({ count }) => count > 0).map(({ analytic }) => analytic),
      density,
      sizeTitle: sizeBy === null ? null : fieldTitle(sizeBy),
      hasAreas: areas.state === 'ready' && areas.value.length > 0,
      hasFootprint: focusedId !== null || recordFootprints.length > 0 || outlines.length > 0,
      mostImaged: coverage.state === 'shown' ? coverage.most : null,
      chipMetres: chipOnMap && focusedId !== null ? nominalChipMetres : null,
      mark: mark && engine.isInView(mark.position) ? mark.label : null,
      orderStates:
        isOpen && orderList.getState().onMap ? await orderStates(api, orderList.getState().filter) : [],
    },
  };
}

/** From the first to the last collection among what is shown. */
function collectedRange(counts: ResultCounts | null): string | null {
  if (!counts || counts.collectedFrom === null || counts.collectedTo === null) return null;
  return `collected ${formatUtc(counts.collectedFrom)} to ${formatUtc(counts.collectedTo)}`;
}

/** Layers of the basemap that are Sightline's own. */
const ownBasemap = ['basemap', 'graticule', 'places'];

/** The states of the orders that the list's filter leaves, each once. */
async function orderStates(api: App['api'], filter: OrderListFilter): Promise<LegendState['orderStates']> {
  const { orders } = unwrap(await api.orders.list.query());
  const shown = filterOrderList(orders.map(toOrderListItem), filter, newestOrdersFirst);
  return orderListChoices(shown).states.map(({ state }) => ({
    label: state === null ? 'no state' : describeOrderState(state).label,
    color: orderStateColor(state),
  }));
}
