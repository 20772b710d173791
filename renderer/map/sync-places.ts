import { z } from 'zod';
import { lengthUnits } from '../components/length-unit.ts';
import type { MapApp } from './sync.ts';
import { watch } from './watch.ts';

const storageKey = 'sightline.length-unit';
const unitSchema = z.enum(lengthUnits);

/** Ties marked places and the context menu to the map, and keeps the unit of lengths over starts. */
export function syncPlaces({ engine, stores: { places } }: MapApp, storage: Storage | undefined): () => void {
  const kept = unitSchema.safeParse(storage?.getItem(storageKey));
  if (kept.success) places.setState({ lengthUnit: kept.data });
  const stops = [
    watch(
      places,
      ({ mark }) => mark,
      (mark) => engine.setMark(mark),
    ),
    watch(
      places,
      ({ lengthUnit }) => lengthUnit,
      (unit) => storage?.setItem(storageKey, unit),
    ),
    engine.on({ menu: (menu) => places.setState({ menu }) }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
