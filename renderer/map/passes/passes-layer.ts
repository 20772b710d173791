import Feature from 'ol/Feature.js';
import VectorLayer from 'ol/layer/Vector.js';
import VectorSource from 'ol/source/Vector.js';
import Fill from 'ol/style/Fill.js';
import RegularShape from 'ol/style/RegularShape.js';
import Stroke from 'ol/style/Stroke.js';
import Style from 'ol/style/Style.js';
import Text from 'ol/style/Text.js';
import { formatAngle } from '../../../shared/format.ts';
import { azimuthDegrees, destination } from '../../../shared/geo/geodesic.ts';
import type { LonLat } from '../../../shared/geo/geometry.ts';
import type { PassOutline } from '../../../shared/passes/pass.ts';
import { sensorSideText } from '../../../shared/passes/sensor-side.ts';
import { imageOutline } from '../image-outline.ts';
import { lineLabelOffset } from '../line-label.ts';
import { mapFont, perScheme } from '../map-colors.ts';
import { lineCopies, pointCopies } from '../world-copies.ts';

/** Length of an arrow where there is no footprint. Metres. */
const defaultLengthMetres = 10_000;
const lineSteps = 16;
/** The radius of an arrowhead with some distance, CSS pixels. */
const arrowheadClearance = 18;

/** Style of a pass. */
export type PassStyle = {
  /** `#rrggbb` in the color scheme of the map. */
  color(): string;
  /** Text at the end of the arrow. */
  readonly label: string;
};

/**
 * Footprints of passes, each with an arrow along the look direction. It points from the side of the sensor (the
 * azimuth) to the reference position of the angles.
 */
export class PassesLayer {
  readonly #outlines = new VectorSource({ wrapX: false });
  readonly #arrows = new VectorSource({ wrapX: false });
  readonly layer = new VectorLayer({ source: this.#outlines });
  /** To be drawn above the detections. */
  readonly arrows = new VectorLayer({ source: this.#arrows, declutter: true });

  show(passes: readonly (PassOutline & { readonly style: PassStyle })[]): void {
    this.#outlines.clear();
    this.#arrows.clear();
    for (const pass of passes) {
      this.#outlines.addFeatures(outlineFeatures(pass, pass.style));
      const line = lookDirectionLine(pass);
      if (line) this.#arrows.addFeature(arrowFeature(line, pass));
    }
  }
}

/**
 * The line from the sensor's side to the reference position, `[longitude, latitude]` continuous past ±180. Null without
 * an azimuth.
 */
export function lookDirectionLine({
  image,
  reference,
  footprint,
}: Pick<PassOutline, 'image' | 'reference' | 'footprint'>): LonLat[] | null {
  const { azimuthAngle } = image;
  if (azimuthAngle === null || reference === null) return null;
  const length =
    footprint && footprint.squareMetres > 0 ? Math.sqrt(footprint.squareMetres) / 2 : defaultLengthMetres;
  return Array.from({ length: lineSteps + 1 }, (_, step) =>
    destination(reference, azimuthAngle, length * (1 - step / lineSteps)),
  );
}

function outlineFeatures({ footprint }: PassOutline, { color }: PassStyle): Feature[] {
  if (!footprint) return [];
  const { areas, sides } = imageOutline(footprint.geometry);
  const fill = perScheme(() => new Style({ fill: new Fill({ color: `${color()}14` }) }));
  const line = perScheme(
    () => new Style({ stroke: new Stroke({ color: color(), width: 1.4, lineDash: [5, 3] }) }),
  );
  for (const area of areas) area.setStyle(() => fill());
  for (const side of sides) side.setStyle(() => line());
  return [...areas, ...sides];
}

function arrowFeature(line: readonly LonLat[], { style }: { readonly style: PassStyle }): Feature {
  const [from, tip, beforeTip] = [line[0], line.at(-1), line.at(-2)];
  const feature = new Feature(lineCopies(line.map((position) => [...position])));
  const pointsWest = (from?.[0] ?? 0) < (tip?.[0] ?? 0);
  // Mercator preserves angles, so directions on the ground and on the map are equal.
  const heading = beforeTip && tip ? azimuthDegrees(beforeTip, tip) : 0;
  const styles = perScheme(({ sea, halo }) => [
    new Style({ stroke: new Stroke({ color: sea, width: 4 }) }),
    new Style({ stroke: new Stroke({ color: style.color(), width: 2 }) }),
    new Style({
      geometry: pointCopies([...(tip ?? [])]),
      image: new RegularShape({
        points: 3,
        radius: 8,
        fill: new Fill({ color: style.color() }),
        stroke: new Stroke({ color: sea, width: 1 }),
        rotation: (heading * Math.PI) / 180,
        rotateWithView: true,
        declutterMode: 'none',
      }),
    }),
    new Style({
      geometry: pointCopies([...(from ?? [])]),
      text: new Text({
        text: style.label,
        font: mapFont,
        // Place names below it are left out instead of being covered.
        declutterMode: 'obstacle',
        textAlign: pointsWest ? 'right' : 'left',
        fill: new Fill({ color: style.color() }),
        stroke: new Stroke({ color: halo, width: 3 }),
      }),
    }),
  ]);
  feature.setStyle((_, resolution) => {
    const drawn = styles();
    const offset = lineLabelOffset(tip ?? [], from ?? [], resolution, arrowheadClearance);
    drawn.at(-1)?.getText()?.setOffsetX(offset);
    return drawn;
  });
  return feature;
}

/** The label of an arrow: the side that the sensor was on, and below it the incidence angle. */
export function arrowLabel({ image }: Pick<PassOutline, 'image'>): string {
  const { azimuthAngle, incidenceAngle } = image;
  if (azimuthAngle === null) return '';
  const direction = sensorSideText(azimuthAngle);
  return incidenceAngle === null ? direction : `${direction}\nincidence ${formatAngle(incidenceAngle)}`;
}
