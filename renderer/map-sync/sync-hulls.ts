import type { DetectionRow } from '../../shared/results/detection.ts';
import { type VesselHull, vesselHull } from '../../shared/results/vessel-hull.ts';
import { noCloseUp } from '../map/detections/detection-hulls.ts';
import type { MapHull } from '../map/detections/hulls-layer.ts';
import { maxMapLatitude } from '../map/map-projection.ts';
import type { CloseUp } from '../map/map-types.ts';
import type { MapApp } from './map-app.ts';
import { RowCache } from './row-cache.ts';
import { watch } from './watch.ts';

const isOnMap = ({ latitude }: DetectionRow) => Math.abs(latitude) < maxMapLatitude;

/** Syncs the hulls of the detections close up; a field that determines sizes leaves no true ones. */
export function syncHulls({ api, stores, engine }: MapApp): () => void {
  const { mapDisplay, ui, workspace } = stores;
  const rows = new RowCache(api);
  let known = new Map<number, VesselHull | null>();
  let closeUp: CloseUp = noCloseUp;
  let latest = 0;
  const isOn = () => mapDisplay.getState().headings && mapDisplay.getState().sizeBy === null;
  const show = async () => {
    latest += 1;
    const ticket = latest;
    const { ids, isCrowded } = isOn() ? closeUp : noCloseUp;
    // Detections that cannot be loaded have their symbols; the table shows the error.
    await rows.load(ids);
    if (ticket !== latest) return;
    const hulls: MapHull[] = [];
    let usualWidth = 0;
    for (const id of ids) {
      const row = rows.get(id);
      if (row && !known.has(id)) known.set(id, isOnMap(row) ? vesselHull(row) : null);
      const hull = known.get(id);
      if (!hull) continue;
      hulls.push({ id, ring: hull.ring, lengthMeters: hull.lengthMeters });
      if (hull.hasUsualWidth) usualWidth += 1;
    }
    engine.setHulls(hulls);
    const areNone = hulls.length === 0 && !isCrowded;
    ui.getState().setHulls(areNone ? null : { count: hulls.length, usualWidth, isCrowded });
  };
  const stops = [
    watch(mapDisplay, isOn, (on) => {
      engine.setHullsEnabled(on);
      void show();
    }),
    watch(
      workspace,
      ({ feed }) => feed,
      () => {
        rows.clear();
        known = new Map();
        void show();
      },
    ),
    engine.on({
      closeUp(changed) {
        closeUp = changed;
        void show();
      },
    }),
  ];
  return () => {
    latest += 1;
    for (const stop of stops) stop();
  };
}
