import type { TablePreview } from '../../tables/table-columns.ts';
import { type ImportLimits, importLimits, layerImportLimits } from './import-limits.ts';
import type {
  ImportFixCode,
  ImportNote,
  ImportNoteCode,
  ImportRefusal,
  ImportSkippedCode,
  ImportUnreadCode,
} from './import-result.ts';
import type { SourceStyle } from './source-shape.ts';

/** Collects the notes about a file while it is read. */
export class ImportLog {
  readonly #fixes = new Map<ImportFixCode, Places>();
  readonly #skipped = new Map<string, { code: ImportSkippedCode | ImportUnreadCode; places: Places }>();
  #hasSkipped = false;
  readonly #refusals: ImportRefusal[] = [];
  /** Whether the file becomes a layer, which has points and lines too, instead of areas of interest. */
  readonly isOfLayer: boolean;

  readonly limits: ImportLimits;

  /** The style of the KML that was read last. */
  style: SourceStyle | undefined;

  /** The table that was read, and the columns by which it was. */
  table: TablePreview | undefined;

  constructor(target: 'areas' | 'layer' = 'areas') {
    this.isOfLayer = target === 'layer';
    this.limits = this.isOfLayer ? layerImportLimits : importLimits;
  }

  /** Records a correction at a location. */
  fix(code: ImportFixCode, place: string): void {
    const places = this.#fixes.get(code) ?? new Places();
    places.add(place);
    this.#fixes.set(code, places);
  }

  /** Records a geometry that was skipped; the reason is a full sentence. */
  skip(code: ImportSkippedCode, place: string, reason: string): void {
    this.#hasSkipped = true;
    this.#addSkipped(code, place, reason);
  }

  /** Records content that was not read, or not as it may be meant; the reason is a full sentence. */
  noteUnread(code: ImportUnreadCode, place: string, reason: string): void {
    this.#addSkipped(code, place, reason);
  }

  #addSkipped(code: ImportSkippedCode | ImportUnreadCode, place: string, reason: string): void {
    const skipped = this.#skipped.get(reason) ?? { code, places: new Places() };
    skipped.places.add(place);
    this.#skipped.set(reason, skipped);
  }

  /** Records the refusal of a polygon, or of a part that may contain polygons. */
  refuse(refusal: ImportRefusal): void {
    this.#refusals.push(refusal);
  }

  /** Whether the areas differ from the geometries of the file. */
  get hasChanges(): boolean {
    return this.#fixes.size > 0 || this.#hasSkipped || this.#refusals.length > 0;
  }

  /** The first refusal of a part. */
  get firstRefusal(): ImportRefusal | undefined {
    return this.#refusals[0];
  }

  /** All notes: refusals first, then corrections, then skipped content. */
  notes(): ImportNote[] {
    return [
      ...this.#refusalNotes(),
      ...Array.from(this.#fixes, ([code, places]) => note(code, `${fixSentences[code]} ${places.text()}`)),
      ...Array.from(this.#skipped, ([reason, { code, places }]) => note(code, `${reason} ${places.text()}`)),
    ];
  }

  /** Sentences about a layer, which needs no notes on what cannot become an area. */
  layerNotes(): readonly string[] {
    return this.notes()
      .filter(({ code }) => !ofAreasOnly.has(code))
      .map(({ message }) => message);
  }

  #refusalNotes(): ImportNote[] {
    const listed = this.#refusals.slice(0, importLimits.refusalNotes);
    const rest = this.#refusals.slice(importLimits.refusalNotes);
    const notes = listed.map(({ code, message }) => note(code, message));
    const [first] = rest;
    if (!first) return notes;
    const places = new Places();
    for (const { place } of rest) places.add(place);
    return [...notes, note(first.code, `More parts were refused. ${places.text()}`)];
  }
}

/** Codes of what a layer has as it is in the file. */
const ofAreasOnly: ReadonlySet<ImportNoteCode> = new Set([
  'not-a-polygon',
  'empty-geometry',
  'open-track',
  'multipolygon-split',
  'collection-opened',
]);

function note(code: ImportNoteCode, message: string): ImportNote {
  return { code, message };
}

/** Locations in a file: the first are stored by name, the others are counted. */
class Places {
  readonly #named: string[] = [];
  #count = 0;

  add(place: string): void {
    if (this.#named.includes(place)) return;
    this.#count += 1;
    if (this.#named.length < importLimits.placesPerNote) this.#named.push(place);
  }

  /** `(3: line 1; line 4; line 7)` */
  text(): string {
    const more = this.#count - this.#named.length;
    const rest = more > 0 ? `; and ${more} more` : '';
    const count = this.#count > 1 ? `${this.#count}: ` : '';
    return `(${count}${this.#named.join('; ')}${rest})`;
  }
}

const fixSentences: Readonly<Record<ImportFixCode, string>> = {
  'ring-closed': 'A ring did not end where it begins; its first position was repeated at the end.',
  'ring-reoriented': 'A ring ran the wrong way; exterior rings now run counterclockwise and holes clockwise.',
  'z-dropped': 'Heights were left out; only longitudes and latitudes are read.',
  'm-dropped': 'Measures were left out; only longitudes and latitudes are read.',
  linearized:
    'Arcs became lines with a corner every 2° or less, which are off them by up to 0.015 % of the radius.',
  'spaces-left': 'Spaces next to commas, within positions, were left out.',
  'duplicates-removed': 'Positions that repeat the one before them were left out.',
  'bom-removed': 'The byte order mark at the beginning of the text was left out.',
  'utf16-decoded': 'The text is UTF-16 and was read as that.',
  'text-recoded':
    'The text is not valid UTF-8 and was read as Windows-1252; check the names, and choose another code page if they are wrong.',
  'longitude-wrapped': 'Longitudes outside −180…180 were brought back by full turns.',
  'antimeridian-split': 'A polygon that crosses the antimeridian was split there.',
  'crs-removed': 'The “crs” member names WGS 84, which is always meant, and was left out.',
  'crs-assumed':
    'No coordinate system is named; the numbers were taken as WGS 84 degrees. Check the place on the map.',
  reprojected: 'Coordinates were brought to WGS 84 from the coordinate system that the file names.',
  'name-shortened': 'A name longer than 200 characters was cut.',
  'multipolygon-split': 'A geometry of several polygons was split; each polygon became an area.',
  'collection-opened': 'A geometry collection was opened; each polygon in it became an area.',
  'other-format': 'The content has another format than the name of the file; it was read by its content.',
};
