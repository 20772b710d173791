import Feature from 'ol/Feature.js';
import VectorLayer from 'ol/layer/Vector.js';
import VectorSource from 'ol/source/Vector.js';
import CircleStyle from 'ol/style/Circle.js';
import Fill from 'ol/style/Fill.js';
import Stroke from 'ol/style/Stroke.js';
import Style from 'ol/style/Style.js';
import { destination } from '../../../shared/geo/geodesic.ts';
import type { LonLat } from '../../../shared/geo/geometry.ts';
import { perScheme } from '../map-colors.ts';
import { lineCopies, pointCopies, polygonCopies } from '../world-copies.ts';
import { bandLine, bandStyle, contactLabel, trackStyle } from './ais-styles.ts';

/** A contact that a detection may be. Positions are `[longitude, latitude]`. */
export type MapContact = {
  readonly label: string;
  /** Place where it was expected at the time of the image. */
  readonly expected: LonLat;
  /** Half axes of two standard deviations in meters, and the direction of the longer one from north. */
  readonly ellipse: {
    readonly majorMeters: number;
    readonly minorMeters: number;
    readonly azimuthDegrees: number;
  };
  /** Shift of it by a radar, to both sides along a direction; null for not at all. */
  readonly band: { readonly azimuthDegrees: number; readonly limitMeters: number } | null;
  /** Its reports around that time. */
  readonly track: readonly LonLat[];
};

const ellipseSteps = 48;

/** The contacts that the inspected detection may be: tracks, expected positions with their errors, and lines to it. */
export class AisLayer {
  readonly #source = new VectorSource({ wrapX: false });
  readonly layer = new VectorLayer({ source: this.#source, declutter: true });

  /** Shows the contacts of a detection at a position; none clears the layer. */
  show(position: LonLat, contacts: readonly MapContact[]): void {
    this.#source.clear();
    for (const contact of contacts) this.#source.addFeatures(featuresOf(position, contact));
  }
}

function featuresOf(position: LonLat, { label, expected, ellipse, band, track }: MapContact): Feature[] {
  const outline = ellipseRing(expected, ellipse);
  return [
    ...(track.length > 1
      ? [styled(new Feature(lineCopies(track.map((each) => [...each]))), trackStyle)]
      : []),
    styled(new Feature(polygonCopies([outline])), ellipseStyle),
    ...(band ? [styled(new Feature(lineCopies(bandLine(expected, band))), bandStyle)] : []),
    styled(new Feature(lineCopies([[...expected], [...position]])), lineStyle),
    // Away from the detection, where the label of a contact on its other side is not.
    styled(
      new Feature(pointCopies([...expected])),
      pointStyle(label, expected[0] < position[0] ? 'left' : 'right'),
    ),
  ];
}

function styled(feature: Feature, style: () => Style): Feature {
  feature.setStyle(() => style());
  return feature;
}

const ellipseStyle = perScheme(
  ({ accent, accentFill }) =>
    new Style({ fill: new Fill({ color: accentFill }), stroke: new Stroke({ color: accent, width: 1 }) }),
);
const lineStyle = perScheme(({ accent }) => new Style({ stroke: new Stroke({ color: accent, width: 2 }) }));

function pointStyle(label: string, side: 'left' | 'right'): () => Style {
  return perScheme(
    (colors) =>
      new Style({
        image: new CircleStyle({
          radius: 4,
          fill: new Fill({ color: colors.accent }),
          stroke: new Stroke({ color: colors.sea, width: 1 }),
          declutterMode: 'none',
        }),
        text: contactLabel(label, colors, side),
      }),
  );
}

function ellipseRing(
  center: LonLat,
  { majorMeters, minorMeters, azimuthDegrees }: MapContact['ellipse'],
): number[][] {
  return Array.from({ length: ellipseSteps + 1 }, (_, step) => {
    const turn = (2 * Math.PI * step) / ellipseSteps;
    const [along, across] = [majorMeters * Math.cos(turn), minorMeters * Math.sin(turn)];
    const direction = azimuthDegrees + (Math.atan2(across, along) * 180) / Math.PI;
    return [...destination(center, direction, Math.hypot(along, across))];
  });
}
