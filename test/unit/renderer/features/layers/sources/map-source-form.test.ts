import { describe, expect, it } from 'vitest';
import { initialChoice } from '../../../../../../renderer/features/layers/sources/service-fields.tsx';
import {
  type SourceFields,
  suggestedName,
  toDraft,
  toSourceFields,
} from '../../../../../../renderer/features/layers/sources/source-fields.ts';
import { percentileStretch } from '../../../../../../renderer/map/sources/geotiff-metadata.ts';
import { explainSourceStatus } from '../../../../../../renderer/map/sources/source-status.ts';
import type { MapSource } from '../../../../../../shared/map-sources/map-source.ts';

const id = '11111111-1111-4111-8111-111111111111';
const common = { id, name: 'A', attribution: '© A', opacity: 1 };
const level = {
  id: '0',
  resolution: 1,
  origin: [0, 0] as [number, number],
  tileWidth: 256,
  tileHeight: 256,
  columns: 1,
  rows: 1,
};

const sources: readonly MapSource[] = [
  {
    kind: 'xyz',
    ...common,
    address: 'https://t.org/{z}/{x}/{y}',
    minZoom: 2,
    maxZoom: 12,
    tileSize: 512,
  },
  {
    kind: 'wms',
    ...common,
    address: 'https://m.org/wms?map=a',
    capabilitiesAddress: 'https://m.org/wms?map=a&key=1',
    version: '1.1.1',
    layers: ['a', 'b'],
    styles: ['', 'night'],
    format: 'image/jpeg',
    crs: 'EPSG:4326',
    minZoom: 0,
    maxZoom: 9,
    tileSize: 256,
  },
  {
    kind: 'wms',
    ...common,
    address: 'https://m.org/wms',
    capabilitiesAddress: 'https://m.org/wms',
    version: '1.3.0',
    layers: ['ice'],
    styles: [''],
    format: 'image/png',
    crs: 'EPSG:3857',
    dimensions: { time: '2026-11-26T00:00:00Z' },
    minZoom: 0,
    maxZoom: 9,
    tileSize: 256,
  },
  {
    kind: 'wmts',
    ...common,
    encoding: 'rest',
    address: 'https://tiles.m.org/{TileMatrix}/{TileRow}/{TileCol}',
    capabilitiesAddress: 'https://m.org/WMTSCapabilities.xml',
    layer: 'ortho',
    style: 'plain',
    format: 'image/png',
    matrixSet: 'mercator',
    grid: { crs: 'EPSG:3857', levels: [level] },
    dimensions: { Time: '2020' },
  },
  {
    kind: 'pmtiles',
    ...common,
    address: 'https://m.org/world.pmtiles',
    fileName: '',
    content: 'vector',
    minZoom: 0,
    maxZoom: 14,
    bounds: [-10, -20, 30, 40],
  },
  { kind: 'geotiff', ...common, fileName: 'image.tif' },
];

describe('the form of a source', () => {
  it.each(sources)('gives $kind back as it was', (source) => {
    const draft = toDraft(toSourceFields(source));
    expect(draft).toMatchObject({ ok: true });
    if (!draft.ok) return;
    const { id: _id, ...rest } = source;
    const file = source.kind === 'pmtiles' || source.kind === 'geotiff' ? { fileId: null } : {};
    expect(draft.value).toEqual({ ...rest, ...file });
  });

  const fields = (more: Partial<SourceFields>): SourceFields => ({ ...toSourceFields(null), ...more });
  it.each<[string, Partial<SourceFields>, string, RegExp]>([
    ['no layers read', { kind: 'wms', address: 'https://m.org' }, 'address', /Read the layers/],
    ['no file', { kind: 'geotiff' }, 'file', /Choose a file/],
    [
      'an archive not read',
      { kind: 'pmtiles', isFile: false, address: 'https://m.org/a' },
      'address',
      /Read the archive/,
    ],
    [
      'no zoom',
      { address: 'https://t.org/{z}/{x}/{y}', minZoom: '' },
      'minZoom',
      /whole number from 0 to 24/,
    ],
    ['no placeholders', { address: 'https://t.org/' }, 'address', /{z} and {x} and {y} are missing/],
  ])('with %s states it next to the field', (_what, more, field, says) => {
    const draft = toDraft(fields(more));
    const problem = draft.ok ? undefined : draft.failure.problems?.find((one) => one.field === field);
    expect(problem?.message).toMatch(says);
  });

  it('suggests a name after server, layer or file', () => {
    expect(suggestedName(fields({ address: 'https://{a-c}.tiles.org/{z}/{x}/{y}' }))).toBe('a-c.tiles.org');
    const file = { fileId: null, fileName: 'Port 2020.tif', bytes: 1, isCopied: true };
    expect(suggestedName(fields({ kind: 'geotiff', file }))).toBe('Port 2020');
    const [, wms] = sources;
    expect(suggestedName(toSourceFields(wms ?? null))).toBe('a');
  });
});

describe('a stretch', () => {
  it('leaves out two in a hundred at either end, what means nothing, and what is no number', () => {
    const values = [...Array.from({ length: 101 }, (_one, index) => index), -9999, Number.NaN];
    expect(percentileStretch(values, -9999)).toEqual({ low: 2, high: 98 });
  });
  it('is never empty', () => {
    expect(percentileStretch([7, 7, 7], null)).toEqual({ low: 7, high: 8 });
    expect(percentileStretch([], null)).toEqual({ low: 0, high: 1 });
  });
});

describe('the status text of a source with gaps', () => {
  const sound = { offline: 0, failed: 0, reason: null, problem: null, isEmpty: false };
  it.each([
    [sound, null],
    [{ ...sound, offline: 1, reason: 'No network.' }, 'Offline: 1 tile missing in view. No network.'],
    [{ ...sound, failed: 3, reason: 'Status 500.' }, '3 tiles missing in view. Status 500.'],
    [{ ...sound, problem: 'No TIFF.' }, 'No TIFF.'],
    [{ ...sound, isEmpty: true }, 'It has no tiles of what the map shows at this zoom.'],
  ])('%o', (status, text) => {
    expect(explainSourceStatus(status)?.message ?? null).toBe(text);
  });
});

it('keeps the saved choice of a WMTS that the service still offers when its layers are read again', () => {
  const saved = toSourceFields(sources.find(({ kind }) => kind === 'wmts') ?? null);
  const way = saved.wmts?.way;
  if (!way) throw new Error('There is no saved WMTS.');
  const [other, offered] = [
    { ...way, matrixSet: 'global' },
    { ...way, dimensions: { Time: '2026' } },
  ];
  const layer = { name: 'ortho', title: 'Ortho', problem: null, dimensions: [] };
  const offer = { kind: 'wmts' as const, title: 'M' };
  const layers = [{ ...layer, styles: ['bright', 'plain'], accessMethods: [other, offered] }];
  expect(initialChoice({ ...offer, layers }, saved).wmts).toEqual({
    layer: 'ortho',
    style: 'plain',
    way: offered,
  });
  const changed = [{ ...layer, styles: ['bright'], accessMethods: [other] }];
  expect(initialChoice({ ...offer, layers: changed }, saved).wmts).toEqual({
    layer: 'ortho',
    style: 'bright',
    way: other,
  });
});

it('keeps the value of a dimension that was chosen and that the service still lists', () => {
  const saved = toSourceFields(sources.find(({ kind }) => kind === 'wmts') ?? null);
  const way = saved.wmts?.way;
  if (!way) throw new Error('There is no saved WMTS.');
  const dimension = { name: 'Time', units: '', default: '2026', values: ['2018/2026/P1Y', '2027'] };
  const offered = { ...way, dimensions: { Time: '2026' } };
  const timeOf = (values: readonly string[], chosen: string) => {
    const layer = { name: 'ortho', title: 'Ortho', problem: null, dimensions: [{ ...dimension, values }] };
    const layers = [{ ...layer, styles: ['plain'], accessMethods: [offered] }];
    const before = {
      ...saved,
      wmts: { layer: 'ortho', style: 'plain', way: { ...way, dimensions: { Time: chosen } } },
    };
    return initialChoice({ kind: 'wmts', title: 'M', layers }, before).wmts?.way.dimensions.Time;
  };
  expect(timeOf(['2020', '2026'], '2020')).toBe('2020');
  expect(timeOf(['2025', '2026'], '2020')).toBe('2026');
});
