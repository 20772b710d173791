import { describe, expect, it } from 'vitest';
import { readWmsCapabilities } from '../../shared/map-sources/capabilities/read-wms-capabilities.ts';
import { readWmtsCapabilities } from '../../shared/map-sources/capabilities/read-wmts-capabilities.ts';
import { wmsCapabilities, wmtsCapabilities } from '../builders/tile-server.ts';

function offerOf<T>(result: { ok: true; value: T } | { ok: false; failure: { message: string } }): T {
  if (!result.ok) throw new Error(result.failure.message);
  return result.value;
}

describe('capabilities of a WMS', () => {
  it('give layers with what they inherit, and the formats that can be shown, the best first', () => {
    const offer = offerOf(readWmsCapabilities(wmsCapabilities));
    expect(offer).toMatchObject({
      version: '1.3.0',
      title: 'Harbour charts',
      formats: ['image/png', 'image/jpeg'],
    });
    expect(
      offer.layers.map(({ name, title, depth, crs, attribution }) => [name, title, depth, crs, attribution]),
    ).toEqual([
      ['charts', 'Charts', 1, 'EPSG:3857', '© Harbour office'],
      ['depths', 'Depths & more', 2, 'EPSG:3857', '© Harbour office'],
      ['old', 'Old survey', 1, 'EPSG:4326', '© Harbour office'],
    ]);
    expect(offer.layers[1]?.styles.map(({ name }) => name)).toEqual(['day', 'night']);
  });
  it('of 1.1.1 come with a document type, and write several systems into one element', () => {
    const old = `<?xml version="1.0"?><!DOCTYPE WMT_MS_Capabilities SYSTEM "http://x.invalid/c.dtd" [ <!ELEMENT VendorSpecificCapabilities EMPTY> ]>
      <WMT_MS_Capabilities version="1.1.1"><Service><Title>Old</Title></Service><Capability>
      <Request><GetMap><Format>image/gif</Format><Format>image/jpeg</Format></GetMap></Request>
      <Layer><Name>a</Name><Title>A</Title><SRS>EPSG:4269 EPSG:4326 EPSG:900913</SRS></Layer></Capability></WMT_MS_Capabilities>`;
    const offer = offerOf(readWmsCapabilities(old));
    expect(offer).toMatchObject({ version: '1.1.1', layers: [{ name: 'a', crs: 'EPSG:3857' }] });
  });
  it.each([
    [
      '<ServiceExceptionReport><ServiceException>No such map</ServiceException></ServiceExceptionReport>',
      /No such map/,
    ],
    ['<html><body></body></html>', /no capabilities of a WMS but <html>/],
    ['<WMS_Capabilities>', /not whole XML/],
    ['<a>&xxe;</a>', /not whole XML/],
    ['', /empty|whole XML/],
  ])('%s fails with what it says', (text, says) => {
    const read = readWmsCapabilities(text);
    expect(read).toMatchObject({ ok: false, failure: { code: 'bad-response' } });
    expect(read.ok ? '' : read.failure.message).toMatch(says);
  });
});

describe('capabilities of a WMTS', () => {
  it('give ways to the tiles, Web Mercator first, and leave out what cannot be drawn', () => {
    const offer = offerOf(readWmtsCapabilities(wmtsCapabilities('https://m.org', 'rest'), 'https://m.org/w'));
    const [ortho, national] = offer.layers;
    expect(ortho?.styles).toEqual(['plain', 'grey']);
    expect(ortho?.ways.map(({ matrixSet, encoding }) => [matrixSet, encoding])).toEqual([
      ['mercator', 'rest'],
      ['degrees', 'rest'],
    ]);
    expect(national?.ways).toEqual([]);
    expect(national?.problem).toMatch(/EPSG::31467.*cannot be drawn/);
  });
  it('have the corner of EPSG:4326 latitude first, and resolutions in the units of the system', () => {
    const offer = offerOf(readWmtsCapabilities(wmtsCapabilities('https://m.org', 'rest'), 'https://m.org/w'));
    const [mercator, degrees] = offer.layers[0]?.ways ?? [];
    expect(degrees?.grid.levels[0]?.origin).toEqual([-180, 90]);
    expect(degrees?.grid.levels[0]?.resolution).toBeCloseTo(180 / 256, 6);
    expect(mercator?.grid.levels[0]?.resolution).toBeCloseTo(156_543.033_928, 3);
    expect(mercator?.grid.levels.map(({ id }) => id)).toEqual(['L0', 'L1', 'L2']);
  });
  it('take a corner that cannot be latitude first for what it is', () => {
    const wrong = wmtsCapabilities('https://m.org', 'rest').replaceAll('90 -180', '-180 90');
    const offer = offerOf(readWmtsCapabilities(wrong, 'https://m.org/w'));
    expect(offer.layers[0]?.ways[1]?.grid.levels[0]?.origin).toEqual([-180, 90]);
  });
  it('are asked where they were read, whatever address they name', () => {
    const offer = offerOf(readWmtsCapabilities(wmtsCapabilities('https://m.org', 'kvp'), 'https://m.org/w'));
    expect(offer.layers[0]?.ways[0]).toMatchObject({ encoding: 'kvp', address: 'https://m.org/w' });
  });
});
