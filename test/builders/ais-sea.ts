import type { AisContact } from '../../shared/ais/contact.ts';
import { destination } from '../../shared/geo/geodesic.ts';
import type { SimulatedPass } from './ais-simulator.ts';
import { buildFeature, buildRecord } from './record-builder.ts';

/** The pass of a simulated sea as a record of the service; the uuid of each feature is the id of its detection. */
export function toRecord(
  { pass }: SimulatedPass,
  assignedId: string,
  center: readonly [number, number] = [129.2, 35],
): Record<string, unknown> {
  const corners = [45, 135, 225, 315, 45].map((course) => destination(center, course, 60_000));
  return buildRecord({
    assignedId,
    analytic: 'SmallVesselDetection',
    sensors: [
      {
        startTimeUTC: new Date(pass.timeMs ?? 0).toISOString(),
        azimuthAngle: pass.azimuthDegrees,
        incidenceAngle: pass.incidenceDegrees,
        geometryReference: `POINT (${center.join(' ')})`,
        footprint: `POLYGON ((${corners.map(([x, y]) => `${x} ${y}`).join(', ')}))`,
      },
    ],
    features: pass.detections.map(({ id, longitude, latitude, lengthMeters, headingDegrees }) =>
      buildFeature({
        geometry: { type: 'Point', coordinates: [longitude, latitude] },
        properties: {
          uuid: `00000000-0000-4000-9000-${Buffer.from(id.padEnd(6)).toString('hex')}`,
          sarChipIdentifier: undefined,
          simulated: id,
          length: lengthMeters,
          heading: headingDegrees,
        },
      }),
    ),
  });
}

/** The reports of contacts in the form of MarineCadastre. */
export function toMarineCadastre(contacts: readonly AisContact[]): string {
  const lines = contacts.flatMap(({ positions, static: facts }) =>
    positions.map(({ identifier, timeMs, longitude, latitude, speedKnots, courseDegrees, headingDegrees }) =>
      [
        identifier,
        new Date(timeMs).toISOString().replace('Z', ''),
        latitude.toFixed(6),
        longitude.toFixed(6),
        speedKnots?.toFixed(1) ?? '102.3',
        courseDegrees?.toFixed(1) ?? '360',
        headingDegrees?.toFixed(0) ?? '511',
        facts.name ?? '',
        facts.lengthMeters ?? '',
      ].join(','),
    ),
  );
  return ['MMSI,BaseDateTime,LAT,LON,SOG,COG,Heading,VesselName,Length', ...lines, ''].join('\n');
}
