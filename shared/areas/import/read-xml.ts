import type { Position } from 'geojson';
import { describeServiceError } from '../../describe-file.ts';
import { distanceMetres } from '../../geo/geodesic.ts';
import { FreeNames } from './free-name.ts';
import type { ImportLog } from './import-log.ts';
import { KmlHandler, timesLeft, toDecimal } from './kml-handler.ts';
import { noteFormat } from './note-format.ts';
import { accept, type Outcome, refuse } from './outcome.ts';
import { scanXml, type XmlHandler } from './scan-xml.ts';
import type { SourceShape } from './source-shape.ts';
import { UntypedCell } from './untyped-cell.ts';

/** Reads KML or GPX, depending on the root element. Fails as `scanXml` does, or with `unsupported-format`. */
export function readXml(text: string, fileName: string, log: ImportLog): Outcome<SourceShape[]> {
  const shapes: SourceShape[] = [];
  let handler: XmlHandler | undefined;
  let root: string | undefined;
  let message = '';
  const scanned = scanXml(text, fileName, {
    open: (name, attributes, line) => {
      if (root === undefined) {
        root = name;
        handler = handlerOf(name, shapes, log);
        if (handler) noteFormat(fileName, name === 'gpx' ? 'GPX' : 'KML', log);
      }
      handler?.open(name, attributes, line);
    },
    close: (name, content) => {
      handler?.close(name, content);
      if (!handler && errorTexts.has(name)) message ||= content.trim();
    },
  });
  if (!scanned.ok) return scanned;
  handler?.finish?.();
  if (handler) return accept(shapes);
  if (errorRoots.test(root ?? ''))
    return refuse('unsupported-format', fileName, describeServiceError(message));
  return refuse(
    'unsupported-format',
    fileName,
    `The XML is neither KML nor GPX; its root is <${root ?? ''}>.`,
  );
}

/** Errors of WFS and WMS (OGC 06-042, 06-121r9), and of stores of objects. */
const errorRoots = /^(?:Service)?ExceptionReport$|^Error$/;
const errorTexts: ReadonlySet<string> = new Set(['ServiceException', 'ExceptionText', 'Message']);

const kmlRoots: ReadonlySet<string> = new Set(['kml', 'Document', 'Folder', 'Placemark']);

function handlerOf(root: string, shapes: SourceShape[], log: ImportLog): XmlHandler | undefined {
  if (root === 'gpx') return new GpxHandler(shapes, log);
  return kmlRoots.has(root) ? new KmlHandler(shapes, log) : undefined;
}

/** Maximum distance between the ends of a closed track, because receivers are inaccurate by some metres. */
const closingMetres = 25;

/** Elements whose children are attributes (GPX 1.1, wptType, rteType and trkType), but for these. */
const described: ReadonlySet<string> = new Set(['wpt', 'rte', 'trk']);
const noAttributes: ReadonlySet<string> = new Set(['rtept', 'trkseg', 'extensions']);
/** Children that are no numbers, whatever they look like. */
const texts: ReadonlySet<string> = new Set([
  ...['name', 'cmt', 'desc', 'src', 'sym', 'type', 'time', 'fix', 'link', 'url', 'urlname'],
]);

const left = {
  values: 'Values of single positions, such as speeds, were left out.',
  extensions: 'Extensions of GPX were left out.',
  shaping: 'Shaping points between the points of a route were left out; it runs straight between these.',
} as const;

type OpenLine = {
  readonly what: string;
  readonly positions: Position[];
  hasZ: boolean;
  fault?: ReturnType<typeof refuse>;
};

/**
 * Collects the shapes of GPX 1.0 and 1.1, which is always WGS 84. For a layer these are waypoints, routes and tracks;
 * for areas each track segment and route that ends within 25 m of its start and has been farther away, the others are
 * noted.
 */
class GpxHandler implements XmlHandler {
  readonly #shapes: SourceShape[];
  readonly #log: ImportLog;
  readonly #path: string[] = [];
  readonly #counts = { trk: 0, rte: 0, wpt: 0, trkseg: 0 };
  #name: string | undefined;
  #line: OpenLine | undefined;
  #waypoint: Position | undefined;
  /** Attributes of the waypoint, route or track that is open. */
  #attributes: Record<string, unknown> = {};
  #names = new FreeNames();
  /** Parts of it that are left out, by the reason. */
  readonly #left = new Map<keyof typeof left, Set<string>>();
  #times: string[] = [];
  readonly #lines: OpenLine[] = [];

  constructor(shapes: SourceShape[], log: ImportLog) {
    this.#shapes = shapes;
    this.#log = log;
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    this.#path.push(name);
    if (name === 'trk' || name === 'rte') {
      this.#counts[name] += 1;
      this.#counts.trkseg = 0;
      this.#name = undefined;
      this.#begin(name);
      if (name === 'rte') this.#line = { what: '', positions: [], hasZ: false };
    } else if (name === 'trkseg') {
      this.#counts.trkseg += 1;
      this.#line = { what: `, segment ${this.#counts.trkseg}`, positions: [], hasZ: false };
    } else if (name === 'trkpt' || name === 'rtept') {
      this.#addPoint(attributes);
    } else if (name === 'wpt') {
      this.#counts.wpt += 1;
      this.#begin(name);
      this.#waypoint = [toDecimal(attributes.lon ?? ''), toDecimal(attributes.lat ?? '')];
      this.#log.skip(
        'not-a-polygon',
        `Waypoint ${this.#counts.wpt}`,
        'Only closed tracks become areas; waypoints were left.',
      );
    } else if (name === 'ele' && this.#line && this.#path.at(-2) !== 'wpt') {
      this.#line.hasZ = true;
    } else if (name === 'link' && described.has(this.#path.at(-2) ?? '')) {
      this.#addAttribute(name, attributes.href ?? '');
    } else if (name === 'rpt') this.#leave('shaping', name);
  }

  close(name: string, text: string): void {
    this.#path.pop();
    const parent = this.#path.at(-1);
    if (name === 'name' && (parent === 'trk' || parent === 'rte')) this.#name = text.trim();
    if (text.trim() !== '') this.#readValue(name, parent ?? '', text.trim());
    if (name === 'wpt') this.#finishWaypoint();
    if ((name === 'trkseg' || name === 'rte') && this.#line) {
      this.#lines.push(this.#line);
      this.#line = undefined;
    }
    if (name === 'trk') this.#finish('Track', this.#counts.trk);
    if (name === 'rte') this.#finish('Route', this.#counts.rte);
  }

  #begin(kind: string): void {
    this.#attributes = Object.create(null);
    // Its kind is an attribute, too.
    this.#names = new FreeNames(['kind']);
    this.#left.clear();
    this.#times = [];
    this.#attributes.kind = { wpt: 'waypoint', rte: 'route', trk: 'track' }[kind];
  }

  #addAttribute(name: string, value: unknown): void {
    if (value !== '') this.#attributes[this.#names.take(name)] = value;
  }

  #readValue(name: string, parent: string, text: string): void {
    if (described.has(parent)) {
      if (!noAttributes.has(name)) this.#addAttribute(name, texts.has(name) ? text : new UntypedCell(text));
    } else if (this.#path.includes('extensions')) this.#leave('extensions', name);
    else if (parent === 'trkpt' || parent === 'rtept') {
      if (name === 'time') this.#times.push(text);
      else if (name === 'ele') this.#addHeight(toDecimal(text));
      else this.#leave('values', name);
    }
  }

  #leave(reason: keyof typeof left, name: string): void {
    const names = this.#left.get(reason) ?? new Set();
    this.#left.set(reason, names.add(name));
  }

  /** Notes the parts of a feature that are left out. */
  #noteLeft(place: string): void {
    for (const [reason, names] of this.#left)
      this.#log.noteUnread('value-left', `${place}, ${[...names].slice(0, 10).join(', ')}`, left[reason]);
    if (this.#times.length === 0) return;
    this.#addAttribute('first_time', this.#times[0]);
    this.#addAttribute('last_time', this.#times.at(-1));
    this.#log.noteUnread('value-left', place, timesLeft);
  }

  #addPoint({ lon, lat }: Readonly<Record<string, string>>): void {
    const line = this.#line;
    if (!line || line.fault) return;
    const [longitude, latitude] = [toDecimal(lon ?? ''), toDecimal(lat ?? '')];
    if (Number.isFinite(longitude) && Number.isFinite(latitude)) line.positions.push([longitude, latitude]);
    else line.fault = refuseLater(line, lon, lat);
  }

  #addHeight(height: number): void {
    const last = this.#line?.positions.at(-1);
    if (last?.length === 2 && !this.#line?.fault && Number.isFinite(height)) last.push(height);
  }

  #finishWaypoint(): void {
    const place = `Waypoint ${this.#counts.wpt}`;
    if (this.#waypoint && this.#log.isOfLayer) {
      this.#noteLeft(place);
      this.#shapes.push({ place, feature: { attributes: this.#attributes }, point: this.#waypoint });
    }
    this.#waypoint = undefined;
  }

  #finish(kind: string, number: number): void {
    const named = this.#name ? ` “${this.#name.slice(0, 60)}”` : '';
    if (this.#log.isOfLayer) this.#noteLeft(`${kind} ${number}${named}`);
    const feature = { attributes: this.#attributes };
    if (this.#log.isOfLayer && this.#lines.length === 0)
      this.#shapes.push({ place: `${kind} ${number}`, feature, isEmpty: true });
    for (const line of this.#lines.splice(0)) {
      const place = `${kind} ${number}${named}${line.what}`;
      if (line.fault) {
        const { code, place: at, message } = line.fault.refusal;
        this.#log.refuse(refuse(code, `${place}, ${at}`, message.slice(at.length + 2)).refusal);
      } else if (this.#log.isOfLayer)
        this.#shapes.push({ place, feature, line: line.positions, hasZ: line.hasZ });
      else this.#addIfClosed(line, place);
    }
  }

  #addIfClosed({ positions, hasZ }: OpenLine, place: string): void {
    if (positions.length === 0) {
      this.#log.skip('empty-geometry', place, 'Empty geometries were left.');
    } else if (isClosedTrack(positions)) {
      this.#shapes.push({ name: this.#name, place, rings: [positions], hasZ, winding: 'any' });
    } else {
      this.#log.skip(
        'open-track',
        place,
        `Tracks that end farther than ${closingMetres} m from where they began enclose nothing and were left.`,
      );
    }
  }
}

function refuseLater({ positions }: OpenLine, lon = '', lat = ''): ReturnType<typeof refuse> {
  const value = `lon="${lon.slice(0, 30)}" lat="${lat.slice(0, 30)}"`;
  const code = /nan|inf/i.test(lon + lat) ? 'not-finite' : 'bad-coordinate';
  return refuse(
    code,
    `point ${positions.length + 1}`,
    `${value} is not a position. Both must be numbers of degrees.`,
  );
}

function isClosedTrack(positions: readonly Position[]): boolean {
  const [firstX = Number.NaN, firstY = Number.NaN] = positions[0] ?? [];
  const [lastX = Number.NaN, lastY = Number.NaN] = positions.at(-1) ?? [];
  if (positions.length > 3 && firstX === lastX && firstY === lastY) return true;
  if (Math.abs(firstY) > 90 || Math.abs(lastY) > 90) return false;
  const gap = distanceMetres([firstX, firstY], [lastX, lastY]);
  // A track of a few metres is not a ring.
  return gap <= closingMetres && positions.length > 3 && reach(positions) > 4 * closingMetres;
}

/** Approximate maximum distance of a track from its start. */
function reach(positions: readonly Position[]): number {
  const [firstX = Number.NaN, firstY = Number.NaN] = positions[0] ?? [];
  const shrink = Math.cos((firstY * Math.PI) / 180);
  let degrees = 0;
  for (const [x = Number.NaN, y = Number.NaN] of positions) {
    degrees = Math.max(degrees, Math.hypot((x - firstX) * shrink, y - firstY));
  }
  return degrees * 111_000;
}
