import type { Geometry } from 'geojson';
import { positions, rectangle, rectangleRing } from './positions.ts';
import { buildFeature, buildRecord } from './record-builder.ts';

/** All six types a record may hold, with heights and without, and one of each kind over the antimeridian. */
export const variedGeometries: readonly Geometry[] = [
  { type: 'Point', coordinates: [121.123456789, 31.25] },
  { type: 'Point', coordinates: [-179.9999999, -89.5, 12.5] },
  { type: 'Point', coordinates: [1e-7, -0.000123456789012345] },
  {
    type: 'MultiPoint',
    coordinates: [
      [10, 20],
      [11, 21],
    ],
  },
  {
    type: 'LineString',
    coordinates: [
      [10, 20, 1],
      [11, 21, 2],
      [12, 20.5, 3],
    ],
  },
  {
    type: 'MultiLineString',
    coordinates: [
      [
        [10, 20],
        [11, 21],
      ],
      positions('30 40, 31 41, 32 40'),
    ],
  },
  {
    type: 'Polygon',
    coordinates: [rectangleRing(10, 20, 20, 30), positions('12 22, 12 24, 14 24, 14 22, 12 22')],
  },
  {
    type: 'MultiPolygon',
    coordinates: [[positions('40 20, 41 20, 41 21, 40 20')], [positions('50 20, 51 20, 51 21, 50 20')]],
  },
  {
    type: 'Polygon',
    coordinates: [
      [
        [30, 20, 5],
        [31, 20, 6],
        [31, 21, 7],
        [30, 20, 5],
      ],
    ],
  },
  rectangle(175, 10, 190, 20),
  {
    type: 'LineString',
    coordinates: [
      [175, -10],
      [185, -12],
    ],
  },
];

/** Properties that trip over quoting, escaping, case, reserved names, types and lengths. */
export const hostileProperties: Readonly<Record<string, unknown>> = {
  fid: 'own fid',
  geom: 'own geom',
  WKT: 'own wkt',
  Name: 'upper',
  name: 'lower',
  NAME: 'capitals',
  region: 'own region',
  confidence: 0.25,
  detection_id: 'own id',
  'quote"in"name': 'quote " in value',
  "it's; DROP TABLE detections; --": "it's",
  'comma, name': 'a,b;c\td',
  'new\nline': 'first\nsecond\r\nthird',
  '=cmd()': "=cmd|' /C calc'!A0",
  plus: '+1+1',
  minus: '-1+2',
  at: '@SUM(A1)',
  tab: '\tstart',
  negative: -5.25,
  negativeText: '-5.25',
  emoji: '🚢 船 “quoted” é',
  long: 'x'.repeat(10_000),
  longWide: '船'.repeat(300),
  nested: { a: [1, { b: null }], 'c"d': 'é' },
  list: [1, 'two', null],
  yes: true,
  no: false,
  nothing: null,
  empty: '',
  integer: 9_007_199_254_740_991,
  small: -42,
  real: 0.1 + 0.2,
  tiny: 1e-300,
  huge: 1.7e308,
  '<b>&amp;</b>': '<script>&"\'</script>]]>',
  averyveryverylongpropertyname: 1,
  averyveryverylongpropertyname2: 2,
  control: 'bell\u0007end',
  time: '2026-11-18T03:12:45Z',
};

/** One record for each geometry, with the hostile properties on the first detection. */
export function hostileRecords(): readonly unknown[] {
  return [
    buildRecord({
      features: variedGeometries.map((geometry, index) =>
        buildFeature({
          geometry,
          properties: index === 0 ? hostileProperties : { mixed: index % 2 === 0 ? index : `text ${index}` },
        }),
      ),
    }),
    buildRecord({
      analytic: 'ChangeDetection <&> "odd"',
      sensors: [{ vendorId: 'second', footprint: 'POLYGON ((170 0, 190 0, 190 5, 170 5, 170 0))' }],
    }),
  ];
}
