import type { PolygonGeometry } from '../../geo/geometry.ts';

/** What the import changed; each change has a note. */
export type ImportFixCode =
  /** A ring did not end where it began; its first position was repeated. */
  | 'ring-closed'
  /** A ring ran the wrong way round for its format. */
  | 'ring-reoriented'
  /** Heights were left out. */
  | 'z-dropped'
  /** Measures, or numbers after the height, were left out. */
  | 'm-dropped'
  /** Positions that repeat the one before were left out. */
  | 'duplicates-removed'
  /** The text began with a byte order mark. */
  | 'bom-removed'
  /** The text was UTF-16. */
  | 'utf16-decoded'
  /** The text was not valid UTF-8 and was read as Windows-1252; names may look odd. */
  | 'text-recoded'
  /** Longitudes outside −180…180 were brought back by full turns. */
  | 'longitude-wrapped'
  /** A polygon over the antimeridian became several that meet there. */
  | 'antimeridian-split'
  /** A `crs` member that names WGS 84 adds nothing and was left out. */
  | 'crs-removed'
  /** The file does not state its coordinate system; its numbers were taken as WGS 84 degrees. */
  | 'crs-assumed'
  /** The coordinates were brought to WGS 84 from the system that the file names. */
  | 'reprojected'
  /** A name was cut to the length that an area's name may have. */
  | 'name-shortened'
  /** One geometry of several polygons became as many areas. */
  | 'multipolygon-split'
  /** A geometry collection was opened, and each polygon in it became an area. */
  | 'collection-opened'
  /** The content is of another format than the ending of the file's name announces. */
  | 'other-format';

/** Geometries that cannot become areas. They are named, and the verdict is `accept-with-fix`. */
export type ImportSkippedCode = 'not-a-polygon' | 'empty-geometry' | 'open-track';

/** What lies beside the geometries and was not read. It is named, and does not change the verdict. */
export type ImportUnreadCode =
  /** A file within an archive that is neither KML nor part of a shapefile. */
  | 'entry-left'
  /** Names of the shapefile's records could not be read. */
  | 'names-unreadable';

/** Why a polygon, a part that may have held polygons, or the whole file was refused. */
export type ImportRefusalCode =
  | 'empty-file'
  | 'file-too-large'
  | 'too-many-positions'
  | 'too-many-geometries'
  | 'unknown-format'
  | 'unsupported-format'
  | 'bad-text'
  | 'bad-json'
  | 'bad-geojson'
  | 'bad-wkt'
  | 'bad-xml'
  | 'xml-dtd'
  | 'xml-entity'
  | 'network-link'
  | 'bad-zip'
  | 'zip-encrypted'
  | 'zip-path'
  | 'zip-bomb'
  | 'zip-nested'
  | 'bad-shapefile'
  | 'crs-unknown'
  /** A projected system is named, yet all numbers can only be degrees. */
  | 'crs-contradictory'
  | 'bad-coordinate'
  | 'not-finite'
  | 'latitude-out-of-range'
  | 'longitude-out-of-range'
  | 'pole'
  | 'too-few-positions'
  | 'edge-too-long'
  | 'too-wide'
  | 'zero-area'
  | 'self-crossing'
  | 'hole-outside'
  | 'hole-in-hole'
  | 'too-complex'
  | 'no-polygon'
  /** A fault of Sightline's own, never of the file. */
  | 'internal';

export type ImportNoteCode = ImportFixCode | ImportSkippedCode | ImportUnreadCode | ImportRefusalCode;

/** Something the reader should know about the file: what was fixed, left or refused, where and why. */
export type ImportNote = { readonly code: ImportNoteCode; readonly message: string };

/** A refusal: what about the file was wrong (`field`), where (`place`), and in `message` the value and the remedy. */
export type ImportRefusal = {
  readonly code: ImportRefusalCode;
  readonly message: string;
  /** Such as `latitude`, `coordinates`, `crs` or `file`. */
  readonly field: string;
  /** Such as `Feature 3 “Harbour”, ring 2, position 5`, or the name of the file. */
  readonly place: string;
};

/** A polygon of the file, ready to become an area: within −180…180, closed, outline anticlockwise. */
export type ImportedArea = { readonly name: string; readonly geometry: PolygonGeometry };

/**
 * What importing a file came to.
 * - `accept`: every geometry of the file became an area as it stands; what else lies in an archive is named in the notes
 * - `accept-with-fix`: there are areas, and the notes name what was changed, split, opened, left out or refused
 * - `reject`: there are no areas, and `error` has the reason
 */
export type ImportResult = {
  readonly verdict: 'accept' | 'accept-with-fix' | 'reject';
  readonly areas: readonly ImportedArea[];
  readonly notes: readonly ImportNote[];
  readonly error?: ImportRefusal;
};
