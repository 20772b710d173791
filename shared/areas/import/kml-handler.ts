import type { Position } from 'geojson';
import { FreeNames } from './free-name.ts';
import type { ImportLog } from './import-log.ts';
import { KmlStyles } from './kml-styles.ts';
import { accept, type Outcome, refuse } from './outcome.ts';
import type { XmlHandler } from './scan-xml.ts';
import { type SourceFeature, type SourceShape, setAttribute } from './source-shape.ts';
import { UntypedCell } from './untyped-cell.ts';

/** Children of a Placemark that become attributes. */
const placemarkTexts: ReadonlySet<string> = new Set([
  'name',
  'description',
  'address',
  'phoneNumber',
  'Snippet',
]);

/** KML elements that show something on the map but are not polygons. */
const otherShapes: ReadonlySet<string> = new Set([
  'Point',
  'LineString',
  'Model',
  'Track',
  'MultiTrack',
  'GroundOverlay',
  'PhotoOverlay',
  'ScreenOverlay',
]);

/** Shapes that layers do not have either. */
const unread = /^(?:Model|.*Overlay)$/;

/** Types of values by the names of their fields. */
type KmlTypes = ReadonlyMap<string, string>;

type OpenPlacemark = {
  name?: string;
  readonly number: number;
  hasShape: boolean;
  readonly polygons: RawPolygon[];
  /** Points and lines. */
  readonly others: { readonly isPoint: boolean; readonly hasZ: boolean; readonly positions: Position[] }[];
  readonly attributes: Record<string, unknown>;
  /** Set once two of its attributes have the same name. */
  names?: FreeNames;
  /** Times of its tracks, in the order of the file. */
  readonly times: string[];
};
type RawPolygon = {
  readonly line: number;
  readonly index: number;
  readonly outlines: string[];
  readonly holes: string[];
};

/**
 * Collects the shapes of KML 2.2 (OGC 07-147r2), which is always WGS 84: those of Placemarks, also inside MultiGeometry
 * at any depth. NetworkLinks are refused individually and never fetched; shapes other than polygons are noted.
 */
export class KmlHandler implements XmlHandler {
  readonly #shapes: SourceShape[];
  readonly #log: ImportLog;
  readonly #path: string[] = [];
  #placemarks = 0;
  #placemark: OpenPlacemark | undefined;
  #polygon: RawPolygon | undefined;
  #links: { readonly line: number; href: string }[] = [];
  /** The name of the value of ExtendedData that is open. */
  #dataName = '';
  #trackPositions: Position[] = [];
  #trackHasZ = false;
  /** Names of the folders that are open; empty for one without. */
  readonly #folders: string[] = [];
  readonly #schemas = new Map<string, Map<string, string>>();
  /** The types of the values that are open; undefined where no schema states them. */
  #types: KmlTypes | undefined;
  #openSchema = new Map<string, string>();
  readonly #styles = new KmlStyles();

  constructor(shapes: SourceShape[], log: ImportLog) {
    this.#shapes = shapes;
    this.#log = log;
  }

  open(name: string, attributes: Readonly<Record<string, string>>, line: number): void {
    this.#styles.open(name, attributes, this.#path.at(-1));
    this.#path.push(name);
    if (name === 'Placemark') {
      this.#placemarks += 1;
      this.#placemark = {
        number: this.#placemarks,
        hasShape: false,
        polygons: [],
        others: [],
        attributes: {},
        times: [],
      };
    } else if (name === 'Folder') {
      this.#folders.push('');
    } else if (name === 'Data' || name === 'SimpleData') {
      this.#dataName = attributes.name ?? '';
    } else if (name === 'Schema') {
      this.#openSchema = new Map();
      this.#schemas.set(attributes.id ?? attributes.name ?? '', this.#openSchema);
    } else if (name === 'SimpleField') {
      this.#openSchema.set(attributes.name ?? '', attributes.type ?? '');
    } else if (name === 'SchemaData') {
      this.#types = this.#schemas.get((attributes.schemaUrl ?? '').replace(/^.*#/, ''));
    } else if (name === 'SimpleArrayData') {
      this.#noteLeft(
        `Line ${line}, ${attributes.name ?? ''}`,
        'Values of single positions of a track were left out.',
      );
    } else if (name === 'NetworkLink') {
      this.#links.push({ line, href: '' });
    } else if (name === 'Polygon') {
      if (this.#placemark) this.#placemark.hasShape = true;
      this.#polygon = { line, index: (this.#placemark?.polygons.length ?? 0) + 1, outlines: [], holes: [] };
    } else if (name === 'LinearRing' && !this.#polygon) {
      this.#leave(name, line);
    } else if (otherShapes.has(name) && !this.#path.slice(0, -1).some((around) => otherShapes.has(around))) {
      this.#leave(name, line);
    }
  }

  close(name: string, text: string): void {
    this.#path.pop();
    const parent = this.#path.at(-1);
    const trimmed = text.trim();
    this.#styles.close(name, parent, trimmed);
    this.#readAttribute(name, parent, trimmed);
    if (name === 'SchemaData') this.#types = undefined;
    if (name === 'Folder') this.#folders.pop();
    if (name === 'name' && parent === 'Folder') this.#folders[this.#folders.length - 1] = trimmed;
    if (name === 'name' && parent === 'Placemark' && this.#placemark) this.#placemark.name = trimmed;
    else if (name === 'coordinates') this.#addCoordinates(text, parent);
    else if (name === 'coord') this.#addTrackPosition(trimmed.split(/\s+/));
    else if (name === 'when' && parent === 'Track') this.#addTime(trimmed);
    else if (name === 'Track') this.#endTrack();
    else if (name === 'href' && this.#links.length > 0) this.#nameLink(trimmed);
    else if (name === 'Polygon') this.#endPolygon();
    else if (name === 'Placemark') this.#endPlacemark();
    else if (name === 'NetworkLink') this.#refuseLink();
  }

  /** Notes in the log what the style of a layer does not have, and sets its proposed style there. */
  finish(): void {
    if (this.#log.isOfLayer) this.#log.style = this.#styles.propose(this.#log);
  }

  #leave(shape: string, line: number): void {
    if (this.#placemark) this.#placemark.hasShape = true;
    const reason = 'Only polygons become areas; points, lines, models and overlays were left.';
    this.#log.skip('not-a-polygon', `Line ${line}, ${shape}`, reason);
    if (unread.test(shape)) this.#noteLeft(`Line ${line}, ${shape}`, 'Models and overlays were left out.');
  }

  #noteLeft(place: string, reason: string): void {
    if (this.#log.isOfLayer) this.#log.noteUnread('value-left', place, reason);
  }

  /** Reads a part of a Placemark: its texts, times and ExtendedData (OGC 07-147r2, 9 and 15). */
  #readAttribute(name: string, parent: string | undefined, text: string): void {
    const attributes = this.#placemark?.attributes;
    if (!attributes || text === '') return;
    const isData = (name === 'value' && parent === 'Data') || name === 'SimpleData';
    const isText = parent === 'Placemark' && placemarkTexts.has(name);
    // Elements of another schema, which have a value each (9.2).
    const isOther = parent === 'ExtendedData';
    if (!isData && !isText && !isOther && parent !== 'TimeStamp' && parent !== 'TimeSpan') return;
    const value = isOther
      ? new UntypedCell(text)
      : isData
        ? readTyped(text, this.#types?.get(this.#dataName))
        : text;
    this.#addAttribute(isData ? this.#dataName : name, value);
  }

  #addAttribute(name: string, value: unknown): void {
    const placemark = this.#placemark;
    if (!placemark) return;
    const { attributes } = placemark;
    if (Object.hasOwn(attributes, name)) placemark.names ??= new FreeNames(Object.keys(attributes));
    setAttribute(attributes, placemark.names?.take(name) ?? name, value);
  }

  #addTime(time: string): void {
    if (time !== '') this.#placemark?.times.push(time);
  }

  #addTrackPosition(parts: readonly string[]): void {
    this.#trackPositions.push(parts.slice(0, 3).map(toDecimal));
    this.#trackHasZ ||= parts.length > 2;
  }

  #endTrack(): void {
    const positions = this.#trackPositions;
    this.#trackPositions = [];
    this.#placemark?.others.push({ isPoint: false, positions, hasZ: this.#trackHasZ });
    this.#trackHasZ = false;
  }

  #addCoordinates(text: string, parent: string | undefined): void {
    if (this.#polygon) this.#addRing(text);
    else if (
      this.#log.isOfLayer &&
      (parent === 'Point' || parent === 'LineString' || parent === 'LinearRing')
    )
      this.#addOther(parent === 'Point', text);
  }

  #addOther(isPoint: boolean, text: string): void {
    const read = readCoordinates(text, `Placemark ${this.#placemarks}`, this.#log);
    if (!read.ok) this.#log.refuse(read.refusal);
    else this.#placemark?.others.push({ isPoint, ...read.value });
  }

  #addRing(text: string): void {
    const isHole = this.#path.includes('innerBoundaryIs');
    (isHole ? this.#polygon?.holes : this.#polygon?.outlines)?.push(text);
  }

  #nameLink(href: string): void {
    const link = this.#links.at(-1);
    if (link) link.href = href;
  }

  #refuseLink(): void {
    const link = this.#links.pop();
    if (!link) return;
    const target = link.href === '' ? '' : ` to ${link.href.slice(0, 120)}`;
    const message = `The NetworkLink${target} was not followed; nothing is ever fetched. Import what it points to by itself.`;
    this.#log.refuse(refuse('network-link', `Line ${link.line}`, message).refusal);
  }

  #endPolygon(): void {
    if (!this.#polygon) return;
    if (this.#placemark) this.#placemark.polygons.push(this.#polygon);
    else this.#finish(this.#polygon, `Line ${this.#polygon.line}`, undefined, undefined);
    this.#polygon = undefined;
  }

  #endPlacemark(): void {
    const placemark = this.#placemark;
    if (!placemark) return;
    const named = placemark.name ? ` “${placemark.name.slice(0, 60)}”` : '';
    const here = `Placemark ${placemark.number}${named}`;
    if (!placemark.hasShape) {
      this.#log.skip('empty-geometry', here, 'Placemarks without a geometry were left.');
    }
    if (placemark.polygons.length > 1) this.#log.fix('multipolygon-split', here);
    const { name, attributes, times } = placemark;
    const folder = this.#folders.filter((each) => each !== '').join('/');
    if (folder !== '') this.#addAttribute('folder', folder);
    if (times.length > 0) {
      this.#addAttribute('first_time', times[0]);
      this.#addAttribute('last_time', times.at(-1));
      this.#noteLeft(here, timesLeft);
    }
    this.#styles.use(folder, () => [
      ...(placemark.polygons.length > 0 ? (['polygon'] as const) : []),
      ...placemark.others.map(({ isPoint }) => (isPoint ? ('point' as const) : ('line' as const))),
    ]);
    const feature = { attributes };
    const shapes = this.#shapes.length;
    for (const polygon of placemark.polygons) {
      const part = placemark.polygons.length > 1 ? `, polygon ${polygon.index}` : '';
      this.#finish(polygon, `${here}${part} (line ${polygon.line})`, name, feature);
    }
    for (const { isPoint, positions, hasZ } of placemark.others) {
      const located = { name, place: here, feature, hasZ };
      if (!isPoint) this.#shapes.push({ ...located, line: positions });
      else for (const point of positions) this.#shapes.push({ ...located, point });
    }
    if (this.#shapes.length === shapes) this.#shapes.push({ name, place: here, feature, isEmpty: true });
    this.#placemark = undefined;
  }

  #finish(
    { outlines, holes }: RawPolygon,
    place: string,
    name: string | undefined,
    feature: SourceFeature | undefined,
  ): void {
    const [outline, second] = outlines;
    if (outline === undefined || (outline.trim() === '' && holes.length === 0)) {
      this.#log.skip('empty-geometry', place, 'Empty geometries were left.');
      return;
    }
    if (second !== undefined) {
      this.#log.refuse(refuse('bad-xml', place, 'The polygon has more than one outer boundary.').refusal);
      return;
    }
    const rings: Position[][] = [];
    let hasZ = false;
    for (const [index, text] of [outline, ...holes].entries()) {
      const ring = readCoordinates(text, `${place}, ring ${index + 1}`, this.#log);
      if (!ring.ok) {
        this.#log.refuse(ring.refusal);
        return;
      }
      rings.push(ring.value.positions);
      hasZ ||= ring.value.hasZ;
    }
    this.#shapes.push({ name, place, feature, rings, hasZ, winding: 'anticlockwise' });
  }
}

export const timesLeft = 'Times of single positions were left out; a track has the first and the last one.';

/** A value with the type that a schema states (OGC 07-147r2, 9.8), or one that its column shows. */
function readTyped(text: string, type: string | undefined): unknown {
  if (type === undefined || type === '') return new UntypedCell(text);
  if (/^bool(?:ean)?$/i.test(type) && /^(?:[01]|true|false)$/i.test(text)) return /^(?:1|true)$/i.test(text);
  if (!/^(?:u?int|u?short|float|double)$/i.test(type)) return text;
  const number = toDecimal(text);
  if (!Number.isFinite(number)) return text;
  const isLong = /^[-+]?\d+$/.test(text) && !Number.isSafeInteger(number);
  return isLong ? BigInt(text.replace('+', '')) : number;
}

/** Positions are separated by white space; next to a comma it belongs to one position, though KML forbids it. */
function tuplesOf(text: string): { readonly list: readonly string[]; readonly isSpaced: boolean } {
  const tuples: string[][] = [];
  let [endsOpen, isSpaced] = [false, false];
  for (const [word] of text.matchAll(/\S+/g)) {
    const isNext = tuples.length > 0 && (endsOpen || word.startsWith(','));
    if (isNext) tuples.at(-1)?.push(word);
    else tuples.push([word]);
    isSpaced ||= isNext;
    endsOpen = word.endsWith(',');
  }
  return { list: tuples.map((words) => words.join('')), isSpaced };
}

/** Reads `longitude,latitude[,height]` tuples separated by white space. */
function readCoordinates(
  text: string,
  place: string,
  log: ImportLog,
): Outcome<{ positions: Position[]; hasZ: boolean }> {
  const positions: Position[] = [];
  let hasZ = false;
  const tuples = tuplesOf(text);
  for (const tuple of tuples.list) {
    const parts = tuple.split(',');
    const [longitude = Number.NaN, latitude = Number.NaN, height = Number.NaN] = parts.map(toDecimal);
    if (parts.length < 2 || parts.length > 3 || !Number.isFinite(longitude) || !Number.isFinite(latitude)) {
      const code = /nan|inf/i.test(tuple) ? 'not-finite' : 'bad-coordinate';
      const at = `${place}, position ${positions.length + 1}`;
      return refuse(
        code,
        at,
        `“${tuple.slice(0, 60)}” is not a position. Write longitude,latitude or longitude,latitude,height, and spaces between positions.`,
      );
    }
    hasZ ||= parts.length === 3;
    positions.push(Number.isFinite(height) ? [longitude, latitude, height] : [longitude, latitude]);
  }
  if (tuples.isSpaced) log.fix('spaces-left', place);
  return accept({ positions, hasZ });
}

/** Parses a decimal number; NaN for other texts, also for an empty one, `0x10` and `Infinity`. */
export function toDecimal(text: string): number {
  return /^\s*[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?\s*$/i.test(text) ? Number(text) : Number.NaN;
}
