import { calibrationOf, imageProductOf } from '../../shared/chips/chip-calibration.ts';
import { formatUtc } from '../../shared/format.ts';
import { normalizeLongitude } from '../../shared/geo/longitude.ts';
import { toOrderListItems } from '../../shared/orders/list/order-list-filter.ts';
import { describeFilter } from '../../shared/results/describe-filter.ts';
import type { DetectionFilter, ResultCounts } from '../../shared/results/detection.ts';
import { calibrationListQuery } from '../api/live-queries.ts';
import { readQuery } from '../api/read-query.ts';
import type { App } from '../context/app-context.tsx';
import { loadMarking } from '../context/copy-table.ts';
import { describePassStep, describeStepAnalyses, describeStepImage } from '../context/describe-pass-step.ts';
import { labelTitle } from '../map/field-title.ts';
import { worldWidth } from '../map/map-projection.ts';
import { type PictureView, positionAt } from '../map/picture/picture-view.ts';
import { attributionsOf } from '../map-sync/source-attributions.ts';
import { sourceLayerId } from '../map-sync/sync-own-layers.ts';
import type { PassSteps } from '../stores/pass-steps-store.ts';
import { unwrap } from '../ui/failure-error.ts';
import type { LegendState } from './legend-entries.ts';
import { texts } from './texts.ts';

/** Facts about the current map that a map image can show. */
export type PictureFacts = {
  /** The shown detections, in words; `inPicture` is how many of them are within the picture. */
  readonly describeDetections: (inPicture: number) => string;
  /** Data sources, with the attributions of map sources. */
  readonly sources: readonly string[];
  /** Missing content of the map; always shown. */
  readonly gaps: readonly string[];
  /** The marking of the workspace; `''` for none. */
  readonly marking: string;
  readonly author: string;
  /** The pass that is shown while stepping through passes; always stated. */
  readonly pass: string | null;
  /** Without what depends on the extent of the picture. */
  readonly legend: Omit<LegendState, 'analytics' | 'areas' | 'orderStates'>;
  /** The detections in a picture by analytic, the most frequent first. Rejects if the request fails. */
  readonly analyticsIn: (view: PictureView) => Promise<LegendState['analytics']>;
  /** The states of orders by their ids, the most frequent first. */
  readonly orderStatesOf: (ids: readonly string[]) => LegendState['orderStates'];
};

/** Collects the facts from the stores and requests the filtered counts. Rejects if the request fails. */
export async function collectFacts(
  app: Pick<App, 'api' | 'queries' | 'engine' | 'queryClient' | 'stores'>,
): Promise<PictureFacts> {
  const { api, queries, engine, stores, queryClient } = app;
  const { filter, focusedId, recordFootprints, chipOnMap } = stores.results.getState();
  const { session } = stores.session.getState();
  const isOpen = session !== null && session.workspace !== 'none';
  const counts = isOpen ? unwrap(await api.results.counts.query(filter)) : null;
  const sources = await queryClient.fetchQuery(queries.mapSources.list.queryOptions());
  const marking = await loadMarking(app);
  const layers = stores.layers.getState().layers.filter(({ visible, opacity }) => visible && opacity > 0);
  const shows = (id: string) => layers.some((layer) => layer.id === id);
  const { mapDisplay, ui, places } = stores;
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
    orderStatesOf: isOpen ? countStates(await readOrderStates(api)) : () => [],
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
          ? { field: colorBy, scale: color.colors }
          : null,
      sizeTitle: sizeBy === null ? null : labelTitle(sizeBy),
      hulls: ui.getState().hulls?.count ? ui.getState().hulls : null,
      hasFootprint: focusedId !== null || recordFootprints.length > 0 || outlines.length > 0,
      mostImaged: coverage.state === 'shown' ? coverage.highestCount : null,
      chip: chipOnMap && focusedId !== null ? await chipScale(app, focusedId) : null,
      mark: mark && engine.camera.isInView(mark.position) ? mark.label : null,
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

/** The state of each order by its id; null without one. */
async function readOrderStates(api: App['api']): Promise<ReadonlyMap<string, string | null>> {
  const items = toOrderListItems(unwrap(await api.orders.list.query()));
  return new Map(items.map(({ stored, state }) => [stored.order.id, state]));
}

function countStates(states: ReadonlyMap<string, string | null>): PictureFacts['orderStatesOf'] {
  return (ids) => {
    const counts = new Map<string | null, number>();
    for (const id of new Set(ids)) {
      const state = states.get(id) ?? null;
      counts.set(state, (counts.get(state) ?? 0) + 1);
    }
    return [...counts]
      .map(([state, count]) => ({ state, count }))
      .toSorted((one, other) => other.count - one.count);
  };
}

async function chipScale(
  app: Pick<App, 'api' | 'queries' | 'queryClient'>,
  id: number,
): Promise<LegendState['chip']> {
  const detail = unwrap(await app.api.results.detail.query(id));
  const product = imageProductOf(detail?.sensor ?? null);
  return calibrationOf(readQuery(app, calibrationListQuery) ?? [], product) ? 'calibrated' : 'not-to-scale';
}

/**
 * The filter restricted to the extent of a picture. Unchanged where the picture shows the whole Earth, or where the
 * filter has an extent and an outline already.
 */
export function filterInView(filter: DetectionFilter, view: PictureView): DetectionFilter {
  const { center, resolution, rotation, width, height } = view;
  const across = (Math.abs(width * Math.cos(rotation)) + Math.abs(height * Math.sin(rotation))) * resolution;
  if (across >= worldWidth) return filter;
  const half = (across / worldWidth) * 180;
  const latitudes = [
    [0, 0],
    [width, 0],
    [0, height],
    [width, height],
  ].map(([x = 0, y = 0]) => positionAt(view, x, y)[1]);
  const [south, north] = [Math.min(...latitudes), Math.max(...latitudes)];
  const [west, east] = [center[0] - half, center[0] + half];
  if (filter.within === undefined) {
    const ring: [number, number][] = [
      [west, south],
      [east, south],
      [east, north],
      [west, north],
    ];
    return { ...filter, within: [ring] };
  }
  if (filter.boundingBox !== undefined) return filter;
  return { ...filter, boundingBox: [normalizeLongitude(west), south, normalizeLongitude(east), north] };
}
