import type { Position } from 'geojson';
import {
  type ChipCalibration,
  calibrationOf,
  imageProductOf,
  metersPerPixel,
} from '../../shared/chips/chip-calibration.ts';
import { flattenGeometry } from '../../shared/geo/flatten-geometry.ts';
import type { PassOutline } from '../../shared/passes/pass.ts';
import { sensorSideText } from '../../shared/passes/sensor-side.ts';
import type { DetectionDetail, Footprint } from '../../shared/results/detection.ts';
import { calibrationListQuery } from '../api/live-queries.ts';
import { readQuery, watchQuery } from '../api/read-query.ts';
import { afterPaint } from '../map/after-paint.ts';
import type { MapChip, MapFootprint } from '../map/map-types.ts';
import { isReviewing } from '../stores/review-store.ts';
import type { MapApp } from './map-app.ts';
import { watch } from './watch.ts';

/** Minimum zoom after a chip is placed on the map. */
const chipZoom = 15;
/** Minimum zoom when a review starts or goes on: 1 : 1,100,000, at which marks have shapes and headings. */
const reviewZoom = 8;

/** Shows footprint, line to the sensor and chip of the focused detection. */
export function syncFocus(app: MapApp): () => void {
  const {
    api,
    engine,
    stores: { passes, results, review },
  } = app;
  let detail: DetectionDetail | null = null;
  const showChip = () =>
    engine.chip.show(
      results.getState().chipOnMap && detail
        ? toChip(detail, readQuery(app, calibrationListQuery) ?? [])
        : null,
    );
  const show = (next: DetectionDetail | null) => {
    detail = next;
    engine.footprint.show(detail && toMapFootprint(detail, passes.getState().outlines));
    showChip();
  };
  /** Whether the map is centered on each focused detection, as in a review. */
  const follows = () => isReviewing(review.getState());
  /** Whether the map was centered on the last focused detection. The user may zoom out after the first one. */
  let followed = false;
  let latest = 0;
  const load = async (id: number | null) => {
    latest += 1;
    const ticket = latest;
    // Consecutive detections mostly have the same footprint, so it stays until the next one is loaded.
    if (!follows()) show(null);
    if (id === null) return;
    const result = await api.results.detail.query(id);
    // The inspector queries the same detail and shows its failure.
    if (ticket !== latest) return;
    if (!result.ok || !result.value) {
      show(null);
      return;
    }
    show(result.value);
    const position = positionOf(result.value);
    const isFirst = !followed;
    followed = follows();
    if (followed) {
      const { zoom } = engine.camera.state;
      engine.camera.setView({ center: position, zoom: isFirst ? Math.max(zoom, reviewZoom) : zoom });
    } else if (!engine.camera.isInView(position)) engine.camera.moveTo(position, 0);
  };
  const stops = [
    watch(
      results,
      ({ focusedId }) => focusedId,
      (id) => {
        if (!follows()) void load(id);
        // Deferred: the next chip is painted first, and during fast key presses only the last position is shown.
        else afterPaint(() => id === results.getState().focusedId && void load(id));
      },
    ),
    watch(
      passes,
      ({ outlines }) => outlines,
      // Without a detection the footprint is that of a record, or none.
      () => detail && show(detail),
    ),
    watchQuery(app, calibrationListQuery, showChip),
    watch(
      results,
      ({ chipOnMap }) => chipOnMap,
      (isOn) => {
        showChip();
        if (isOn && detail) engine.camera.moveTo(positionOf(detail), chipZoom);
      },
    ),
  ];
  return () => {
    latest += 1;
    for (const stop of stops) stop();
  };
}

/**
 * The footprint with the label of its line: the side that the sensor was on. Where one of the passes has its arrow at the
 * line, the arrow has the label.
 */
export function toMapFootprint(
  { footprint }: Pick<DetectionDetail, 'footprint'>,
  passes: readonly Pick<PassOutline, 'image' | 'reference'>[],
): MapFootprint | null {
  if (!footprint) return null;
  const { azimuthAngle, reference } = footprint;
  const hasArrow = passes.some(
    (pass) =>
      pass.image.azimuthAngle === azimuthAngle &&
      pass.reference?.[0] === reference[0] &&
      pass.reference[1] === reference[1],
  );
  if (azimuthAngle === null || hasArrow) return { footprint, label: null };
  return { footprint, label: sensorSideText(azimuthAngle) };
}

function toChip(detail: DetectionDetail, calibrations: readonly ChipCalibration[]): MapChip | null {
  if (detail.detection.chipIdentifier === null) return null;
  const calibration = calibrationOf(calibrations, imageProductOf(detail.sensor));
  return {
    url: `/chips/${detail.detection.id}`,
    center: positionOf(detail),
    metersPerPixel: calibration && metersPerPixel(calibration),
  };
}

function positionOf({ detection }: DetectionDetail): [number, number] {
  return [detection.longitude, detection.latitude];
}

/** Shows the footprints of the focused records instead of that of a detection. */
export function syncRecords({ stores: { results }, engine }: MapApp): () => void {
  return watch(
    results,
    ({ recordFootprints }) => recordFootprints,
    (footprints) => {
      const shown = toRecordFootprint(footprints);
      if (shown) {
        engine.footprint.show(shown);
        if (!engine.camera.isInView(shown.footprint.reference))
          engine.zoomToGeometry(shown.footprint.geometry);
      } else if (results.getState().focusedId === null) {
        engine.footprint.show(null);
      }
    },
  );
}

/** Several footprints as one, without a direction to a sensor; null when there is none. */
export function toRecordFootprint(footprints: readonly Footprint[]): MapFootprint | null {
  const [first] = footprints;
  if (!first) return null;
  if (footprints.length === 1) return toMapFootprint({ footprint: first }, []);
  const coordinates = footprints.flatMap(({ geometry }) => polygonsOf(geometry));
  const footprint: Footprint = {
    geometry: { type: 'MultiPolygon', coordinates },
    reference: first.reference,
    azimuthAngle: null,
    squareMetres: footprints.reduce((sum, { squareMetres }) => sum + squareMetres, 0),
  };
  return { footprint, label: null };
}

function polygonsOf(geometry: Footprint['geometry']): Position[][][] {
  return flattenGeometry(geometry).flatMap((simple) => {
    if (simple.type === 'Polygon') return [simple.coordinates];
    return simple.type === 'MultiPolygon' ? simple.coordinates : [];
  });
}
