import Feature from 'ol/Feature.js';
import type Geometry from 'ol/geom/Geometry.js';
import MultiLineString from 'ol/geom/MultiLineString.js';
import VectorLayer from 'ol/layer/Vector.js';
import VectorSource from 'ol/source/Vector.js';
import CircleStyle from 'ol/style/Circle.js';
import Fill from 'ol/style/Fill.js';
import Stroke from 'ol/style/Stroke.js';
import Style from 'ol/style/Style.js';
import Text from 'ol/style/Text.js';
import { destination } from '../../../shared/geo/geodesic.ts';
import type { LonLat } from '../../../shared/geo/geometry.ts';
import { mapFont, perScheme, type SchemeColors } from '../map-colors.ts';
import { lineCopies, pointCopies, polygonCopies } from '../world-copies.ts';

/** The track of a contact: its reports around the time of an image. */
const trackStyle = perScheme(
  ({ seaPlace }) => new Style({ stroke: new Stroke({ color: seaPlace, width: 1.5, lineDash: [2, 3] }) }),
);

/** Maximum shift of a contact by a radar. */
const bandStyle = perScheme(
  ({ preview }) => new Style({ stroke: new Stroke({ color: preview, width: 2, lineDash: [6, 4] }) }),
);

/** The line of that shift to both sides, `[longitude, latitude]`. */
function bandLine(
  center: LonLat,
  { azimuthDegrees, limitMeters }: { readonly azimuthDegrees: number; readonly limitMeters: number },
): number[][] {
  return [
    [...destination(center, azimuthDegrees, -limitMeters)],
    [...center],
    [...destination(center, azimuthDegrees, limitMeters)],
  ];
}

/** The label of a contact at its point, or of a link along its line; layers of them leave out what would cover another. */
function contactLabel(
  text: string,
  { halo, label }: SchemeColors,
  placement: 'left' | 'right' | 'line',
): Text {
  return new Text({
    text,
    font: mapFont,
    fill: new Fill({ color: label }),
    stroke: new Stroke({ color: halo, width: 3 }),
    ...(placement === 'line'
      ? { placement, overflow: true, textBaseline: 'bottom' }
      : placement === 'left'
        ? { offsetX: -8, textAlign: 'right' }
        : { offsetX: 8, textAlign: 'left' }),
  });
}

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

/** A contact of a pass. Positions are `[longitude, latitude]`. */
export type PassMapContact = {
  readonly label: string;
  readonly state: 'matched' | 'candidate' | 'not-seen' | 'other';
  /** Place where it was expected at the time of the image; null without a report that is recent enough. */
  readonly expected: LonLat | null;
  readonly band: { readonly azimuthDegrees: number; readonly limitMeters: number } | null;
  readonly track: readonly LonLat[];
  readonly links: readonly {
    readonly position: LonLat;
    readonly label: string;
    readonly isCertain: boolean;
  }[];
};

/** Labels are drawn where a pixel has at most this many meters (of EPSG:3857). */
const labelMeters = 40;

/** All contacts of a pass: tracks, expected positions, bands of shift, and lines to detections. */
export class PassContactsLayer {
  readonly #source = new VectorSource({ wrapX: false });
  readonly layer = new VectorLayer({ source: this.#source, declutter: true });

  /** Shows these contacts; none clears the layer. */
  show(contacts: readonly PassMapContact[]): void {
    this.#source.clear();
    if (contacts.length === 0) return;
    // All tracks are one shape, and so are the bands, since a pass may have thousands of contacts.
    const tracks = contacts.filter(({ track }) => track.length > 1).map(({ track }) => toPath(track));
    const bands = contacts.flatMap(({ expected, band }) =>
      expected && band ? [lineCopies(bandLine(expected, band))] : [],
    );
    this.#source.addFeatures([
      featureOf(joinLines(tracks), () => trackStyle()),
      featureOf(joinLines(bands), () => bandStyle()),
      ...contacts.flatMap(linksOf),
      ...contacts.flatMap(pointOf),
    ]);
  }
}

function toPath(track: readonly LonLat[]): MultiLineString {
  return lineCopies(track.map((each) => [...each]));
}

function joinLines(lines: readonly MultiLineString[]): MultiLineString {
  return new MultiLineString(lines.flatMap((each) => each.getLineStrings()));
}

function featureOf(geometry: Geometry, style: (resolution: number) => Style): Feature {
  const feature = new Feature(geometry);
  feature.setStyle((_feature, resolution) => style(resolution));
  return feature;
}

function linksOf({ expected, links }: PassMapContact): Feature[] {
  if (!expected) return [];
  return links.map(({ position, label, isCertain }) => {
    const [plain, labelled] = [linkStyle(isCertain, ''), linkStyle(isCertain, label)];
    return featureOf(lineCopies([[...expected], [...position]]), (resolution) =>
      resolution <= labelMeters ? labelled() : plain(),
    );
  });
}

function pointOf({ expected, state, label }: PassMapContact): Feature[] {
  if (!expected) return [];
  const [plain, labelled] = [contactStyle(state, ''), contactStyle(state, label)];
  return [
    featureOf(pointCopies([...expected]), (resolution) => (resolution <= labelMeters ? labelled() : plain())),
  ];
}

function linkStyle(isCertain: boolean, label: string): () => Style {
  return perScheme((colors) => {
    const color = isCertain ? colors.accent : colors.preview;
    return new Style({
      stroke: new Stroke({ color, width: 2, ...(isCertain ? {} : { lineDash: [6, 4] }) }),
      ...(label === '' ? {} : { text: contactLabel(label, colors, 'line') }),
    });
  });
}

function contactStyle(state: PassMapContact['state'], label: string): () => Style {
  return perScheme((colors) => {
    const { accent, preview, refused, label: neutral } = colors;
    const color = { matched: accent, candidate: preview, 'not-seen': refused, other: neutral }[state];
    return new Style({
      image: new CircleStyle({
        radius: 4,
        fill: new Fill({ color: state === 'matched' ? color : colors.sea }),
        stroke: new Stroke({ color, width: 1.5 }),
        declutterMode: 'none',
      }),
      ...(label === '' ? {} : { text: contactLabel(label, colors, 'right') }),
    });
  });
}
