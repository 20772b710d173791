import { type AreaSample, box, sample, wktRing } from './sample.ts';

const harbour = box(124.1, 35.9, 124.3, 36.1);
const polygon = (...rings: (readonly (readonly number[])[])[]) =>
  `POLYGON (${rings.map(wktRing).join(', ')})`;

/** Samples of WKT, good and bad. */
export const wktSamples: readonly AreaSample[] = [
  sample('accept--wkt-polygon.wkt', polygon(harbour)),
  sample('accept--wkt-lower-case.txt', polygon(harbour).toLowerCase()),
  sample(
    'accept--wkt-many-lines.wkt',
    [polygon(harbour), '', `${polygon(box(1, 1, 2, 2))};`].join('\r\n'),
    [],
    2,
  ),
  sample('accept--wkt-over-several-lines.wkt', polygon(harbour).replaceAll(', ', ',\n  '), [], 1),
  sample('accept--wkt-srid-4326.wkt', `SRID=4326;${polygon(harbour)}`),
  sample(
    'accept--wkt-multipolygon.wkt',
    `MULTIPOLYGON ((${wktRing(harbour)}), (${wktRing(box(1, 1, 2, 2))}))`,
    [],
    2,
  ),
  sample('accept--wkt-collection.wkt', `GEOMETRYCOLLECTION (\nPOINT (1 2),\n${polygon(harbour)})`, [
    'not-a-polygon',
  ]),
  sample(
    'accept--wkt-points-beside.wkt',
    `POINT (1 2)\n${polygon(harbour)}\nLINESTRING (1 2, 3 4)\nPOLYGON EMPTY`,
    ['not-a-polygon', 'empty-geometry'],
  ),
  sample('fix--wkt-z.wkt', `POLYGON Z ${polygon(harbour.map((position) => [...position, 5])).slice(8)}`, [
    'z-dropped',
  ]),
  sample('fix--wkt-m.wkt', `POLYGON M ${polygon(harbour.map((position) => [...position, 5])).slice(8)}`, [
    'm-dropped',
  ]),
  sample('fix--wkt-z-undeclared.wkt', polygon(harbour.map((position) => [...position, 5])), ['z-dropped']),
  sample('fix--wkt-zm-undeclared.wkt', polygon(harbour.map((position) => [...position, 5, 6])), [
    'z-dropped',
    'm-dropped',
  ]),
  sample('fix--wkt-unclosed.wkt', polygon(harbour.slice(0, -1)), ['ring-closed']),
  sample('fix--wkt-clockwise.wkt', polygon(harbour.toReversed()), ['ring-reoriented']),
  sample('fix--wkt-bom.wkt', `\uFEFF${polygon(harbour)}`, ['bom-removed']),
  sample(
    'fix--wkt-srid-3857.wkt',
    `SRID=3857;${polygon(box(13_800_000, 4_290_000, 13_820_000, 4_310_000))}`,
    ['reprojected'],
  ),
  sample(
    'fix--wkt-one-bad-line.wkt',
    `${polygon(harbour)}\nPOLYGON ((1 1, 2 2\n${polygon(box(1, 1, 2, 2))}`,
    ['bad-wkt'],
    2,
  ),
  sample('reject--wkt-srid-unknown.wkt', `SRID=27700;${polygon(harbour)}`, ['crs-unknown']),
  sample('reject--wkt-nan.wkt', 'POLYGON ((0 0, NaN 0, 1 1, 0 0))', ['not-finite']),
  sample('reject--wkt-bow-tie.wkt', 'POLYGON ((0 0, 2 2, 2 0, 0 2, 0 0))', ['self-crossing']),
  sample('reject--wkt-two-positions.wkt', 'POLYGON ((0 0, 1 1))', ['too-few-positions']),
  sample('reject--wkt-curve.wkt', 'CURVEPOLYGON (CIRCULARSTRING (0 0, 4 0, 4 4, 0 4, 0 0))', ['bad-wkt']),
  sample('reject--wkt-points-only.wkt', 'POINT (1 2)\nPOINT (3 4)', ['not-a-polygon', 'no-polygon']),
  sample('reject--wkt-latitude.wkt', polygon(box(0, 89, 1, 95)), ['latitude-out-of-range']),
];
