import type { AreaShape } from '../../shared/areas/area.ts';
import { rectangleShape } from './order-draft-builder.ts';
import { buildFeature, buildRecord, buildSensor, buildUuid } from './record-builder.ts';
import type { WatchWorld } from './watch-world.ts';

const hour = 3_600_000;

type PassOptions = {
  readonly shift?: number;
  readonly position?: readonly [longitude: number, latitude: number];
  /** WKT of the footprint. */
  readonly footprint?: string | undefined;
  readonly qcStatus?: string;
};

/** A time as UTC text, of epoch milliseconds. */
export function timeText(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

/** A record of a pass at a time with vessels of these lengths, uploaded an hour later; `shift` moves them, in degrees. */
export function buildPassRecord(
  id: string,
  collected: number,
  lengths: readonly number[],
  {
    shift = 0,
    position: [longitude, latitude] = [121.2, 31.2],
    footprint = undefined,
    qcStatus = 'PASSED',
  }: PassOptions = {},
) {
  return buildRecord({
    assignedId: id,
    uploadTime: timeText(collected + hour),
    analytic: 'LargeVesselDetection',
    qcStatus,
    sensors: [
      {
        ...buildSensor({}, 0),
        startTimeUTC: timeText(collected),
        vendorId: `pass ${collected}`,
        ...(footprint === undefined ? {} : { footprint }),
      },
    ],
    features: lengths.map((length, index) =>
      buildFeature({
        geometry: { type: 'Point', coordinates: [longitude + index * 0.01 + shift, latitude] },
        properties: { length_m: length, sarChipIdentifier: undefined },
      }),
    ),
  });
}

const roads = rectangleShape(121.1, 31.1, 121.5, 31.4);

/** Saves an area around these vessels, or with another shape, and returns its id. */
export async function saveArea(
  { workspace }: Pick<WatchWorld, 'workspace'>,
  shape: AreaShape = roads,
): Promise<string> {
  const id = buildUuid();
  const at = '2025-11-01T00:00:00.000Z';
  const area = {
    id,
    name: 'Roads',
    shape,
    squareMetres: 1e9,
    createdAt: at,
    updatedAt: at,
  };
  await workspace.upsertArea(area);
  return id;
}
