import { feature } from 'topojson-client';
import type { Topology } from 'topojson-specification';
import type { BoundingBox, LonLat } from '../../../../shared/geo/geometry.ts';
import { alongHeading, moveBy } from './local-plane.ts';
import { PolygonIndex, type PolygonRings, type RingEdge } from './polygon-index.ts';

// Files of their own, which workers share.
const { default: land10m } = await import('world-atlas/land-10m.json', { with: { type: 'json' } });
const { default: land50m } = await import('world-atlas/land-50m.json', { with: { type: 'json' } });

/** The extents of the demo data; outside of them a position is neither land nor water. */
const boxes: readonly BoundingBox[] = [
  [98, -2, 146, 48],
  [8, 39, 44, 62],
];

/** A land mask from the two resolutions of Natural Earth that the basemap draws (1:10m and 1:50m). */
export type LandMask = {
  /** On land in both resolutions. */
  isLand(position: LonLat): boolean;
  /** In the water in both resolutions, and so is everything `clearance` metres around. */
  isWater(position: LonLat, clearance: number): boolean;
  /** Coast of the finer resolution within a box. */
  coastIn(box: BoundingBox): readonly RingEdge[];
};

let builtMask: LandMask | undefined;

/** The mask from the bundled Natural Earth land. Built at the first call, which takes some tenths of a second. */
export function landMask(): LandMask {
  builtMask ??= buildLandMask();
  return builtMask;
}

function buildLandMask(): LandMask {
  const fine = polygonsOf(land10m);
  const coarse = polygonsOf(land50m);
  const areas = boxes.map((box) => ({
    box,
    fine: new PolygonIndex(fine, box),
    coarse: new PolygonIndex(coarse, box),
  }));

  function isLand([longitude, latitude]: LonLat): boolean {
    const area = areaAt(areas, longitude, latitude);
    if (area === undefined) return false;
    return area.fine.contains(longitude, latitude) && area.coarse.contains(longitude, latitude);
  }

  function isOpenAt([longitude, latitude]: LonLat): boolean {
    const area = areaAt(areas, longitude, latitude);
    if (area === undefined) return false;
    return !area.fine.contains(longitude, latitude) && !area.coarse.contains(longitude, latitude);
  }

  function isWater(position: LonLat, clearance: number): boolean {
    if (!isOpenAt(position)) return false;
    for (let direction = 0; direction < 360; direction += 60) {
      if (!isOpenAt(moveBy(position, alongHeading(direction, clearance, 0)))) return false;
    }
    return true;
  }

  return {
    isLand,
    isWater,
    coastIn: (box) => areaAt(areas, box[0], box[1])?.fine.edgesIn(box) ?? [],
  };
}

type MaskArea = { readonly box: BoundingBox; readonly fine: PolygonIndex; readonly coarse: PolygonIndex };

function areaAt(areas: readonly MaskArea[], longitude: number, latitude: number): MaskArea | undefined {
  return areas.find(
    ({ box: [west, south, east, north] }) =>
      longitude >= west && longitude < east && latitude >= south && latitude < north,
  );
}

function polygonsOf(topology: Topology): PolygonRings {
  const land = topology.objects.land;
  if (land === undefined) throw new Error('The bundled Natural Earth file has no layer named land.');
  const collection = feature(topology, land);
  const features = collection.type === 'FeatureCollection' ? collection.features : [collection];
  return features.flatMap(({ geometry }) => {
    if (geometry.type === 'MultiPolygon') return geometry.coordinates;
    return geometry.type === 'Polygon' ? [geometry.coordinates] : [];
  });
}
