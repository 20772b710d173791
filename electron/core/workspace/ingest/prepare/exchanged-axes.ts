import type { LonLat } from '../../../../../shared/geo/geometry.ts';
import { regionContains, toRegion } from '../../../../../shared/geo/region.ts';
import { representativePoint } from '../../../../../shared/geo/representative-point.ts';
import { memoizeByObject } from '../../../../../shared/memoize-by-object.ts';
import { readAngleReference } from '../../../../../shared/passes/angle-reference.ts';
import type { ParsedRecord } from '../parse-record.ts';
import { createTracer } from '../trace-detection.ts';
import type { PreparedFootprint } from './prepare-footprint.ts';

const detectionsRemark = 'no detection of this image lies in its footprint; with exchanged axes all do';
const referenceRemark =
  'the geometry reference of this image lies outside of it; with exchanged axes it lies inside';

/**
 * A remark for each sensor of a record whose footprint holds none of its detections, and would hold all of them if
 * longitude and latitude were exchanged; without detections its geometry reference decides. Nothing is exchanged, since
 * either can be the one that is wrong.
 */
export function remarkExchangedAxes(
  record: ParsedRecord,
  footprints: readonly (PreparedFootprint | undefined)[],
): readonly (string | undefined)[] {
  const witnesses = footprints.map((footprint) =>
    footprint?.problem === undefined ? footprint && createWitness(footprint) : undefined,
  );
  const traceOf = createTracer(record);
  for (const feature of record.features) {
    if (witnesses.every((witness) => witness === undefined || witness.isSettled)) break;
    const { sensorIndex } = record.sensors.length === 1 ? { sensorIndex: 0 } : traceOf(feature);
    const position = representativePoint(feature.geometry);
    if (sensorIndex !== null && position) witnesses[sensorIndex]?.add(position);
  }
  return witnesses.map((witness, index) => {
    if (!witness || witness.isSettled) return undefined;
    if (witness.count > 0) return detectionsRemark;
    const reference = readAngleReference(record.sensors[index]?.geometryReference ?? null);
    if (reference) witness.add(reference);
    return reference && !witness.isSettled ? referenceRemark : undefined;
  });
}

type UsableFootprint = Extract<PreparedFootprint, { problem?: undefined }>;

const regionOf = memoizeByObject(({ outline }: UsableFootprint) => toRegion([outline]));

function createWitness(footprint: UsableFootprint) {
  const { minY, maxY } = footprint.envelope;
  let count = 0;
  let isSettled = false;
  return {
    /** Positions so far. */
    get count() {
      return count;
    },
    /** Whether one of them is in the footprint, or is not in it with exchanged axes. */
    get isSettled() {
      return isSettled;
    },
    add([longitude, latitude]: LonLat) {
      count += 1;
      // Few longitudes are latitudes of the footprint, so that its region is seldom made.
      isSettled ||=
        longitude < minY ||
        longitude > maxY ||
        !regionContains(regionOf(footprint), latitude, longitude) ||
        regionContains(regionOf(footprint), longitude, latitude);
    },
  };
}
