import { Worker } from 'node:worker_threads';
import { zipSync } from 'fflate';
import { afterAll, describe, expect, test } from 'vitest';
import type { ImportResult } from '../../../../shared/areas/import-areas.ts';
import { shpFile } from '../../../builders/area-samples/shapefile-writer.ts';
import { rectangleRing as box } from '../../../builders/positions.ts';

const fiveMegabytes = 5_000_000;
/** A hang is a failure; a slow machine is not. */
const patience = 50_000;

type Respond = { verdict: ImportResult['verdict']; areaCount: number; code?: string };

let worker: Worker | undefined;
afterAll(() => worker?.terminate());

/** Imports in a thread, which is ended only when it does not respond. */
function importInThread(name: string, bytes: Uint8Array): Promise<Respond> {
  worker ??= new Worker(new URL('../../../builders/import-areas-worker.ts', import.meta.url));
  const thread = worker;
  return new Promise<Respond>((resolve, reject) => {
    const fail = (error: Error) => {
      worker = undefined;
      void thread.terminate();
      reject(error);
    };
    const timer = setTimeout(() => fail(new Error(`${name} did not answer.`)), patience);
    const end = () => fail(new Error(`${name} ended without an answer.`));
    thread.once('error', fail).once('exit', end);
    thread.once('message', (response: Respond) => {
      clearTimeout(timer);
      thread.off('error', fail).off('exit', end);
      resolve(response);
    });
    thread.postMessage({ name, bytes });
  });
}

const text = (content: string) => new TextEncoder().encode(content);
const filled = (head: string, unit: string, tail = '') =>
  text(head + unit.repeat(Math.floor((fiveMegabytes - head.length - tail.length) / unit.length)) + tail);
const wave = (count: number) =>
  Array.from({ length: count }, (_, index) => {
    const angle = (2 * Math.PI * index) / count;
    const radius = 5 + Math.sin(9 * angle);
    return [(20 + radius * Math.cos(angle)).toFixed(9), (20 + radius * Math.sin(angle)).toFixed(9)];
  });
const positions = wave(180_000);
const sloping = Array.from({ length: 120_000 }, (_, index) =>
  index % 2 === 0 ? [index / 1e4, -index / 1e4] : [10 + index / 1e4, 10 - index / 1e4],
);
const placemark = (coordinates: string) =>
  `<Placemark><Polygon><outerBoundaryIs><LinearRing><coordinates>${coordinates}</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark>`;

const hostile: [what: string, name: string, bytes: () => Uint8Array, code: string | undefined][] = [
  ['comments none of which is closed', 'a.kml', () => filled('<kml>', '<!--'), 'bad-xml'],
  ['sections of text none of which is closed', 'a.kml', () => filled('<kml><name>', '<![CDATA['), 'bad-xml'],
  [
    'one long ring',
    'a.geojson',
    () =>
      text(
        `{"type":"Polygon","coordinates":[[${positions.map(([x, y]) => `[${Number(x)},${Number(y)}]`).join()}]]}`,
      ),
    undefined,
  ],
  [
    'long teeth side by side on a slope',
    'a.geojson',
    () =>
      text(
        JSON.stringify({ type: 'Polygon', coordinates: [[...sloping, [50, -60], [-20, -60], [-20, -10]]] }),
      ),
    'too-complex',
  ],
  [
    'holes within holes by the ten thousand',
    'a.geojson',
    () =>
      text(
        JSON.stringify({
          type: 'Polygon',
          coordinates: [
            box(0, 0, 80, 80),
            ...Array.from({ length: 40_000 }, (_, index) =>
              box(1 + index / 2e3, 1 + index / 2e3, 71 - index / 2e3, 71 - index / 2e3),
            ),
          ],
        }),
      ),
    'too-complex',
  ],
  ['brackets only', 'a.geojson', () => text('['.repeat(2_500_000) + ']'.repeat(2_500_000)), 'bad-geojson'],
  [
    'collections within collections',
    'a.geojson',
    () => text('{"type":"GeometryCollection","geometries":['.repeat(110_000) + ']}'.repeat(110_000)),
    'bad-geojson',
  ],
  ['quotes only', 'a.geojson', () => filled('{', '"'), 'bad-json'],
  [
    'a million positions',
    'a.geojson',
    () => filled('{"type":"Polygon","coordinates":[[', '[1,2],', '[1,2]]]}'),
    'too-many-positions',
  ],
  [
    'a WKT ring',
    'a.wkt',
    () => text(`POLYGON ((${positions.map((position) => position.join(' ')).join()}))`),
    undefined,
  ],
  ['a million lines', 'a.wkt', () => filled('POINT (1 1)\n', 'a\n'), 'too-many-geometries'],
  ['open collections', 'a.wkt', () => filled('', 'GEOMETRYCOLLECTION(\n'), 'bad-wkt'],
  [
    'a KML ring',
    'a.kml',
    () => text(`<kml>${placemark(positions.map((position) => position.join()).join(' '))}</kml>`),
    undefined,
  ],
  [
    'placemarks by the ten thousand',
    'a.kml',
    () => filled('<kml>', placemark('0,0 1,0 1,1 0,0'), '</kml>'),
    undefined,
  ],
  ['elements within elements', 'a.kml', () => filled('<kml>', '<Point>'), 'bad-xml'],
  ['commas only', 'a.kml', () => text(`<kml>${placemark(','.repeat(4_900_000))}</kml>`), 'bad-coordinate'],
  [
    'attributes by the hundred thousand',
    'a.kml',
    () => text(`<kml ${Array.from({ length: 400_000 }, (_, index) => `a${index}="1"`).join(' ')}/>`),
    'no-polygon',
  ],
  ['a declaration without end', 'a.kml', () => filled('<!DOCTYPE ', '['), 'bad-xml'],
  [
    'a track',
    'a.gpx',
    () =>
      text(
        `<gpx><trk><trkseg>${[...positions.slice(0, 90_000), ...positions.slice(0, 1)].map(([x, y]) => `<trkpt lat="${y}" lon="${x}"/>`).join('')}</trkseg></trk></gpx>`,
      ),
    undefined,
  ],
  ['segments without points', 'a.gpx', () => filled('<gpx><trk>', '<trkseg/>', '</trk></gpx>'), 'no-polygon'],
  [
    'ends of archives only',
    'a.zip',
    () => Uint8Array.from({ length: fiveMegabytes }, (_, index) => [0x50, 0x4b, 5, 6][index % 4] ?? 0),
    'bad-zip',
  ],
  [
    'a packed KML of 19 MB',
    'a.kmz',
    () =>
      zipSync({
        'doc.kml': text(
          `<kml>${placemark(Array.from({ length: 1_400_000 }, (_, index) => `${(index * 7919) % 1000},${(index * 31) % 80}`).join(' '))}</kml>`,
        ),
      }),
    'too-many-positions',
  ],
  [
    'a shapefile of small rings around one another',
    'a.zip',
    () =>
      zipSync(
        {
          'a.shp': shpFile([
            Array.from({ length: 50_000 }, (_, index) =>
              box(1 + index / 2e3, 1 + index / 2e3, 71 - index / 2e3, 71 - index / 2e3),
            ),
          ]),
        },
        { level: 0 },
      ),
    'too-complex',
  ],
];

describe('5 MB of hostile content give a result', () => {
  test.each(hostile)('%s (%s)', async (_what, name, bytes, code) => {
    const response = await importInThread(name, bytes());
    expect(response.code).toBe(code);
    expect(response.verdict === 'reject').toBe(code !== undefined);
  });
});
