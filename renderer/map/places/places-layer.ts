import Feature, { type FeatureLike } from 'ol/Feature.js';
import VectorLayer from 'ol/layer/Vector.js';
import VectorSource from 'ol/source/Vector.js';
import CircleStyle from 'ol/style/Circle.js';
import Fill from 'ol/style/Fill.js';
import Stroke from 'ol/style/Stroke.js';
import Style from 'ol/style/Style.js';
import Text from 'ol/style/Text.js';
import type { Port } from '../../../shared/places/ports.ts';
import { mapFont, perScheme } from '../map-colors.ts';
import { pointCopies } from '../world-copies.ts';
import type { CountryName } from './country-names.ts';
import { seas } from './named-places.ts';

type PlaceKind = 'country' | 'sea' | 'port';

/** Minimum zoom for the names of each rank. */
const seaZooms = [1, 2.4, 3.4, 4.6, 5.6, 6.4, 7.2] as const;
const portZooms = [4.6, 6, 7.2] as const;
/**
 * A country's name is shown where the country is at least this many pixels wide, or from zoom 5 on, up to this zoom.
 */
const countryPixels = 34;
const nearestCountryZoom = 9;
/** CSS pixels of one degree of the equator at zoom 0. */
const pixelsPerDegree = 256 / 360;

/** Names of countries, seas and ports; where two would overlap, the more important one is shown. */
export class PlacesLayer {
  readonly #source = new VectorSource({ wrapX: false });
  #countries: readonly CountryName[] = [];
  readonly layer = new VectorLayer({ source: this.#source, declutter: true, style: styleAt });
  /** The same names above all detections, shown instead of `layer` where those would cover them. */
  readonly above = new VectorLayer({ source: this.#source, declutter: true, style: styleAt, visible: false });

  constructor() {
    this.#source.addFeatures(
      seas.map(([name, longitude, latitude, rank]) =>
        toFeature('sea', name, [longitude, latitude], seaZooms[rank - 1] ?? 8, 20, 40 - rank),
      ),
    );
  }

  /** Shows the names above all detections, or below them. */
  setAbove(isAbove: boolean): void {
    this.layer.setVisible(!isAbove);
    this.above.setVisible(isAbove);
  }

  /** The named countries; none until they are loaded. */
  get countries(): readonly CountryName[] {
    return this.#countries;
  }

  /** Adds the names of ports. */
  showPorts(ports: readonly Port[]): void {
    this.#source.addFeatures(
      ports.map(([name, longitude, latitude, rank]) =>
        toFeature('port', name, [longitude, latitude], portZooms[rank - 1] ?? 8, 30, 10 - rank),
      ),
    );
  }

  /** Adds the names of countries. */
  showCountries(countries: readonly CountryName[]): void {
    this.#countries = countries;
    this.#source.addFeatures(
      countries.map(({ name, longitude, latitude, degrees }) => {
        const minZoom = Math.min(5, Math.max(1.5, Math.log2(countryPixels / (degrees * pixelsPerDegree))));
        return toFeature(
          'country',
          name,
          [longitude, latitude],
          minZoom,
          nearestCountryZoom,
          20 + degrees / 10,
        );
      }),
    );
  }
}

/** Metres of EPSG:3857 per pixel at zoom 0. */
const worldPixels = (2 * Math.PI * 6_378_137) / 256;

function styleAt(feature: FeatureLike, resolution: number): Style | undefined {
  const zoom = Math.log2(worldPixels / resolution);
  const [from, to] = [Number(feature.get('minZoom')), Number(feature.get('maxZoom'))];
  return zoom >= from && zoom <= to ? (feature.get('style') as () => Style)() : undefined;
}

function toFeature(
  kind: PlaceKind,
  name: string,
  position: [number, number],
  minZoom: number,
  maxZoom: number,
  weight: number,
): Feature {
  const feature = new Feature(pointCopies(position));
  // Below zero, so that labels of results have priority.
  feature.setProperties({ minZoom, maxZoom, style: perScheme(() => styleOf(kind, name, weight - 100)) });
  return feature;
}

const halo = perScheme((colors) => new Stroke({ color: colors.halo, width: 3 }));
const fills = perScheme((colors) => ({
  country: new Fill({ color: colors.place }),
  sea: new Fill({ color: colors.seaPlace }),
  port: new Fill({ color: colors.port }),
}));
const fonts = {
  country: mapFont,
  sea: `italic ${mapFont}`,
  port: mapFont.replace('12px', '11px'),
} as const;
const portMark = perScheme(
  () => new CircleStyle({ radius: 2, fill: fills().port, declutterMode: 'obstacle' }),
);

function styleOf(kind: PlaceKind, name: string, zIndex: number): Style {
  const shared = { font: fonts[kind], fill: fills()[kind], stroke: halo() };
  if (kind === 'port') {
    return new Style({
      zIndex,
      image: portMark(),
      text: new Text({ ...shared, text: name, textAlign: 'left', offsetX: 6, offsetY: 1 }),
    });
  }
  return new Style({ zIndex, text: new Text({ ...shared, text: wrapped(name) }) });
}

/** Wraps long names into two lines of similar length. */
function wrapped(name: string): string {
  if (name.length < 14) return name;
  const words = name.split(' ');
  let best = name;
  let shortest = name.length;
  for (let cut = 1; cut < words.length; cut += 1) {
    const lines = [words.slice(0, cut).join(' '), words.slice(cut).join(' ')];
    const longest = Math.max(...lines.map(({ length }) => length));
    if (longest < shortest) [best, shortest] = [lines.join('\n'), longest];
  }
  return best;
}
