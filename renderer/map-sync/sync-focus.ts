import type { DetectionDetail } from '../../shared/results/detection.ts';
import { ask } from '../api/ask.ts';
import { isReviewing } from '../stores/review-store.ts';
import { afterPaint } from './after-paint.ts';
import type { MapChip, MapFootprint } from './map-types.ts';
import type { MapApp } from './sync.ts';
import { watch } from './watch.ts';

/**
 * The width of a chip on the ground, in metres. The results document gives neither pixel size nor extent of a chip,
 * so it is laid out at this nominal width, and the map panel says so.
 */
export const nominalChipMetres = 640;
/** At this zoom a chip of nominal width is some 160 pixels wide in mid-latitudes. */
const chipZoom = 15;

/** Shows footprint, line to the sensor and chip of the focused detection. */
export function syncFocus({ api, stores: { results, review }, engine }: MapApp): () => void {
  let detail: DetectionDetail | null = null;
  const showChip = () => engine.setChip(results.getState().chipOnMap && detail ? toChip(detail) : null);
  const show = (next: DetectionDetail | null) => {
    detail = next;
    engine.setFootprint(detail && toMapFootprint(detail));
    showChip();
  };
  /** In a review the map goes along from place to place, and each has the middle. */
  const follows = () => isReviewing(review.getState());
  let latest = 0;
  const load = async (id: number | null) => {
    latest += 1;
    const ticket = latest;
    // One after the other mostly lie in the same footprint, which then stays.
    if (!follows()) show(null);
    if (id === null) return;
    const result = await ask(() => api.results.detail.query(id));
    // The inspector asks for the same detail and shows a failure; the map then has nothing to add.
    if (ticket !== latest) return;
    if (!result.ok || !result.value) {
      show(null);
      return;
    }
    show(result.value);
    const position = positionOf(result.value);
    if (follows()) engine.setView({ center: position, zoom: engine.view().zoom });
    else if (!engine.isInView(position)) engine.zoomToPosition(position, 0);
  };
  const stops = [
    watch(
      results,
      ({ focusedId }) => focusedId,
      (id) => {
        if (!follows()) void load(id);
        // The next chip comes first, and when keys are pressed fast only the last place is gone to.
        else afterPaint(() => id === results.getState().focusedId && void load(id));
      },
    ),
    watch(
      results,
      ({ chipOnMap }) => chipOnMap,
      (isOn) => {
        showChip();
        if (isOn && detail) engine.zoomToPosition(positionOf(detail), chipZoom);
      },
    ),
  ];
  return () => {
    latest += 1;
    for (const stop of stops) stop();
  };
}

/** The footprint with the label of its line: whole degrees, 000 to 359. */
export function toMapFootprint({ footprint }: Pick<DetectionDetail, 'footprint'>): MapFootprint | null {
  if (!footprint) return null;
  const { azimuthAngle } = footprint;
  if (azimuthAngle === null) return { footprint, label: null };
  const degrees = ((Math.round(azimuthAngle) % 360) + 360) % 360;
  return { footprint, label: `to sensor ${String(degrees).padStart(3, '0')}°` };
}

function toChip(detail: DetectionDetail): MapChip | null {
  if (detail.detection.chipIdentifier === null) return null;
  return {
    url: `/chips/${detail.detection.id}`,
    center: positionOf(detail),
    sizeMetres: nominalChipMetres,
  };
}

function positionOf({ detection }: DetectionDetail): [number, number] {
  return [detection.longitude, detection.latitude];
}
