import { readTwoAngles } from '../geo/read-angles.ts';
import { isEvenRow } from '../parse-csv.ts';
import { isNoValue, maxValueLength, readNumber } from './read-number.ts';

/**
 * The columns of a table that have its positions, by their indexes: two numbers, each with or without a column of its letters
 * (N and S, E and W), or both numbers in one column.
 */
export type PositionColumns =
  | {
      readonly kind: 'two';
      readonly longitude: number;
      readonly latitude: number;
      readonly eastWest?: number;
      readonly northSouth?: number;
      /** A value of most rows that is none, though the names are those of coordinates. */
      readonly contradiction?: { readonly axis: 'longitude' | 'latitude'; readonly value: string };
    }
  | { readonly kind: 'one'; readonly column: number; readonly isLongitudeFirst: boolean };

/** A column of positions in which longitudes and latitudes can be exchanged. */
export type UnclearPositions = { readonly kind: 'unclear'; readonly column: number };

/** Meanings of columns that make a position. */
export type PositionField =
  | 'longitude'
  | 'latitude'
  | 'northSouth'
  | 'eastWest'
  | 'latitudeLongitude'
  | 'longitudeLatitude';

/** The columns of positions by their meanings; undefined where they are not complete. */
export function toPositionColumns({
  longitude,
  latitude,
  northSouth,
  eastWest,
  longitudeLatitude,
  latitudeLongitude,
}: Readonly<Partial<Record<PositionField, number>>>): PositionColumns | undefined {
  const column = longitudeLatitude ?? latitudeLongitude;
  if (column !== undefined) return { kind: 'one', column, isLongitudeFirst: column === longitudeLatitude };
  if (longitude === undefined || latitude === undefined) return undefined;
  return {
    ...{ kind: 'two', longitude, latitude },
    ...(northSouth === undefined ? {} : { northSouth }),
    ...(eastWest === undefined ? {} : { eastWest }),
  };
}

/** Words next to that of an axis which make a column another one. */
const otherWords =
  /^(?:min(?:ute)?s?|sec(?:ond)?s?|hem(?:i|isphere)?|dir(?:ection)?|ref|err(?:or)?|accuracy|std|stddev|uncertainty|precision|offset|zone|band|rad(?:ians?)?|id|name|speed|rate|delta|diff)$/;
/** Words that may be next to `long`, which is an adjective too. */
const unitWords =
  /^(?:dec(?:imal)?|deg(?:ree)?s?|dd|dms|wgs|84|wgs84|epsg|4326|gps|geo|pos(?:ition)?|coord(?:inate)?s?|x|e|w|east|start|end|from|to|\d)$/;
const axes = [
  {
    axis: 'latitude',
    // German, the Romance languages, Russian, Chinese, Japanese and Korean have one word each.
    long: /latitude|latitud|breitengrad|^breite$|широта|纬度|緯度|위도/,
    short: /^(?:gps|geo|pos|dec)?lats?(?:deg|dd|dec|wgs84)?$/,
    loose: /^$/,
    along: /^(?:n|north)$/,
    against: /^(?:s|south)$/,
    plain: /^(?:(?:point|coord|pos) )?y(?: ?coord(?:inate)?s?)?$/,
  },
  {
    axis: 'longitude',
    long: /longitude|longitud|l(?:ä|ae)ngengrad|долгота|经度|經度|経度|경도/,
    short: /^(?:gps|geo|pos|dec)?(?:lons?|lng|long)(?:deg|dd|dec|wgs84)?$/,
    loose: /^long$/,
    along: /^(?:e|east)$/,
    against: /^(?:w|west)$/,
    plain: /^(?:(?:point|coord|pos) )?x(?: ?coord(?:inate)?s?)?$/,
  },
] as const;

/** The words of a column's name: `decimalLatitude` has two, as `Latitude (deg)`. */
function wordsOf(title: string): readonly string[] {
  return title
    .normalize('NFKC')
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\d]+/u)
    .filter(Boolean);
}

type Candidate = { readonly index: number; readonly others: readonly string[] };

function candidatesOf(
  heading: readonly (readonly string[])[],
  of: (typeof axes)[number],
): readonly Candidate[] {
  const other = axes.find((each) => each !== of) ?? of;
  const isOfAxis = (word: string) => of.long.test(word) || of.short.test(word);
  // Whole degrees, whose minutes have a column of their own, are no positions.
  const isApart = heading.some(
    (words) => words.some(isOfAxis) && words.some((word) => /^min(?:ute)?s?$/.test(word)),
  );
  return heading.flatMap((words, index) => {
    const at = words.findIndex(isOfAxis);
    const others = words.filter((_, each) => each !== at);
    const isOther = others.some(
      (word) => otherWords.test(word) || other.long.test(word) || other.short.test(word),
    );
    const isAdjective = of.loose.test(words[at] ?? '') && !others.every((word) => unitWords.test(word));
    // Degrees to the west or south, as in `Longitude_W`, are not those of other tables.
    const isMirrored =
      others.some((word) => of.against.test(word)) && !others.some((word) => of.along.test(word));
    const isWhole = isApart && !others.some((word) => /^(?:dec(?:imal)?|dd)$/.test(word));
    return at < 0 || isOther || isAdjective || isWhole || isMirrored ? [] : [{ index, others }];
  });
}

/**
 * Finds the columns of positions by their names and, where these leave it open, by the values of the rows. Those that most
 * values contradict are found last, with a contradiction. Undefined where there are none.
 */
export function findPositionColumns(
  heading: readonly string[],
  rows: readonly (readonly string[])[],
): PositionColumns | UnclearPositions | undefined {
  let contradicted: PositionColumns | undefined;
  for (const pair of pairsOf(heading.map(wordsOf))) {
    const [northSouth, eastWest] = [
      lettersOf(pair.latitude, /^(?:n|s|north|south)$/i, heading, rows),
      lettersOf(pair.longitude, /^(?:e|w|east|west)$/i, heading, rows),
    ];
    const columns = toPositionColumns({
      ...pair,
      ...(northSouth === undefined ? {} : { northSouth }),
      ...(eastWest === undefined ? {} : { eastWest }),
    });
    if (columns?.kind !== 'two') continue;
    const contradiction = findContradiction(columns, heading, rows);
    if (!contradiction) return columns;
    contradicted ??= { ...columns, contradiction };
  }
  return findPositionsInOne(heading, rows) ?? contradicted;
}

type NamedPair = { readonly latitude: number; readonly longitude: number };

/** Pairs of columns, those first with the fewest words next to those of the axes, and the same ones if possible. */
function pairsOf(names: readonly (readonly string[])[]): readonly NamedPair[] {
  const [latitudes, longitudes] = [candidatesOf(names, axes[0]), candidatesOf(names, axes[1])];
  const pairs = latitudes.flatMap((latitude) =>
    longitudes.map((longitude) => ({
      latitude: latitude.index,
      longitude: longitude.index,
      words: latitude.others.length + longitude.others.length,
      isAlike: latitude.others.join(' ') === longitude.others.join(' '),
    })),
  );
  const named = pairs.toSorted(
    (one, other) => Number(other.isAlike) - Number(one.isAlike) || one.words - other.words,
  );
  const [y, x] = axes.map(({ plain }) => names.findIndex((words) => plain.test(words.join(' '))));
  const isPlain = y !== undefined && x !== undefined && y >= 0 && x >= 0;
  const plain = isPlain ? [{ latitude: y, longitude: x }] : [];
  return [...named.map(({ latitude, longitude }) => ({ latitude, longitude })), ...plain];
}

/** Rows by which values can contradict a name. */
const comparedRows = 1000;
/** AIS has 91 where a latitude is not available. */
const maxLatitude = 91;

type TwoColumns = Extract<PositionColumns, { kind: 'two' }>;

/** The first value that is no coordinate where those of most rows are none. */
function findContradiction(
  columns: TwoColumns,
  heading: readonly string[],
  rows: readonly (readonly string[])[],
): TwoColumns['contradiction'] {
  let first: TwoColumns['contradiction'];
  let [all, wrong] = [0, 0];
  for (const [index, row] of rows.slice(0, comparedRows).entries()) {
    const cells = [columns.longitude, columns.latitude].map((column) => row[column]?.trim() ?? '');
    // A row with more cells than names has its values in other columns.
    const isComparable = isEvenRow(row, heading) && !cells.some(isNoValue);
    if (!isComparable || (index === 0 && isUnitRow(row, columns))) continue;
    all += 1;
    const [longitude, latitude] = readRowPosition(row, columns) ?? nowhere;
    const isLongitude = Math.abs(longitude) <= 360;
    if (isLongitude && Math.abs(latitude) <= maxLatitude) continue;
    wrong += 1;
    // Where neither is read, the one without a number is to blame.
    const axis = isLongitude || (Number.isNaN(longitude) && hasNumber(cells[0])) ? 'latitude' : 'longitude';
    const value = cells[axis === 'longitude' ? 0 : 1] ?? '';
    first ??= { axis, value };
  }
  return wrong * 2 > all ? first : undefined;
}

function hasNumber(cell = ''): boolean {
  return Number.isFinite(readDegrees(cell));
}

/** The column after a number, or before it, which has nothing but the letters of its axis. */
function lettersOf(
  number: number,
  letters: RegExp,
  heading: readonly string[],
  rows: readonly (readonly string[])[],
): number | undefined {
  return [number + 1, number - 1].find((index) => {
    if (heading[index] === undefined) return false;
    const cells = rows
      .slice(0, 1000)
      .map((row) => row[index]?.trim() ?? '')
      .filter(Boolean);
    return cells.length > 0 && cells.every((cell) => letters.test(cell));
  });
}

const nameOfBoth =
  /^(?:gps|geo|pos(?:ition)?|loc(?:ation)?|coord(?:inate)?s?)?(?:(?:lat(?:itude)?)(?:lon|lng|long|longitude)|(?:lon|lng|long|longitude)(?:lat(?:itude)?)|xy|yx|pos(?:ition)?|loc(?:ation)?|coord(?:inate)?s?|point|geopoint|geopoint2d|gps|geolocation|latlonposition)(?:deg|dd|wgs84)?$/;

function findPositionsInOne(
  heading: readonly string[],
  rows: readonly (readonly string[])[],
): PositionColumns | UnclearPositions | undefined {
  const names = heading.map((title) => wordsOf(title).join(''));
  const named = names.flatMap((name, index) => (nameOfBoth.test(name) ? [index] : []));
  const others = heading.flatMap((_, index) => (named.includes(index) ? [] : [index]));
  for (const column of [...named, ...others]) {
    // A text of positions without names has no heading.
    if (readPair(heading[column]?.trim() ?? '')) continue;
    const cells = rows.map((row) => row[column]?.trim() ?? '').filter(Boolean);
    const start = cells.slice(0, 20);
    if (start.filter(readPair).length * 2 < start.length) continue;
    const read = cells.map(readPair);
    const pairs = read.filter((pair) => pair !== undefined);
    // A cell that is no position is refused by itself; most of the first ones decide.
    if (pairs.length === 0 || pairs.length * 2 < cells.length) continue;
    // Two numbers can be many things: without a name they need letters, or decimals as positions have.
    const isCertain =
      pairs.every(({ axis }) => axis !== null) ||
      cells.every((cell) => cell.length <= maxValueLength && /\.\d{3,}\D+\d+\.\d{3,}/.test(cell));
    if (!named.includes(column) && !isCertain) continue;
    const order = orderOf(names[column] ?? '', pairs);
    return order === undefined
      ? { kind: 'unclear', column }
      : { kind: 'one', column, isLongitudeFirst: order === 'longitude' };
  }
  return undefined;
}

type Pair = {
  readonly numbers: readonly [number, number];
  /** Axis of the first number, where letters or labels state it. */
  readonly axis: 'latitude' | 'longitude' | null;
};

/** The axis that comes first: the only one that the values permit, else that of the name. */
function orderOf(name: string, pairs: readonly Pair[]): 'latitude' | 'longitude' | undefined {
  const stated = pairs.find(({ axis }) => axis !== null)?.axis;
  if (stated) return stated;
  const canBe = (at: 0 | 1) => pairs.every(({ numbers }) => Math.abs(numbers[at]) <= 90);
  const [isLatitudeFirst, isLongitudeFirst] = [canBe(0), canBe(1)];
  if (isLatitudeFirst !== isLongitudeFirst) return isLatitudeFirst ? 'latitude' : 'longitude';
  if (!isLatitudeFirst) return undefined;
  const [latitude, longitude] = [name.search(/lat|y/), name.search(/lon|lng|x/)];
  if (latitude < 0 || longitude < 0) return undefined;
  return latitude < longitude ? 'latitude' : 'longitude';
}

const number = String.raw`([-+−]?\d{1,3}(?:\.\d+)?)\s*°?`;
const numberOfComma = String.raw`([-+−]?\d{1,3},\d+)\s*°?`;
const twoNumbers = new RegExp(String.raw`^[\s([{<]*${number}(?:\s*[,;/|]\s*|\s+)${number}[\s)\]}>]*$`);
const twoOfCommas = new RegExp(
  String.raw`^[\s([{<]*${numberOfComma}(?:\s*[;/|]\s*|,?\s+)${numberOfComma}[\s)\]}>]*$`,
);

/** The two numbers of a cell: as in `44.567,-1.234`, `[129, 35]`, `44,567 -1,234` or `35°30′N 129°E`. */
function readPair(cell: string): Pair | undefined {
  if (cell.length > maxValueLength) return undefined;
  const plain = twoNumbers.exec(cell) ?? twoOfCommas.exec(cell);
  if (plain) {
    const [first, second] = [plain[1] ?? '', plain[2] ?? ''].map((text) => readNumber(text, true));
    return inRange({ numbers: [first ?? Number.NaN, second ?? Number.NaN], axis: null });
  }
  const [read] = readTwoAngles(cell.replace(/^[([{<]+|[)\]}>]+$/g, ''));
  if (!read.ok) return undefined;
  const [one, other] = read.angles;
  const axis =
    one.axis ?? (other.axis === null ? null : other.axis === 'latitude' ? 'longitude' : 'latitude');
  if (axis === null && !one.isSexagesimal) return undefined;
  return one.axis !== null && one.axis === other.axis
    ? undefined
    : inRange({ numbers: [one.degrees, other.degrees], axis });
}

function inRange(pair: Pair): Pair | undefined {
  const [small = 0, large = 0] = pair.numbers.map(Math.abs).toSorted((one, other) => one - other);
  return small <= 90 && large <= 360 ? pair : undefined;
}

const nowhere = [Number.NaN, Number.NaN] as const;

/** The position of a row, `[longitude, latitude]` in degrees: NaN where it cannot be read, null where the cells are empty. */
export function readRowPosition(
  row: readonly string[],
  columns: PositionColumns,
): readonly [longitude: number, latitude: number] | null {
  if (columns.kind === 'one') {
    const cell = row[columns.column]?.trim() ?? '';
    if (cell === '') return null;
    const pair = readPair(cell);
    if (!pair) return nowhere;
    const [first, second] = pair.numbers;
    const isLongitudeFirst = pair.axis === null ? columns.isLongitudeFirst : pair.axis === 'longitude';
    return isLongitudeFirst ? [first, second] : [second, first];
  }
  const [longitude, latitude] = [row[columns.longitude]?.trim() ?? '', row[columns.latitude]?.trim() ?? ''];
  if (longitude === '' && latitude === '') return null;
  if (Math.max(longitude.length, latitude.length) > maxValueLength) return nowhere;
  const point = [readDegrees(longitude), readDegrees(latitude)] as const;
  const letters = [letterOf(row, columns.eastWest), letterOf(row, columns.northSouth)] as const;
  // `3530.5,N` has whole degrees and minutes, as messages of NMEA 0183.
  const isCompact =
    letters.every((letter) => letter) && (Math.abs(point[0]) > 180 || Math.abs(point[1]) > 90);
  if (point.every(Number.isFinite) && !isCompact)
    return [withLetter(point[0], letters[0], 'E', 'W'), withLetter(point[1], letters[1], 'N', 'S')];
  const [read] = readTwoAngles(`${latitude}${letters[1] ?? ''}, ${longitude}${letters[0] ?? ''}`);
  if (!read.ok || read.angles[0].axis === 'longitude' || read.angles[1].axis === 'latitude') return point;
  return [read.angles[1].degrees, read.angles[0].degrees];
}

/** A comma in a number of degrees can only be a decimal one. */
function readDegrees(cell: string): number {
  if (cell === '' || cell.length > maxValueLength) return Number.NaN;
  return readNumber(cell.replace(/\s*°$/, ''), true);
}

/** The letter in a column of its own; undefined without such a column, empty where the cell has none. */
function letterOf(row: readonly string[], column: number | undefined): string | undefined {
  return column === undefined ? undefined : (row[column]?.trim().charAt(0).toUpperCase() ?? '');
}

/** A number is that of its letter, whose sign it may have as well. */
function withLetter(value: number, letter: string | undefined, positive: string, negative: string): number {
  if (letter === undefined) return value;
  if (letter === negative) return -Math.abs(value);
  return letter === positive && value >= 0 ? value : Number.NaN;
}

const angleUnit =
  /^[[(]?(?:(?:decimal[ _-]?)?deg(?:ree)?s?(?:[ _]?(?:n|s|e|w|north|south|east|west))?|°(?: ?[nsew])?|dd|dms|wgs ?84|epsg:4326)[\])]?$/i;

/** Whether a row has the units of its columns, as some programs write below the names, instead of a position. */
export function isUnitRow(row: readonly string[], columns: PositionColumns): boolean {
  const indexes = columns.kind === 'one' ? [columns.column] : [columns.longitude, columns.latitude];
  return indexes.every((index) => angleUnit.test(row[index]?.trim() ?? ''));
}
