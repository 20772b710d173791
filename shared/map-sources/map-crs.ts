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
  const definition = Object.hasOwn(definitions, crs) ? definitions[crs] : undefined;
  return definition === undefined ? undefined : { ...metric, definition };
}

/** Returns a supported system by its normalized name. Throws for any other. */
export function getCrs(crs: string): MapCrs {
  const known = findCrs(crs);
  if (!known) throw new Error(`The coordinate system ${crs} is not known.`);
  return known;
}

/** Authority and code of a name, with whatever version or prefix is around the authority (OGC 07-092r3, 09-048r5). */
const namePattern =
  /^(?:.*[:/#[])?(EPSG|ESRI|OSGEO|OGC|CRS)(?:\.xml)?(?:[:/#][\w.]*)*?[:/#](?:CRS)?(\d{1,7})\]?$/i;

/**
 * Normalizes a service's name of a coordinate system (plain, URN, URL or CURIE) to `EPSG:<number>` or `CRS:84`: its
 * authority and its code. Other numbers of Web Mercator become EPSG:3857. Undefined for names of another form.
 */
export function normalizeCrsName(name: string): string | undefined {
  const text = name.trim();
  // A compound has two systems: positions with heights.
  if (text.includes(',') || text.length > 200) return undefined;
  const [, authority = '', code = ''] = /^(?:WGS|CRS|OGC:CRS)84$/i.test(text)
    ? ['', 'CRS', '84']
    : (namePattern.exec(text) ?? []);
  switch (authority.toUpperCase()) {
    case 'OGC':
    case 'CRS':
      return code === '84' ? 'CRS:84' : undefined;
    case 'EPSG':
      return webMercatorNumbers.has(code) ? 'EPSG:3857' : `EPSG:${Number(code)}`;
    case 'ESRI':
    case 'OSGEO':
      return webMercatorNumbers.has(code) ? 'EPSG:3857' : undefined;
    default:
      return undefined;
  }
}

/** EPSG:3785 and 41001, ESRI:102100 and 102113, and Google in digits, all drawn alike. */
const webMercatorNumbers: ReadonlySet<string> = new Set([
  '3857',
  '900913',
  '3785',
  '41001',
  '102100',
  '102113',
]);
