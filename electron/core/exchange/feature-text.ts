import type { Geometry } from 'geojson';
import { simpleGeometries } from '../../../shared/geo/simple-geometries.ts';
import type { DetectionDetailForExport, FootprintBatch } from '../workspace/workspace.ts';
import { toRfc7946 } from './rfc7946-geometry.ts';

/** Put before the name of a feature's own property that is one of ours, as often as it takes to make it free. */
export const ownPropertyPrefix = 'feature_';

/**
 * One detection as the text of a GeoJSON feature. What the record says of it comes first, under names that are always
 * there; the feature's own properties follow under their own names, with `feature_` before those that are taken.
 */
export function detectionFeature({ detection, sensor, record }: DetectionDetailForExport): string {
  const ours: readonly [string, unknown][] = [
    ['detection_id', detection.id],
    ['record_id', record.assignedId],
    ['uploaded_at', record.uploadTime],
    ['collected_at', detection.collectedAt],
    ['analytic', detection.analytic],
    ['region', detection.region],
    ['sensor_name', sensor?.sensorName],
    ['sensor_type', sensor?.sensorType],
    ['sensor_mode', sensor?.sensorMode],
    ['polarization', sensor?.polarization],
    ['incidence_angle', sensor?.incidenceAngle],
    ['azimuth_angle', sensor?.azimuthAngle],
    ['vendor_id', sensor?.vendorId],
    ['chip_identifier', detection.chipIdentifier],
    ['confidence', detection.confidence],
  ];
  const properties = [...ours, ...ownProperties(detection.properties, ours)];
  return featureText(detection.id, detection.geometry, properties);
}

/** One footprint as the text of a GeoJSON feature, with the records whose sensor it is. */
export function footprintFeature({ recordIds, sensor, footprint }: FootprintBatch['rows'][number]): string {
  return featureText(undefined, footprint.geometry, [
    ['record_ids', recordIds],
    ['collected_at', sensor.startTimeUtc],
    ['sensor_name', sensor.sensorName],
    ['sensor_type', sensor.sensorType],
    ['sensor_mode', sensor.sensorMode],
    ['product_type', sensor.productType],
    ['polarization', sensor.polarization],
    ['incidence_angle', sensor.incidenceAngle],
    ['azimuth_angle', sensor.azimuthAngle],
    ['vendor_id', sensor.vendorId],
    ['image_id', sensor.brandId],
    ['square_metres', footprint.squareMetres],
  ]);
}

function ownProperties(
  properties: Readonly<Record<string, unknown>>,
  ours: readonly [string, unknown][],
): readonly [string, unknown][] {
  const taken = new Set([...ours.map(([name]) => name), ...Object.keys(properties)]);
  const reserved = new Set(ours.map(([name]) => name));
  return Object.entries(properties).map(([name, value]) => {
    if (!reserved.has(name)) return [name, value];
    let free = `${ownPropertyPrefix}${name}`;
    while (taken.has(free)) free = `${ownPropertyPrefix}${free}`;
    taken.add(free);
    return [free, value];
  });
}

/** Printed member by member: an object would trip over a property called `__proto__`. */
function featureText(
  id: number | undefined,
  geometry: Geometry,
  properties: readonly (readonly [string, unknown])[],
): string {
  const [simple] = simpleGeometries(geometry);
  const place = simple ? JSON.stringify(toRfc7946(simple)) : 'null';
  const members = properties.map(
    ([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value ?? null)}`,
  );
  const identity = id === undefined ? '' : `"id":${id},`;
  return `{"type":"Feature",${identity}"geometry":${place},"properties":{${members.join(',')}}}`;
}
