import { calibrationOf, imageProductOf } from '../../../shared/chips/chip-calibration.ts';
import { formatUtc } from '../../../shared/format.ts';
import {
  filterOrderList,
  newestOrdersFirst,
  type OrderListFilter,
  orderListChoices,
  toOrderListItems,
} from '../../../shared/orders/list/order-list-filter.ts';
import { describeOrderState } from '../../../shared/orders/list/order-timeline.ts';
import { describeFilter } from '../../../shared/results/describe-filter.ts';
import type { ResultCounts } from '../../../shared/results/detection.ts';
import { fieldTitle } from '../../../shared/results/field-title.ts';
import { calibrationListQuery, markingQuery } from '../../api/live-queries.ts';
import { type QuerySource, readQuery } from '../../api/read-query.ts';
import { sourceListQuery } from '../../api/source-list-query.ts';
import type { App } from '../../context/app-context.tsx';
import { getAreas } from '../../context/areas.ts';
import {
  describePassStep,
  describeStepAnalyses,
  describeStepImage,
} from '../../context/describe-pass-step.ts';
import { labelTitle } from '../../map/field-title.ts';
import { mapScheme } from '../../map/map-colors.ts';
import type { PictureView } from '../../map/picture/picture-view.ts';
import { attributionsOf } from '../../map-sync/source-attributions.ts';
import { sourceLayerId } from '../../map-sync/sync-sources.ts';
import type { LayerItem } from '../../stores/layers-store.ts';
import type { PassSteps } from '../../stores/pass-steps-store.ts';
import { unwrap } from '../../ui/failure-error.ts';
import { orderStateColors } from '../../ui/order-state-color.ts';
import { filterInView } from './filter-in-view.ts';
import type { LegendState } from './legend-entries.ts';
import { texts } from './texts.ts';

/** Facts about the current map that a map image can show. */
export type PictureFacts = {
  /** Which detections are shown, in words; `inPicture` is how many of them are within the picture. */
  readonly describeDetections: (inPicture: number) => string;
  /** Data sources, with the attributions of map sources. */
  readonly sources: readonly string[];
  /** What is missing on the map; always shown. */
  readonly gaps: readonly string[];
  /** The marking of the workspace; `''` for none. */
  readonly marking: string;
  readonly author: string;
  /** The pass that is shown while stepping through passes; always stated. */
  readonly pass: string | null;
  /** Without the analytics, which depend on the extent of the picture. */
  readonly legend: Omit<LegendState, 'analytics'>;
  /** The detections in a picture by analytic, the most frequent first. Rejects if the request fails. */
  readonly analyticsIn: (view: PictureView) => Promise<LegendState['analytics']>;
  /** All layers as they are drawn on the map. */
  readonly layers: readonly LayerItem[];
};

/** Collects the facts from the stores and requests the filtered counts. Rejects if the request fails. */
export async function collectFacts(
  app: Pick<App, 'api' | 'engine' | 'queryClient' | 'stores'>,
): Promise<PictureFacts> {
  const { api, engine, stores, queryClient } = app;
  const { filter, focusedId, recordFootprints, chipOnMap } = stores.results.getState();
  const { session } = stores.session.getState();
  const isOpen = session !== null && session.workspace !== 'none';
  const counts = isOpen ? unwrap(await api.results.counts.query(filter)) : null;
  const sources = await queryClient.fetchQuery(sourceListQuery(api));
  const marking = (await queryClient.fetchQuery(markingQuery(api))) ?? '';
  const layers = stores.layers.getState().layers.filter(({ visible, opacity }) => visible && opacity > 0);
  const shows = (id: string) => layers.some((layer) => layer.id === id);
  const { mapDisplay, orderList, ui, places } = stores;
  const density = ui.getState().density;
  const { colorBy, sizeBy } = mapDisplay.getState();
  const color = ui.getState().mapChannels.color;
  const { mark } = places.getState();
  const { coverage, outlines } = stores.passes.getState();
  const { statuses } = stores.sources.getState();
  const restrictions = describeFilter(filter).map(({ text }) => text);
  const describeShown = (inPicture: number) =>
    shows('detections')
      ? texts.sheet.detections(inPicture, counts?.detections ?? 0, collectedRange(counts))
      : texts.sheet.noDetections;
  return {
    describeDetections: (inPicture) =>
      restrictions.length === 0
        ? texts.sheet.withoutFilter(describeShown(inPicture))
        : texts.sheet.withFilter(describeShown(inPicture), restrictions),
    sources: [
      ...(shows('detections') && session ? [texts.sheet.detectionSource(session.profile.name)] : []),
      ...(shows('basemap') ? [texts.sheet.basemapSource] : []),
      ...layers
        .filter(({ id, section }) => section === 'basemap' && !builtInBasemapLayers.includes(id))
        .map(({ name }) => texts.sheet.backgroundSource(name)),
      ...attributionsOf(sources, layers),
    ],
    gaps: sources.flatMap(({ source: { id, name } }) => {
      const status = statuses[id];
      const isWhole = !status || (status.offline === 0 && status.failed === 0 && status.problem === null);
      return isWhole || !shows(sourceLayerId(id)) ? [] : [texts.sheet.gaps(name)];
    }),
    marking,
    pass: describePass(stores.passSteps.getState().steps),
    author: [session?.username, formatUtc(Date.now()), texts.sheet.madeWith].filter(Boolean).join(' · '),
    layers: stores.layers.getState().layers,
    analyticsIn: async (view) => {
      if (!isOpen) return [];
      const { byAnalytic } = unwrap(await api.results.counts.query(filterInView(filter, view)));
      return byAnalytic.filter(({ count }) => count > 0).toSorted((one, other) => other.count - one.count);
    },
    legend: {
      layers,
      density,
      colors:
        colorBy !== null && color.state === 'shown' && color.colors
          ? { title: fieldTitle(colorBy), scale: color.colors }
          : null,
      sizeTitle: sizeBy === null ? null : labelTitle(sizeBy),
      hasAreas: getAreas(app).length > 0,
      hasFootprint: focusedId !== null || recordFootprints.length > 0 || outlines.length > 0,
      mostImaged: coverage.state === 'shown' ? coverage.highestCount : null,
      chip: chipOnMap && focusedId !== null ? await chipScale(app, focusedId) : null,
      mark: mark && engine.isInView(mark.position) ? mark.label : null,
      orderStates:
        isOpen && orderList.getState().onMap ? await orderStates(api, orderList.getState().filter) : [],
    },
  };
}

function describePass(steps: PassSteps | null): string | null {
  if (!steps) return null;
  const { isCumulative, outline } = steps;
  return texts.sheet.pass(
    describePassStep(steps),
    describeStepImage(steps),
    describeStepAnalyses(steps),
    isCumulative,
    outline?.footprint != null,
  );
}

/** The range of collection times of the detections shown. */
function collectedRange(counts: ResultCounts | null): string | null {
  if (!counts || counts.collectedFrom === null || counts.collectedTo === null) return null;
  return texts.sheet.collected(counts.collectedFrom, counts.collectedTo);
}

/** The built-in layers of the basemap; all others are sources that the user added. */
const builtInBasemapLayers = ['basemap', 'graticule', 'places'];

/** The distinct states of the orders that match the filter of the order list. */
async function orderStates(api: App['api'], filter: OrderListFilter): Promise<LegendState['orderStates']> {
  const list = unwrap(await api.orders.list.query());
  const shown = filterOrderList(toOrderListItems(list), filter, newestOrdersFirst);
  return orderListChoices(shown).states.map(({ state }) => ({
    label: state === null ? texts.legend.noOrderState : describeOrderState(state).label,
    color: orderStateColors(state)[mapScheme()],
  }));
}

async function chipScale(app: QuerySource, id: number): Promise<LegendState['chip']> {
  const detail = unwrap(await app.api.results.detail.query(id));
  const product = imageProductOf(detail?.sensor ?? null);
  return calibrationOf(readQuery(app, calibrationListQuery) ?? [], product) ? 'calibrated' : 'not-to-scale';
}
