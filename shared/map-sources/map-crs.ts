/** A supported coordinate system of map sources. */
type MapCrs = {
  /** Definition for proj4; absent when proj4 knows the EPSG number. */
  readonly definition?: string;
  /** Meters per unit; a degree is measured on the equator of WGS 84 (OGC 06-042, annex E). */
  readonly metresPerUnit: number;
  /** Whether the axis order is latitude, longitude. */
  readonly isLatitudeFirst: boolean;
};

const metresPerDegree = (Math.PI * 6_378_137) / 180;

/** Polar stereographic systems that proj4 does not know by number; parameters from the EPSG dataset. */
const definitions: Readonly<Record<string, string>> = {
  'EPSG:3031': '+proj=stere +lat_0=-90 +lat_ts=-71 +lon_0=0 +x_0=0 +y_0=0 +datum=WGS84 +units=m +no_defs',
  'EPSG:3413': '+proj=stere +lat_0=90 +lat_ts=70 +lon_0=-45 +x_0=0 +y_0=0 +datum=WGS84 +units=m +no_defs',
  'EPSG:3995': '+proj=stere +lat_0=90 +lat_ts=71 +lon_0=0 +x_0=0 +y_0=0 +datum=WGS84 +units=m +no_defs',
};

/** The supported systems, as text for messages. */
export const supportedCrsText =
  'Web Mercator (EPSG:3857), WGS 84 (EPSG:4326), UTM on WGS 84 or ETRS 89 (EPSG:326xx, 327xx, 258xx), polar stereographic (EPSG:3413, 3995, 3031)';

/** Finds a system by its normalized name (`normalizeCrsName`); undefined when it is not supported. */
export function findCrs(crs: string): MapCrs | undefined {
  if (crs === 'EPSG:4326') return { metresPerUnit: metresPerDegree, isLatitudeFirst: true };
  if (crs === 'CRS:84') return { metresPerUnit: metresPerDegree, isLatitudeFirst: false };
  const metric = { metresPerUnit: 1, isLatitudeFirst: false };
  if (crs === 'EPSG:3857' || /^EPSG:32[67](?:0[1-9]|[1-5]\d|60)$/.test(crs)) return metric;
  const zone = /^EPSG:258(2[89]|3[0-8])$/.exec(crs)?.[1];
  if (zone !== undefined) {
    const definition = `+proj=utm +zone=${zone} +ellps=GRS80 +towgs84=0,0,0,0,0,0,0 +units=m +no_defs`;
    return { ...metric, definition };
  }
  const definition = definitions[crs];
  return definition === undefined ? undefined : { ...metric, definition };
}

/** Returns a supported system by its normalized name. Throws for any other. */
export function getCrs(crs: string): MapCrs {
  const known = findCrs(crs);
  if (!known) throw new Error(`The coordinate system ${crs} is not known.`);
  return known;
}

/**
 * Normalizes a service's name of a coordinate system (plain, URN or URL) to `EPSG:<number>` or `CRS:84`. Older numbers
 * of Web Mercator become EPSG:3857. Undefined for names of another form.
 */
export function normalizeCrsName(name: string): string | undefined {
  const text = name.trim();
  if (/(?:^|[:/])(?:CRS:?|OGC:?[^:/]*[:/]CRS)84$/i.test(text)) return 'CRS:84';
  const number =
    /^(?:urn:(?:x-)?ogc:def:crs:EPSG:[^:]*:|EPSG:{1,2}|https?:\/\/www\.opengis\.net\/def\/crs\/EPSG\/[^/]+\/|https?:\/\/www\.opengis\.net\/gml\/srs\/epsg\.xml#)(\d{1,7})$/i.exec(
      text,
    )?.[1];
  if (number === undefined) return undefined;
  return webMercatorNumbers.has(number) ? 'EPSG:3857' : `EPSG:${Number(number)}`;
}

const webMercatorNumbers: ReadonlySet<string> = new Set(['3857', '900913', '3785', '102100', '102113']);
