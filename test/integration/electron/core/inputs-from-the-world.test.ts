import { createReadStream, readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, onTestFinished, test } from 'vitest';
import { splitJson } from '../../../../electron/core/exchange/raw-import/split-json.ts';
import { readGeotiffMetadata } from '../../../../renderer/map/sources/geotiff-metadata.ts';
import { areaRegion } from '../../../../shared/areas/area-region.ts';
import { importAreas } from '../../../../shared/areas/import-areas.ts';
import { readPosition } from '../../../../shared/geo/read-position.ts';
import { readWmsCapabilities } from '../../../../shared/map-sources/capabilities/read-wms-capabilities.ts';
import { readWmtsCapabilities } from '../../../../shared/map-sources/capabilities/read-wmts-capabilities.ts';
import { readEmailAddress } from '../../../../shared/orders/request/email-address.ts';
import { readQueryText } from '../../../../shared/results/read-query-text.ts';
import { startHttpServer } from '../../../builders/http-server.ts';
import { buildFetch, openTestStore, type TestStore } from '../../../builders/workspace-builder.ts';

// Each file is the essence of a public report of people who do this job with other tools; its number is the report's.
// The tables over their kinds are next to each reader. 14, 24 and 33: keychain, csv-cell and service-client tests.
const fileOf = (name: string) => new URL(`../../../fixtures/inputs-from-the-world/${name}`, import.meta.url);
const textOf = (name: string) => readFileSync(fileOf(name), 'utf8');
const bytesOf = (name: string) => new Uint8Array(readFileSync(fileOf(name)));
const linesOf = (name: string) =>
  textOf(name)
    .split('\n')
    .filter((line) => line.trim() !== '');

describe('map services', () => {
  test('01: maps are requested at the address that the capabilities name', () => {
    expect(readWmsCapabilities(textOf('01-wms-getmap-elsewhere.xml'))).toMatchObject({
      value: { mapAddress: 'http://127.0.0.1:PORT/maps/render?map=charts&' },
    });
  });

  test.each([
    ['02-wmts-urn-6.18-3.xml', 'image/png'],
    ['04-wmts-jpgpng.xml', 'image/jpgpng'],
  ])('%s has a layer in EPSG:3857 with tiles in %s', (name, format) => {
    const accessMethods = [{ format, grid: { crs: 'EPSG:3857' } }];
    expect(readWmtsCapabilities(textOf(name), 'http://127.0.0.1/wmts')).toMatchObject({
      value: { layers: [{ problem: null, accessMethods }] },
    });
  });

  test('05: the coordinate system has the name that the service gives it', () => {
    expect(readWmsCapabilities(textOf('05-wms-only-900913.xml'))).toMatchObject({
      value: { layers: [{ crs: 'EPSG:900913' }] },
    });
  });

  test.each([
    ['16-pixel-is-area.tif', 0],
    ['16-pixel-is-point.tif', 0.5],
  ])('%s covers 120° to 124° E, 36° to 40° N', async (name, half) => {
    const bytes = readFileSync(fileOf(name));
    const server = await startHttpServer((request, response) => {
      const [, from = '0', to = ''] = /bytes=(\d+)-(\d*)/.exec(String(request.headers.range)) ?? [];
      const end = Math.min(to === '' ? bytes.length : Number(to) + 1, bytes.length);
      response.writeHead(206, { 'Content-Range': `bytes ${from}-${end - 1}/${bytes.length}` });
      response.end(bytes.subarray(Number(from), end));
    });
    onTestFinished(() => server.close());
    const read = await readGeotiffMetadata(`${server.url}/${name}`);
    expect(read).toMatchObject({ value: { bounds: [120, 36, 124, 40] } });
    expect(read.ok && read.value.shift.map(Math.abs)).toEqual([half, half]);
  });
});

describe('areas', () => {
  test.each([
    ['06-deleted-records.zip', ['Keep A', 'Keep C'], ['deleted-record']],
    ['07-name-cut-inside-a-letter.zip', ['Порт Одес'], []],
    ['17-cdse-footprint.txt', ['17-cdse-footprint'], []],
    ['18a-two-areas.geojsonl', ['A', 'B'], []],
    ['30a-cpg-88592.zip', ['Świnoujście'], []],
    ['42-qgis-as-wkt.csv', ['Area A', 'Area B'], []],
  ])('%s has the areas %j', (name, names, notes) => {
    const read = importAreas({ name, bytes: bytesOf(name) });
    expect(read.areas.map((area) => area.name)).toEqual(names);
    expect(read.notes.map(({ code }) => code)).toEqual(notes);
  });

  test('21: a bare ampersand is refused with its line', () => {
    const name = '21-ampersand.kml';
    expect(importAreas({ name, bytes: bytesOf(name) }).error).toMatchObject({
      code: 'xml-entity',
      place: '21-ampersand.kml, line 4',
      message: expect.stringContaining('Write &amp; for it.'),
    });
  });
});

describe('typed texts', () => {
  test.each(linesOf('15-positions-to-type.txt'))('15: %s', (line) => {
    const read = readPosition(line.split('->')[0] ?? '');
    const [candidate] = read.ok ? read.candidates : [];
    expect(candidate?.position[1]).toBeCloseTo(34.458333, 6);
    expect(candidate?.position[0]).toBeCloseTo(129.186667, 6);
  });

  test.each(linesOf('29-contact-emails.txt'))('29: %s', (line) => {
    const [address = '', control] = line.split(/\s{2,}/);
    const notes = { length: control === undefined ? 1 : 0 };
    expect(readEmailAddress(address)).toMatchObject({ ok: true, notes });
  });

  test('34: characters that a mail program put in are named, and a correction is offered', () => {
    const read = readQueryText(textOf('34-query-with-nbsp-and-curly-quotes.txt'), { brand: 'svc' });
    expect(read).toMatchObject({ problems: [{ message: expect.stringContaining('no-break space') }] });
    const correction = read.ok ? undefined : read.correction;
    expect(readQueryText(correction ?? '', { brand: 'svc' })).toMatchObject({
      ok: true,
      search: { regions: ['East Asia'] },
    });
  });
});

function ingest(name: string, store = openTestStore()): TestStore {
  const fetch = buildFetch();
  store.saveFetch(fetch);
  const outcome = store.ingestPage({
    fetchId: fetch.job.id,
    queryText: fetch.job.fetch?.queryText ?? '',
    offset: 0,
    fetchedAt: '2026-11-21T13:00:00.000Z',
    brand: 'svc',
    fields: 'all',
    body: bytesOf(name),
  });
  if (!outcome.ok) throw new Error(outcome.message);
  return store;
}

function select(store: TestStore, query: string): readonly unknown[] {
  const database = new DatabaseSync(store.path, { readOnly: true });
  try {
    return database
      .prepare(query)
      .all()
      .flatMap((row) => Object.values(row));
  } finally {
    database.close();
  }
}

const times = 'SELECT collected_at FROM detections ORDER BY fid';
const messages = 'SELECT message FROM problems ORDER BY id';

describe('records', () => {
  test('08: all forms of ISO 8601 are times', () => {
    const store = ingest('08-times-in-iso-8601.json');
    expect(select(store, messages)).toEqual([]);
    expect(select(store, times)).toEqual([
      '2026-11-20T10:15:00.000Z',
      '2026-11-20T10:15:00.123Z',
      '2026-11-21T00:00:00.000Z',
      '2027-01-01T00:00:00.000Z',
      '2026-11-20T10:15:00.000Z',
      '2026-11-20T10:15:00.000Z',
      '2026-11-20T10:00:00.000Z',
      '2026-11-20T15:15:00.000Z',
    ]);
  });

  test('09: a record with a bare NaN is set aside with its path, and its neighbors arrive', () => {
    const store = ingest('09-nan-in-one-record.json');
    expect(store.counts({})).toMatchObject({ records: 3, detections: 2 });
    expect(
      select(store, "SELECT message FROM problems WHERE path = 'content.features[0].properties.confidence'"),
    ).toEqual([expect.stringContaining('is not valid JSON at "NaN"')]);
  });

  test('10: a ring whose ends differ by noise is closed with a note', () => {
    const store = ingest('10-footprint-closed-to-1e-10.json');
    expect(select(store, messages)).toEqual([expect.stringContaining('it is closed')]);
    expect(select(store, 'SELECT footprint_fid FROM sensors')).toEqual([1]);
  });

  test('11: a scene around a pole covers it', () => {
    const store = ingest('11-footprint-around-the-pole.json');
    const region = areaRegion({ kind: 'circle', center: [-120, 89], radiusMetres: 20_000 });
    const [found] = store.areaPasses({ areas: [{ id: 'site', region }], filter: {} });
    expect(found?.areaPasses).toMatchObject([{ share: 1 }]);
  });

  test('12: verdicts stay with their UUID when detections come again, moved and in another order', () => {
    const store = ingest('12-uuid-first-delivery.json');
    const uuids = () =>
      store
        .detections([...store.matchingIds({})])
        .map(({ id, properties, review }) => ({ id, uuid: properties.uuid, note: review?.note }));
    for (const { id, uuid } of uuids()) {
      const info = { batch: String(uuid), reviewer: 'anna', at: '2026-11-20T13:00:00.000Z' };
      store.setReviews([id], { verdict: 'confirmed', note: String(uuid) }, info);
    }
    ingest('12-uuid-second-delivery.json', store);
    const delivered = uuids();
    expect(delivered.map(({ uuid }) => String(uuid).slice(-1)).toSorted()).toEqual(['0', '2']);
    expect(delivered.map(({ note }) => note)).toEqual(delivered.map(({ uuid }) => uuid));
  });

  test('19: UTF-16 with a byte order mark is read', async () => {
    const pieces = [];
    for await (const piece of splitJson(createReadStream(fileOf('19-powershell-utf16.json')), 'any')) {
      pieces.push('bytes' in piece ? JSON.parse(Buffer.from(piece.bytes).toString('utf8')) : piece.problem);
    }
    expect(pieces).toMatchObject([{ assignedId: expect.any(String) }]);
  });

  test('25: longitudes beyond 180 are wrapped with a note', () => {
    const store = ingest('25-point-at-190-degrees.json');
    expect(store.counts({})).toMatchObject({ detections: 2 });
    expect(select(store, messages)).toHaveLength(2);
    expect(
      store.detections([...store.matchingIds({})]).map(({ longitude }) => Math.round(longitude * 10)),
    ).toEqual([-1695, -1695]);
  });

  test('26: placeholders are no times, and are named', () => {
    const store = ingest('26-placeholder-times.json');
    expect(select(store, times)).toEqual(['2026-11-20T10:15:00.000Z', null]);
    expect(select(store, messages)).toHaveLength(2);
    const { collectedFrom, collectedTo } = store.counts({});
    expect(collectedFrom).toBe(collectedTo);
  });

  test('27: offsets beyond 23:59 are refused', () => {
    const store = ingest('27-offset-out-of-range.json');
    expect(select(store, times)).toEqual([null, null]);
    expect(select(store, messages)).toHaveLength(2);
  });

  test('28: composed and decomposed letters are one value', () => {
    const store = ingest('28-nfd-names.json');
    expect(store.counts({ expression: 'port = "Gdańsk"' })).toMatchObject({ detections: 2 });
    expect(store.fieldValues('property:port', '', 10)).toEqual([{ value: 'Gdańsk', count: 2 }]);
  });

  test('32: a footprint with exchanged axes is remarked and not changed', () => {
    const store = ingest('32-footprint-lat-lon-swapped.json');
    expect(select(store, messages)).toEqual([
      'no detection of this image lies in its footprint; with exchanged axes all do',
    ]);
    const region = areaRegion({ kind: 'circle', center: [46.45, 30.85], radiusMetres: 1000 });
    expect(store.areaPasses({ areas: [{ id: 'site', region }], filter: {} })[0]?.areaPasses).toMatchObject([
      { share: 1 },
    ]);
  });

  test('40: no name of a property costs a value', () => {
    const store = ingest('40-property-names.json');
    const [sent] = JSON.parse(textOf('40-property-names.json')).data.svc_udp_analyticgeojsonrecord;
    const [id = 0] = store.matchingIds({});
    expect(store.detectionDetail(id)?.detection.properties).toEqual(sent.content.features[0].properties);
  });
});
