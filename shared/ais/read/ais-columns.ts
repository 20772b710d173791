import { type AisTimeForm, chooseTimeForm, createTimeSurvey } from './report-times.ts';

/** Meanings of a column of a file of reports. */
export const aisColumnMeanings = [
  'identifier',
  'time',
  'date',
  'longitude',
  'latitude',
  'speed',
  'course',
  'heading',
  'name',
  'imo',
  'callSign',
  'type',
  'transponder',
  'length',
  'width',
  'toBow',
  'toStern',
  'toPort',
  'toStarboard',
] as const;
export type AisField = (typeof aisColumnMeanings)[number];

/** Without these a row is no report. */
export const requiredAisFields = ['identifier', 'time', 'longitude', 'latitude'] as const;

/** Units of speeds; `tenths` are tenths of a knot, as in the messages. */
export const aisSpeedUnits = ['knots', 'tenths', 'meters-per-second', 'kilometers-per-hour'] as const;
export type AisSpeedUnit = (typeof aisSpeedUnits)[number];

/** Meaning of the columns of a file, by their indexes. */
export type AisMapping = {
  readonly columns: Readonly<Partial<Record<AisField, number>>>;
  /** Null where several are possible, and none was chosen. */
  readonly timeForm: AisTimeForm | null;
  readonly speedUnit: AisSpeedUnit;
};

export const aisPublishers = [
  'MarineCadastre',
  'Danish Maritime Authority',
  'exactEarth',
  'Spire',
  'VesselFinder',
] as const;
export type AisPublisher = (typeof aisPublishers)[number];

/** Names of columns of each field, normalized as by `normalize`; the first ones count most. */
const names: Readonly<Record<AisField, readonly string[]>> = {
  identifier: ['mmsi', 'vesselmmsi', 'staticdatammsi', 'sourcemmsi', 'mmsinumber', 'userid', 'identifier'],
  time: [
    'basedatetime',
    'timestamp',
    'positiontimestamp',
    'lastpositionupdatetimestamp',
    'datetimeutc',
    'datetime',
    'timeutc',
    'time',
    'timestamputc',
    'dtposutc',
    'receivedat',
    'msgtime',
    't',
    'epoch',
    'unixtime',
    'date',
  ],
  date: ['date', 'dateutc', 'reportdate', 'positiondate'],
  longitude: [
    'longitude',
    'lon',
    'long',
    'lng',
    'x',
    'positionlongitude',
    'lastpositionupdatelongitude',
    'longitudedeg',
    'londeg',
  ],
  latitude: [
    'latitude',
    'lat',
    'y',
    'positionlatitude',
    'lastpositionupdatelatitude',
    'latitudedeg',
    'latdeg',
  ],
  speed: [
    'sog',
    'speed',
    'speedoverground',
    'positionspeed',
    'lastpositionupdatespeed',
    'sogknots',
    'speedknots',
    'sogkn',
  ],
  course: ['cog', 'course', 'courseoverground', 'positioncourse', 'lastpositionupdatecourse', 'cogdeg'],
  heading: ['heading', 'trueheading', 'hdg', 'positionheading', 'lastpositionupdateheading', 'thdg'],
  name: ['vesselname', 'shipname', 'name', 'staticdataname'],
  imo: ['imo', 'imonumber', 'vesselimo', 'staticdataimo'],
  callSign: ['callsign', 'vesselcallsign', 'staticdatacallsign'],
  type: [
    'vesseltype',
    'shiptype',
    'aistype',
    'type',
    'vesselshiptype',
    'staticdatashiptype',
    'shipandcargotype',
  ],
  transponder: ['typeofmobile', 'transceiverclass', 'transceiver', 'aisclass', 'staticdataaisclass', 'class'],
  length: [
    'length',
    'vessellength',
    'shiplength',
    'loa',
    'staticdatadimensionslength',
    'vesseldimensionlength',
  ],
  width: ['width', 'beam', 'vesselwidth', 'breadth', 'staticdatadimensionswidth', 'vesseldimensionwidth'],
  toBow: ['a', 'dimensiontobow', 'tobow', 'dimensiona', 'dima', 'vesseldimensiona', 'staticdatadimensionsa'],
  toStern: [
    'b',
    'dimensiontostern',
    'tostern',
    'dimensionb',
    'dimb',
    'vesseldimensionb',
    'staticdatadimensionsb',
  ],
  toPort: [
    'c',
    'dimensiontoport',
    'toport',
    'dimensionc',
    'dimc',
    'vesseldimensionc',
    'staticdatadimensionsc',
  ],
  toStarboard: [
    'd',
    'dimensiontostarboard',
    'tostarboard',
    'dimensiond',
    'dimd',
    'vesseldimensiond',
    'staticdatadimensionsd',
  ],
};

/** Columns that only one publisher has, normalized. */
const signatures: readonly (readonly [AisPublisher, readonly string[]])[] = [
  ['MarineCadastre', ['mmsi', 'basedatetime']],
  ['Danish Maritime Authority', ['mmsi', 'typeofmobile', 'typeofpositionfixingdevice']],
  ['exactEarth', ['mmsi', 'messageid', 'dimensiontobow']],
  ['VesselFinder', ['mmsi', 'navstat', 'callsign']],
  ['Spire', ['mmsi', 'collectiontype']],
  ['Spire', ['mmsi', 'msgtype', 'speed']],
  ['Spire', ['vesselmmsi', 'positionlatitude']],
  ['Spire', ['staticdatammsi', 'lastpositionupdatelatitude']],
];

function normalize(heading: string): string {
  return heading
    .replace(/^\uFEFF/, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '');
}

/** Recognizes the meaning of the columns of a file by its heading and its first rows, and its publisher if possible. */
export function recognizeColumns(
  heading: readonly string[],
  samples: readonly (readonly string[])[],
): { readonly publisher: AisPublisher | null; readonly mapping: AisMapping } {
  const normalized = heading.map(normalize);
  const columns: Partial<Record<AisField, number>> = {};
  for (const field of aisColumnMeanings) {
    const index = names[field].map((name) => normalized.indexOf(name)).find((each) => each >= 0);
    if (index !== undefined) columns[field] = index;
  }
  const publisher =
    signatures.find(([, needed]) => needed.every((name) => normalized.includes(name)))?.[0] ?? null;
  const times = samples.map((row) => (columns.time === undefined ? '' : (row[columns.time] ?? '').trim()));
  const { date: _, ...others } = columns;
  // A date of its own counts where times have none.
  const isApart = columns.date !== columns.time && times.some((text) => /^\d{1,2}:\d\d/.test(text));
  const mapping = { columns: isApart ? columns : others, timeForm: null, speedUnit: 'knots' } as const;
  const survey = createTimeSurvey();
  for (const row of samples) survey.add(timeTextOf(mapping.columns, row));
  return {
    publisher,
    mapping: { ...mapping, timeForm: chooseTimeForm(survey.readings(), orderOf(publisher)) },
  };
}

/** The order in which a publisher writes dates. */
export function orderOf(publisher: AisPublisher | null): AisTimeForm | null {
  if (publisher === 'Danish Maritime Authority') return 'day-first';
  return publisher === 'MarineCadastre' ? 'month-first' : null;
}

/** The text of a time, whose date may have a column of its own. */
export function timeTextOf(columns: AisMapping['columns'], row: readonly string[]): string {
  const texts = [columns.date, columns.time].map((index) =>
    index === undefined ? '' : (row[index] ?? '').trim(),
  );
  return texts.filter((text) => text !== '').join(' ');
}

/** Required fields that have no column. */
export function missingFields({ columns }: AisMapping): readonly AisField[] {
  return requiredAisFields.filter((field) => columns[field] === undefined);
}
