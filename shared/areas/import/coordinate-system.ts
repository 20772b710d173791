import type { Position } from 'geojson';
import proj4 from 'proj4';
import { accept, type Outcome, refuse } from './outcome.ts';
import type { Projector } from './source-shape.ts';

/** Conversion of coordinates to WGS 84; `projector` is absent when they are WGS 84 already. */
export type CoordinateSystem = {
  readonly projector?: Projector;
  /** Whether its coordinates are lengths on a plane, not angles. */
  readonly isProjected?: boolean;
};

/** The coordinate system of RFC 7946, KML and GPX. */
export const wgs84: CoordinateSystem = {};

const remedy = 'Save the file in WGS 84 (EPSG:4326) and import it again.';

/**
 * The system of an EPSG number. proj4 knows WGS 84 and NAD 83, Web Mercator, the UTM zones on WGS 84 and the two polar
 * systems of UPS by number. Any other is refused with `crs-unknown`.
 */
export function crsFromEpsg(epsg: number, place: string): Outcome<CoordinateSystem> {
  if (epsg === 4326 || epsg === 4979) return accept(wgs84);
  // ArcGIS uses another number for Web Mercator.
  const name = `EPSG:${epsg === 102_100 ? 3857 : epsg}`;
  const definition = proj4.defs(name);
  if (!definition) {
    return refuse('crs-unknown', place, `The coordinate system EPSG:${epsg} is not known here. ${remedy}`);
  }
  return accept({ projector: projectorOf(name), isProjected: definition.projName !== 'longlat' });
}

/**
 * Whether the first axis of a system of EPSG is the northing: that of all in degrees, and of the two polar ones of UPS with
 * the numbers of WGS 84. The others that are read have the easting first.
 */
export function hasNorthFirst(epsg: number, { isProjected = false }: CoordinateSystem): boolean {
  return !isProjected || epsg === 32661 || epsg === 32761;
}

/**
 * Refuses shapes in a projected system whose coordinates all lie within ±180 and ±90: they are degrees, and as
 * metres they would be a tiny area at the origin.
 */
export function findCrsContradiction(
  { isProjected }: CoordinateSystem,
  shapes: readonly { readonly rings: readonly (readonly Position[])[] }[],
  place: string,
): ReturnType<typeof refuse> | undefined {
  const rings = shapes.flatMap((shape) => shape.rings);
  const isPlane = rings.some((ring) =>
    ring.some(([x = Number.NaN, y = Number.NaN]) => !(Math.abs(x) <= 180 && Math.abs(y) <= 90)),
  );
  const isEmpty = rings.every((ring) => ring.length === 0);
  if (!isProjected || isPlane || isEmpty) return undefined;
  return refuse(
    'crs-contradictory',
    place,
    'A projected coordinate system is named, but all coordinates lie within ±180 and ±90, as degrees do. Name the system that they are in; degrees are WGS 84 (EPSG:4326).',
  );
}

/**
 * The system named by a `crs` member of GeoJSON 2008. Axes are x, y in the order of the file, whatever the name states
 * (GeoJSON 2008, section 3). Links are never followed.
 */
export function crsFromGeoJsonMember(crs: unknown, place: string): Outcome<CoordinateSystem> {
  const name = nameOfCrs(crs);
  if (name === undefined) {
    return refuse('crs-unknown', place, `The “crs” member does not name a coordinate system. ${remedy}`);
  }
  if (
    /^(?:urn:ogc:def:crs:OGC:[^:]*:|OGC:|https?:\/\/www\.opengis\.net\/def\/crs\/OGC\/[^/]+\/)?CRS84h?$/i.test(
      name,
    )
  ) {
    return accept(wgs84);
  }
  const epsg =
    /^(?:urn:(?:x-)?ogc:def:crs:EPSG:[^:]*:|EPSG:{1,2}|https?:\/\/www\.opengis\.net\/def\/crs\/EPSG\/[^/]+\/)(\d{1,7})$/i.exec(
      name,
    )?.[1];
  if (epsg) return crsFromEpsg(Number(epsg), place);
  return refuse(
    'crs-unknown',
    place,
    `The coordinate system “${name.slice(0, 80)}” is not known here. ${remedy}`,
  );
}

function nameOfCrs(crs: unknown): string | undefined {
  if (typeof crs === 'string') return crs;
  if (typeof crs !== 'object' || crs === null || !('properties' in crs)) return undefined;
  const { properties } = crs;
  if (typeof properties !== 'object' || properties === null || !('name' in properties)) return undefined;
  return typeof properties.name === 'string' ? properties.name : undefined;
}

/** Maximum length of a definition of a coordinate system; real ones are shorter. */
const longestDefinition = 20_000;

/**
 * The system that the .prj of a shapefile describes in WKT, or WKT 2 (ISO 19162) as GDAL writes it into FlatGeobuf.
 *
 * Refused with `crs-unknown` unless it states how its datum relates to WGS 84: proj4 silently treats an unknown datum
 * as WGS 84, which shifts Tokyo by 770 m and Pulkovo 1942 by 130 m.
 */
export function crsFromPrj(stated: string, place: string): Outcome<CoordinateSystem> {
  const local = /^\s*(?:LOCAL_CS|LOCALCS|ENGCRS|ENGINEERINGCRS)\s*\[\s*"([^"]*)"/i.exec(stated)?.[1];
  if (local !== undefined) {
    return refuse(
      'crs-unknown',
      place,
      `Its coordinate system “${local.slice(0, 80)}” is a local one, without a place on the Earth. Give it one, for example with the georeferencer of QGIS, and save it in WGS 84.`,
    );
  }
  const text = inNamesOfProj4(stated);
  const method = methodOf(text);
  if (misreadMethod.test(method) || (isWkt2(text) && misreadInWkt2.test(method))) {
    return refuse('crs-unknown', place, `Its projection “${method}” is not known here. ${remedy}`);
  }
  const definition = readDefinition(text);
  if (!definition) {
    return refuse('crs-unknown', place, `Its coordinate system is not one that proj4 can read. ${remedy}`);
  }
  const { projName, units } = definition;
  const datumCode = isWkt2(text) ? datumOfWkt2(text) : (definition.datumCode ?? '');
  const meridian = /PRIMEM\s*\[\s*"[^"]*"\s*,\s*([-+.\d]+)/i.exec(text)?.[1];
  if (Number(meridian ?? 0) !== 0) {
    return refuse('crs-unknown', place, `Its prime meridian is not Greenwich. ${remedy}`);
  }
  if (!(isWkt2(text) ? geocentricDatum.test(datumCode) : isTiedToWgs84(definition))) {
    return refuse(
      'crs-unknown',
      place,
      `How its datum “${datumCode}” lies to WGS 84 is not known here. ${remedy}`,
    );
  }
  if (projName !== 'longlat') return accept({ projector: projectorOf(text), isProjected: true });
  if (!/^deg/i.test(units ?? '')) {
    return refuse('crs-unknown', place, `Its unit is not the degree but “${units}”. ${remedy}`);
  }
  return accept(datumCode === 'wgs84' ? wgs84 : { projector: projectorOf(text) });
}

/**
 * Two projections with a standard parallel, which proj4 ignores or refuses, in the names of those that it reads: polar
 * stereographic by Esri's name (EPSG:3413), and Mercator (EPSG:3994), whose parallel becomes the scale at the equator.
 */
function inNamesOfProj4(text: string): string {
  const parallel = /PARAMETER\s*\[\s*"Standard_Parallel_1"\s*,\s*([-+.\de]+)\s*\]/i.exec(text);
  const flattening = /SPHEROID\s*\[\s*"[^"]*"\s*,\s*[-+.\de]+\s*,\s*([-+.\de]+)/i.exec(text)?.[1];
  if (!parallel) return text;
  if (/^Mercator(?:_2SP)?$/i.test(methodOf(text))) {
    const scale = scaleAtEquator(Number(parallel[1]), Number(flattening));
    return text
      .replace(/(PROJECTION\s*\[\s*")Mercator(?:_2SP)?"/i, '$1Mercator_1SP"')
      .replace(parallel[0], `PARAMETER["Scale_Factor",${scale}]`);
  }
  if (!/^Stereographic_North_Pole$/i.test(methodOf(text))) return text;
  return text
    .replace(/(PROJECTION\s*\[\s*")Stereographic_North_Pole"/i, '$1Polar_Stereographic"')
    .replace(parallel[0], `PARAMETER["latitude_of_origin",${parallel[1]}]`);
}

/**
 * The scale at the equator of a Mercator projection that is true to scale at a latitude (Snyder, Map Projections, 1987,
 * 7-8 and 14-15).
 */
function scaleAtEquator(latitude: number, inverseFlattening: number): number {
  const flattening = inverseFlattening > 0 ? 1 / inverseFlattening : 0;
  const sine = Math.sin((latitude * Math.PI) / 180);
  return Math.sqrt((1 - sine ** 2) / (1 - flattening * (2 - flattening) * sine ** 2));
}

/** The name of the projection; empty without one. */
function methodOf(text: string): string {
  return /(?:PROJECTION|METHOD)\s*\[\s*"([^"]*)"/i.exec(text)?.[1] ?? '';
}

/** Projections that proj4 reads without an error, and places elsewhere than GDAL does. */
const misreadMethod = /krovak|new[_ ]zealand[_ ]map[_ ]grid/i;
const misreadInWkt2 = /oblique mercator|krovak/i;

function isWkt2(text: string): boolean {
  return /^\s*[a-z]+CRS\s*\[/i.test(text);
}

/** The name of the datum in WKT 2, of which proj4 reads none, in the manner of a .prj. */
function datumOfWkt2(text: string): string {
  const name = /(?:DATUM|ENSEMBLE|TRF)\s*\[\s*"([^"]*)"/i.exec(text)?.[1] ?? '';
  return /^world geodetic system 1984/i.test(name) ? 'wgs84' : name.replaceAll(/[\s()]+/g, '_');
}

type Definition = InstanceType<typeof proj4.Proj> & { datumCode?: string; projName?: string; units?: string };

function readDefinition(text: string): Definition | undefined {
  if (text.length > longestDefinition || !text.includes('[')) return undefined;
  try {
    return new proj4.Proj(text);
  } catch {
    // proj4 throws strings as well as errors.
    return undefined;
  }
}

/** The datum types of proj4 with a known relation to WGS 84 (its constants/values.js). */
const knownShifts: ReadonlySet<number> = new Set([1, 2, 4]);

/**
 * Datums that follow the Earth's center as WGS 84 does, to within about two metres, by the names that ArcGIS and GDAL
 * give them in a .prj.
 */
const geocentricDatum =
  /^(?:wgs_?(?:19)?84|wgs_1984_g\d+|(?:d_)?(?:etrs_?(?:19)?89|etrf\d*|european_terrestrial_reference|rgf_?(?:19)?93|reseau_geodesique_francais_1993|north_american_(?:datum_)?(?:of_)?1983|nad_?(?:19)?83|jgd_?20\d\d|japanese_geodetic_datum_20\d\d|twd_?(?:19)?97|taiwan_datum_1997|china_2000|cgcs_?2000|korea_?(?:n_datum_)?2000|korea_2002|geocentric_datum_of_korea|gda_?(?:19)?94|gda_?2020|geocentric_datum_of_australia|nzgd_?2000|new_zealand_geodetic_datum_2000|sirgas|itrf|igs|hartebeesthoek|pz_90|gsk_?2011))/i;

function isTiedToWgs84({ datum, datumCode = '' }: Definition): boolean {
  // The rotations of proj4 have the opposite signs of EPSG:15929, which is 190 m.
  if (/belge|rnb72/i.test(datumCode)) return false;
  const shift: unknown = datum?.datum_type;
  return (typeof shift === 'number' && knownShifts.has(shift)) || geocentricDatum.test(datumCode);
}

const projectors = new Map<string, Projector>();

/** Cached by definition, because a file may name its system at every feature. */
function projectorOf(definition: string): Projector {
  const made = projectors.get(definition);
  if (made) return made;
  const { forward } = proj4(definition, 'EPSG:4326');
  const projector: Projector = (x, y) => {
    const [longitude = Number.NaN, latitude = Number.NaN] = forward([x, y]);
    return [longitude, latitude];
  };
  // Only EPSG numbers are cached: proj4 knows few, but .prj files can have any text.
  if (definition.startsWith('EPSG:')) projectors.set(definition, projector);
  return projector;
}
