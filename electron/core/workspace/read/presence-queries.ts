import { type DetectionPresence, presences } from '../../../../shared/fixed-objects/presence.ts';
import type { Steps } from '../../base/steps.ts';
import type { Sql } from '../file/sql.ts';
import type { DetectionMemory } from './memory/detection-memory.ts';
import { findPosition } from './memory/find-position.ts';
import { readPlaceLabels } from './place-labels.ts';
import type { DefineQuery } from './query.ts';

/** A place at which something is or was again and again. */
export type FixedPlace = Omit<DetectionPresence, 'label'> & {
  readonly longitude: number;
  readonly latitude: number;
  /** The names of the analytics that have found it. */
  readonly analytic: string;
};

/** What the looks over the places of detections show. */
export function createPresenceQueries(sql: Sql, query: DefineQuery, memory: DetectionMemory) {
  return {
    /** That of one detection; undefined when there is no such detection. */
    detectionPresence: query(
      (_id: number) => ({}),
      function* (all, id): Steps<DetectionPresence | undefined> {
        const position = findPosition(all.columns.id, id);
        if (position < 0) return undefined;
        const { places, presenceOfPlace, labelOfPlace, sightingsAt } = yield* memory.fixedObjects(all);
        const place = places.placeOf[position] as number;
        const presence = presences[(presenceOfPlace[place] as number) - 1] ?? null;
        const label = readPlaceLabels(sql).labels[labelOfPlace.get(place) ?? -1] ?? null;
        return { presence, label, ...sightingsAt(place) };
      },
    ),
    /** The places of all that is stationary, new or gone. */
    fixedPlaces: query(
      () => ({}),
      function* (all): Steps<readonly FixedPlace[]> {
        const { places, presenceOfPlace, sightingsAt, detectionsAt } = yield* memory.fixedObjects(all);
        const names = memory.store.names.texts();
        const analyticsAt = (place: number) =>
          [
            ...new Set(
              Array.from(detectionsAt(place), (at) => names[all.columns.analytic[at] as number] ?? ''),
            ),
          ]
            .sort()
            .join(', ');
        const found: FixedPlace[] = [];
        for (let place = 0; place < places.count; place += 1) {
          if (place % placesInStep === 0) yield;
          const presence = presences[(presenceOfPlace[place] as number) - 1] ?? null;
          if (presence === null || presence === 'passing') continue;
          found.push({
            longitude: places.longitude[place] as number,
            latitude: places.latitude[place] as number,
            analytic: analyticsAt(place),
            presence,
            ...sightingsAt(place),
          });
        }
        return found;
      },
    ),
  };
}

/** Places that are counted in one step, some ten milliseconds. */
const placesInStep = 4096;
