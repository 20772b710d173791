import type { Position } from 'geojson';
import Feature from 'ol/Feature.js';
import VectorLayer from 'ol/layer/Vector.js';
import VectorSource from 'ol/source/Vector.js';
import Fill from 'ol/style/Fill.js';
import Stroke from 'ol/style/Stroke.js';
import Style from 'ol/style/Style.js';
import Text from 'ol/style/Text.js';
import { destination } from '../../shared/geo/geodesic.ts';
import type { Footprint } from '../../shared/results/detection.ts';
import { imageOutline } from './image-outline.ts';
import { lineLabelOffset } from './line-label.ts';
import { mapColors, mapFont, perScheme } from './map-colors.ts';
import type { MapFootprint } from './map-types.ts';
import { lineCopies, pointCopies } from './world-copies.ts';

/** Number of segments of the line towards the sensor. */
const lineSteps = 16;
/** The radius of the ring around the focused detection with some distance, CSS pixels. */
const ringClearance = 18;

const areaStyle = perScheme(({ accentFill }) => new Style({ fill: new Fill({ color: accentFill }) }));
const outlineStyle = perScheme(
  ({ accent }) => new Style({ stroke: new Stroke({ color: accent, width: 1.3, lineDash: [5, 3] }) }),
);

/** The footprint of the focused detection's sensor, and a line from its reference point towards the sensor. */
export class FocusedFootprintLayer {
  readonly #outlines = new VectorSource({ wrapX: false });
  readonly #line = new VectorSource({ wrapX: false });
  readonly layer = new VectorLayer({
    source: this.#outlines,
    style: (feature) => (feature.getGeometry()?.getType() === 'MultiPolygon' ? areaStyle() : outlineStyle()),
  });
  /** The line and its label, which are drawn above the detections. */
  readonly line = new VectorLayer({ source: this.#line, declutter: true });

  show(shown: MapFootprint | null): void {
    this.#outlines.clear();
    this.#line.clear();
    if (!shown) return;
    const { areas, sides } = imageOutline(shown.footprint.geometry);
    this.#outlines.addFeatures([...areas, ...sides]);
    const line = lineToSensor(shown.footprint);
    if (line) this.#line.addFeature(lineFeature(line, shown.label));
  }
}

/**
 * The geodesic from the reference point along the azimuth, about half the footprint's width long. Null without an
 * azimuth. `[longitude, latitude]`, continuous past ±180.
 */
export function lineToSensor({ reference, azimuthAngle, squareMetres }: Footprint): Position[] | null {
  if (azimuthAngle === null || squareMetres <= 0) return null;
  const length = Math.sqrt(squareMetres) / 2;
  return Array.from({ length: lineSteps + 1 }, (_, step) => [
    ...destination(reference, azimuthAngle, (length * step) / lineSteps),
  ]);
}

function lineFeature(line: Position[], label: string | null): Feature {
  const feature = new Feature(lineCopies(line));
  const [start = [], end = []] = [line[0], line.at(-1)];
  const pointsWest = (end[0] ?? 0) < (start[0] ?? 0);
  feature.setStyle((_, resolution) => [
    new Style({ stroke: new Stroke({ color: mapColors().accent, width: 1.5 }) }),
    new Style({
      geometry: pointCopies(end),
      text: new Text({
        text: label ?? '',
        font: mapFont,
        // Left out where the arrow of a chosen pass has its label: mostly it is the same image.
        declutterMode: 'declutter',
        // Outwards, so that the text does not cover the line.
        textAlign: pointsWest ? 'right' : 'left',
        offsetX: lineLabelOffset(start, end, resolution, ringClearance),
        fill: new Fill({ color: mapColors().accent }),
        stroke: new Stroke({ color: mapColors().halo, width: 3 }),
      }),
    }),
  ]);
  return feature;
}
