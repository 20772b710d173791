import type { Geometry, Position } from 'geojson';
import Feature from 'ol/Feature.js';
import MultiPolygon from 'ol/geom/MultiPolygon.js';
import Polygon from 'ol/geom/Polygon.js';
import VectorLayer from 'ol/layer/Vector.js';
import VectorSource from 'ol/source/Vector.js';
import Fill from 'ol/style/Fill.js';
import Style from 'ol/style/Style.js';
import { flattenGeometry } from '../../../shared/geo/flatten-geometry.ts';
import { mapColors, perScheme } from '../map-colors.ts';
import { worldWidth } from '../map-projection.ts';
import { polygonCopies } from '../world-copies.ts';

/** Hatches all of the map that a footprint does not cover. */
export class NotImagedLayer {
  readonly #source = new VectorSource({ wrapX: false });
  readonly layer = new VectorLayer({ source: this.#source, style: () => hatching() });

  /** Null shows nothing. */
  show(footprint: Geometry | null): void {
    this.#source.clear();
    if (!footprint) return;
    this.#source.addFeature(new Feature(outsideOf(polygonsOf(footprint))));
  }
}

function polygonsOf(footprint: Geometry): readonly Position[][][] {
  return flattenGeometry(footprint).flatMap((simple): Position[][][] => {
    if (simple.type === 'Polygon') return [simple.coordinates];
    return simple.type === 'MultiPolygon' ? simple.coordinates : [];
  });
}

/** Three copies of the world with the outlines as holes, and the holes of the outlines. */
function outsideOf(polygons: readonly Position[][][]): MultiPolygon {
  const reach = 1.5 * worldWidth;
  const world = [
    [-reach, -reach],
    [reach, -reach],
    [reach, reach],
    [-reach, reach],
    [-reach, -reach],
  ];
  const copies = polygons.flatMap((rings) => polygonCopies(rings).getPolygons());
  const rings = copies.map((copy) => copy.getCoordinates());
  const outside = new MultiPolygon([]);
  outside.appendPolygon(new Polygon([world, ...rings.flatMap(([outline]) => (outline ? [outline] : []))]));
  for (const [, ...holes] of rings) for (const hole of holes) outside.appendPolygon(new Polygon([hole]));
  return outside;
}

/** Pixels between two lines of the hatching. */
const spacing = 9;

const hatching = perScheme(
  () => new Style({ fill: new Fill({ color: hatchPattern(mapColors().graticuleText) }) }),
);

function hatchPattern(color: string): CanvasPattern | string {
  const canvas = document.createElement('canvas');
  canvas.width = spacing;
  canvas.height = spacing;
  const context = canvas.getContext('2d');
  if (!context) return color;
  context.strokeStyle = color;
  context.globalAlpha = 0.35;
  context.lineWidth = 1;
  // Beyond the corners, so that the lines join where the pattern repeats.
  for (const shift of [-spacing, 0, spacing]) {
    context.beginPath();
    context.moveTo(shift - 1, spacing + 1);
    context.lineTo(shift + spacing + 1, -1);
    context.stroke();
  }
  return context.createPattern(canvas, 'repeat') ?? color;
}
