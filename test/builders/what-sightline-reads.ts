import { parseInstant } from '../../electron/core/workspace/ingest/parse-instant.ts';
import { importLimits } from '../../shared/areas/import/import-limits.ts';
import { codePages } from '../../shared/areas/import/name-encoding.ts';
import { announcedFormats } from '../../shared/areas/import/note-format.ts';
import { formatDecimalDegrees } from '../../shared/geo/coordinates.ts';
import { closingNoise, maxPositions } from '../../shared/geo/parse-geometry.ts';
import { readGeometryText } from '../../shared/geo/read-geometry-text.ts';
import { readPosition } from '../../shared/geo/read-position.ts';
import { findCrs, normalizeCrsName } from '../../shared/map-sources/map-crs.ts';
import { labelWords, shareWords } from '../../shared/results/class-list.ts';
import { meaningFields } from '../../shared/results/meaning-fields.ts';
import { meaningRules, propertyFamilies } from '../../shared/results/property-meaning.ts';
import { maxRecordBytes, maxRecordsPerPage } from '../../shared/results/query.ts';

/** A page of the guide whose tables are what the code of this commit reads: forms are given to its readers. */
export function describeWhatSightlineReads(): string {
  return `${[
    '# What Sightline reads',
    'The formats, forms and limits of everything that comes from elsewhere. The tables are made from the program itself. What is not read is named with its place and value; nothing is left out in silence.',
    ...areaFiles(),
    ...times(),
    ...positions(),
    ...geometries(),
    ...properties(),
    ...mapServices(),
    ...limits(),
  ].join('\n\n')}\n`;
}

function areaFiles(): string[] {
  const endings = [...announcedFormats].filter(([, formats]) => formats.length > 0);
  const unread = [...announcedFormats].filter(([, formats]) => formats.length === 0);
  return [
    '## Files of areas',
    'A file is read by its content; another format than its name indicates is noted.',
    table(
      ['name ends with', 'is read as'],
      endings.map(([ending, formats]) => [code(`.${ending}`), formats.join(' or ')]),
    ),
    `${unread.map(([ending]) => code(`.${ending}`)).join(', ')} are refused, with the remedy. A file that is packed as gzip, or is the only one of a zip that can be read, is read too; layers are also read of a GeoPackage.`,
    'A cell of a CSV file has its geometry as WKT, GeoJSON or hexadecimal WKB, or columns have longitude and latitude, as degrees or with minutes and seconds; also with N, S, E and W in columns of their own, or both in one column, such as `lat_lon`. A row of units below the names is left with a note. Around WKT, quotation marks of any kind are ignored; `EMPTY` in place of a ring or member, as in `POLYGON (EMPTY)`, is a part without positions, which is left with a note. A `bbox` of GeoJSON is compared with the geometry, which counts.',
    'Names are decoded as the file states: by a byte order mark, an XML declaration, a `.cpg` or the language driver of a `.dbf`. Without such a statement they are UTF-8 where all bytes are valid UTF-8, else Windows-1252, and the import offers these code pages:',
    codePages.map(([name]) => name).join(', '),
  ];
}

const timeForms = [
  ['calendar date', '2026-11-20', '20261120', '2026-11', '2026'],
  ['week date', '2026-W47-5', '2026W475'],
  ['ordinal date', '2026-324', '2026324'],
  ['time of day', '2026-11-20T10:15:00Z', '20261120T101500Z', '2026-11-20T10Z', '2026-11-20 10:15'],
  ['end of a day', '2026-11-20T24:00:00Z'],
  ['leap second', '2016-12-31T23:59:60Z'],
  ['fraction', '2026-11-20T10:15:00.123456789Z', '2026-11-20T10:15:00,5Z', '2026-11-20T10.25Z'],
  [
    'offset',
    '2026-11-20T19:45+09:30',
    '2026-11-20T19:15+9',
    '2026-11-20T05:15:00\u221205:00',
    '2026-11-20 10:15:00 UTC',
  ],
  ['offset and zone', '2026-11-20T19:15:00+09:00[Asia/Seoul]'],
  [
    'not a time',
    '2026-11-20T10:15:00[Asia/Seoul]',
    '2026-11-20T10:15:00+24:00',
    '2026-11-20T25:00Z',
    '2026-02-30',
    '20/11/2026',
  ],
] as const;

function times(): string[] {
  return [
    '## Times',
    'ISO 8601-1 and RFC 3339, in records, orders and files. A time without an offset is UTC, which is noted once for a record.',
    table(
      ['', 'form', 'is'],
      timeForms.flatMap(([kind, ...forms]) =>
        forms.map((form) => [
          kind,
          code(form),
          parseInstant(form)?.iso ?? 'shown as text, and listed as a problem',
        ]),
      ),
    ),
    'Times before the first satellite (4 October 1957), from 2050 on, and 1970-01-01T00:00:00Z stand for “no date”: they are shown as text and are no time of anything.',
  ];
}

const positionForms = [
  '35.9412 124.6120',
  '35,9412; 124,6120',
  '35.9412° N 124.6120° E',
  'N35 56.47 E124 36.72',
  '35°56′28″ N 124°36′43″ E',
  '35-56-28N 124-36-43E',
  '34-27.5N 129-11.2E',
  '34.27.5N 129.11.2E',
  '34:27:30N 129:11:12E',
  '343000N 1291112E',
  '51S XV 45399 78627',
  '51 N 645399 3978627',
  'POINT (124.612 35.9412)',
  '{"type":"Point","coordinates":[124.612,35.9412]}',
  'geo:35.9412,124.6120',
  '8Q7XWJR6+F2',
  'https://www.openstreetmap.org/#map=12/35.9412/124.6120',
  'https://www.google.com/maps/@35.9412,124.6120,12z',
];

function positions(): string[] {
  return [
    '## Positions to type',
    'Where a text has two meanings, both are offered.',
    table(
      ['form', 'is'],
      positionForms.map((form) => {
        const read = readPosition(form);
        const found = read.ok
          ? read.candidates.map(({ position }) => formatDecimalDegrees(position)).join(', or ')
          : read.message;
        return [code(form), found];
      }),
    ),
  ];
}

const geometryForms = [
  'POLYGON ((10 50, 11 50, 11 51, 10 50))',
  'SRID=4326;POLYGON((10 50,11 50,11 51,10 50))',
  "geography'SRID=4326;POLYGON((10 50,11 50,11 51,10 50))'",
  'MULTIPOLYGON (((10 50, 11 50, 11 51, 10 50)))',
  'LINESTRING (10 50, 11 50, 11 51, 10 50)',
  '{"type":"Polygon","coordinates":[[[10,50],[11,50],[11,51],[10,50]]]}',
  '010100000000000000000024400000000000004940',
];

function geometries(): string[] {
  return [
    '## Footprints and geometries of records',
    'The service documents WKT; other forms are read too.',
    table(
      ['form', 'is'],
      geometryForms.map((form) => {
        const read = readGeometryText(form);
        const types = read.ok
          ? read.geometries.map((each) => (each as { type: string }).type).join(', ')
          : '';
        return [code(form), read.ok ? `${types}, as ${read.form}` : read.message];
      }),
    ),
    `Read with a note: numbers as text, longitudes from 180 to 360 on either side, rings whose ends differ by at most ${closingNoise} degrees, and outlines that are closed lines. Axes are never exchanged; where only exchanged axes fit the detections, the inspector remarks it.`,
  ];
}

function properties(): string[] {
  const fieldOf = (meaning: string) =>
    meaningFields.find((field) => meaning.toLowerCase().startsWith(field.replace('_', ''))) ?? '';
  const unitsOf = (units: Readonly<Record<string, number>>) =>
    Object.keys(units)
      .filter((unit) => unit !== '')
      .map(code)
      .join(' ');
  return [
    '## Properties of detections',
    'Only `sarChipIdentifier` is documented. Others are recognized by the words of their names, in any letter case and with any separators, behind a family and a unit at the end: `sarLengthM`, `length_m` and `LENGTH` are lengths. A meaning can be corrected in the inspector.',
    table(
      ['field', 'words, the first counts first', 'units', 'families that count'],
      meaningRules
        .filter(({ counts }) => counts.length > 0)
        .map(({ meaning, words, units, counts }) => [
          code(fieldOf(meaning) || meaning),
          words.map(code).join(' '),
          unitsOf(units) || '–',
          ['none', ...counts].join(', '),
        ]),
    ),
    `Families are ${propertyFamilies.map(code).join(' ')}. What \`ais\` and \`sts\` state is shown as the statement of the service, and is never a measurement of the image.`,
    `A list of classes is a property with the word class or classification whose items each have a label (${labelWords.map(code).join(' ')}) and possibly a share (${shareWords.map(code).join(' ')}), such as \`{"label": "cargo", "probability": 0.71}\` or \`{"cargo": 0.71}\`.`,
    'A detection is recognized when its record comes again: by a `uuid` that is unique in the record, else by its chip, else by its geometry.',
  ];
}

const crsForms = [
  'EPSG:3857',
  'EPSG:900913',
  'urn:ogc:def:crs:EPSG:6.18:3:3857',
  'http://www.opengis.net/def/crs/EPSG/0/4326',
  '[EPSG:32652]',
  'CRS:84',
  'OGC:CRS84',
  'EPSG:25833',
  'EPSG:4979',
];

function mapServices(): string[] {
  return [
    '## Map services',
    'Tiles by address, WMS 1.1.1 and 1.3.0, WMTS 1.0.0, PMTiles and GeoTIFF. A coordinate system is its authority and code, whatever is written between:',
    table(
      ['name', 'is'],
      crsForms.map((form) => {
        const name = normalizeCrsName(form);
        return [code(form), name === undefined || !findCrs(name) ? 'not drawn' : name];
      }),
    ),
  ];
}

function limits(): string[] {
  const count = (value: number) => value.toLocaleString('en-US');
  return [
    '## Limits',
    table(
      ['', 'at most'],
      [
        ['records in a page of results', count(maxRecordsPerPage)],
        ['bytes of a record', count(maxRecordBytes)],
        ['positions of a geometry', count(maxPositions)],
        [
          'bytes of a file of areas, and of the files that are read from its archive',
          count(importLimits.fileBytes),
        ],
        ['positions in a file of areas', count(importLimits.positions)],
        ['geometries in a text of WKT', count(importLimits.wktGeometries)],
        ['files in an archive of areas', count(importLimits.archiveEntries)],
        ['unpacked bytes of such an archive', count(importLimits.archiveBytes)],
        ['times the size of a file in it when unpacked', count(importLimits.archiveRatio)],
        ['geometry collections within one another', count(importLimits.collectionDepth)],
      ],
    ),
  ];
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

function code(text: string): string {
  return `\`${text}\``;
}
