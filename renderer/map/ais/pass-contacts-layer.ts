import Feature from 'ol/Feature.js';
import type Geometry from 'ol/geom/Geometry.js';
import MultiLineString from 'ol/geom/MultiLineString.js';
import VectorLayer from 'ol/layer/Vector.js';
import VectorSource from 'ol/source/Vector.js';
import CircleStyle from 'ol/style/Circle.js';
import Fill from 'ol/style/Fill.js';
import Stroke from 'ol/style/Stroke.js';
import Style from 'ol/style/Style.js';
import type { LonLat } from '../../../shared/geo/geometry.ts';
import { perScheme } from '../map-colors.ts';
import { lineCopies, pointCopies } from '../world-copies.ts';
import { bandLine, bandStyle, contactLabel, trackStyle } from './ais-styles.ts';

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
      styled(joinLines(tracks), () => trackStyle()),
      styled(joinLines(bands), () => bandStyle()),
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

function styled(geometry: Geometry, style: (resolution: number) => Style): Feature {
  const feature = new Feature(geometry);
  feature.setStyle((_feature, resolution) => style(resolution));
  return feature;
}

function linksOf({ expected, links }: PassMapContact): Feature[] {
  if (!expected) return [];
  return links.map(({ position, label, isCertain }) => {
    const [plain, labelled] = [linkStyle(isCertain, ''), linkStyle(isCertain, label)];
    return styled(lineCopies([[...expected], [...position]]), (resolution) =>
      resolution <= labelMeters ? labelled() : plain(),
    );
  });
}

function pointOf({ expected, state, label }: PassMapContact): Feature[] {
  if (!expected) return [];
  const [plain, labelled] = [pointStyle(state, ''), pointStyle(state, label)];
  return [
    styled(pointCopies([...expected]), (resolution) => (resolution <= labelMeters ? labelled() : plain())),
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

function pointStyle(state: PassMapContact['state'], label: string): () => Style {
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
