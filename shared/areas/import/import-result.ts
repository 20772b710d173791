import type { PolygonGeometry } from '../../geo/geometry.ts';
import type { TablePreview } from '../../tables/table-columns.ts';

/** Corrections by the import; each has a note. */
export type ImportFixCode =
  /** A ring was not closed; its first position was repeated. */
  | 'ring-closed'
  /** A ring ran the wrong way round for its format. */
  | 'ring-reoriented'
  /** Heights were dropped. */
  | 'z-dropped'
  /** Measures, or numbers after the height, were dropped. */
  | 'm-dropped'
  /** Arcs became lines. */
  | 'linearized'
  /** White space within positions was ignored. */
  | 'spaces-left'
  /** Positions equal to the previous one were dropped. */
  | 'duplicates-removed'
  /** The text began with a byte order mark. */
  | 'bom-removed'
  /** The text was UTF-16. */
  | 'utf16-decoded'
  /** The text was not valid UTF-8 and was read as Windows-1252; names may look odd. */
  | 'text-recoded'
  /** Longitudes outside −180…180 were shifted by full turns. */
  | 'longitude-wrapped'
  /** A polygon across the antimeridian was split there. */
  | 'antimeridian-split'
  /** A redundant `crs` member that names WGS 84 was ignored. */
  | 'crs-removed'
  /** The file does not state its coordinate system; its coordinates were read as WGS 84 degrees. */
  | 'crs-assumed'
  /** The coordinates were converted to WGS 84 from the system that the file names. */
  | 'reprojected'
  /** A name was shortened to the maximum length of an area's name. */
  | 'name-shortened'
  /** One geometry of several polygons became as many areas. */
  | 'multipolygon-split'
  /** Each polygon in a geometry collection became an area. */
  | 'collection-opened'
  /** The content has another format than the extension of the file's name indicates. */
  | 'other-format';

/** Geometries that cannot become areas. They are noted, and the verdict is `accept-with-fix`. */
export type ImportSkippedCode = 'not-a-polygon' | 'empty-geometry' | 'open-track' | 'deleted-record';

/** Content that was not read, or not as it may be meant. It is noted, and does not change the verdict. */
export type ImportUnreadCode =
  /** A `bbox` of GeoJSON that is none, or that does not hold its geometry. */
  | 'bbox-left'
  /** An edge of a layer spans more than half of the Earth, but not all of it. */
  | 'long-edge'
  /** A value of an attribute, or of a position, that a layer does not have, or not in the type of its field. */
  | 'value-left'
  /** A file in an archive that is neither KML nor part of a shapefile. */
  | 'entry-left'
  /** A row of a table with more or fewer cells than its first row has names. */
  | 'uneven-row'
  /** A row below the names of a table that has units. */
  | 'units-left'
  /** Names of the shapefile's records could not be read. */
  | 'names-unreadable'
  /** The encoding of those names is not stated, or they are not in it. */
  | 'names-uncertain';

/** Reason why a polygon, a part that may contain polygons, or the whole file was refused. */
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
  | 'bad-wkb'
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
  | 'bad-flatgeobuf'
  | 'crs-unknown'
  /** A projected system is named, but the coordinates can only be degrees. */
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
  /** An error in Sightline, not in the file. */
  | 'internal';

export type ImportNoteCode = ImportFixCode | ImportSkippedCode | ImportUnreadCode | ImportRefusalCode;

/** A note about the file for the analyst: what was corrected, skipped or refused, where and why. */
export type ImportNote = { readonly code: ImportNoteCode; readonly message: string };

/** A refusal: what was wrong (`field`), where (`place`), and in `message` the value and the remedy. */
export type ImportRefusal = {
  readonly code: ImportRefusalCode;
  readonly message: string;
  /** Such as `latitude`, `coordinates`, `crs` or `file`. */
  readonly field: string;
  /** Such as `Feature 3 “Harbour”, ring 2, position 5`, or the name of the file. */
  readonly place: string;
};

/** A polygon of the file, ready to become an area: within −180…180, closed, outline anticlockwise. */
export type ImportedArea = {
  readonly name: string;
  readonly geometry: PolygonGeometry;
  /** The name of its layer, where the file has several. */
  readonly layer?: string;
};

/**
 * The result of importing a file.
 * - `accept`: every geometry of the file became an area unchanged; the notes list other content of an archive
 * - `accept-with-fix`: there are areas, and the notes list what was corrected, split, skipped or refused
 * - `reject`: there are no areas, and `error` has the reason
 */
export type ImportResult = {
  readonly verdict: 'accept' | 'accept-with-fix' | 'reject';
  readonly areas: readonly ImportedArea[];
  readonly notes: readonly ImportNote[];
  readonly error?: ImportRefusal;
  /** The start of a table (CSV), with the columns by which it was read. */
  readonly table?: TablePreview;
};

/** Whether the encoding of a file was guessed, or is none that its text is in: then the user can choose one. */
export function isCodePageUncertain({ notes, error }: Pick<ImportResult, 'notes' | 'error'>): boolean {
  const isDoubt = (code: ImportNoteCode) => code === 'text-recoded' || code === 'names-uncertain';
  return error?.code === 'bad-text' || notes.some(({ code }) => isDoubt(code));
}
