import { describe, expect, it } from 'vitest';
import { advertisedAddress } from '../../../../../shared/map-sources/advertised-address.ts';
import { readWmsCapabilities } from '../../../../../shared/map-sources/capabilities/read-wms-capabilities.ts';
import { readWmtsCapabilities } from '../../../../../shared/map-sources/capabilities/read-wmts-capabilities.ts';
import {
  choicesOf,
  mergeDimensions,
} from '../../../../../shared/map-sources/capabilities/service-capabilities.ts';
import { tileAddress } from '../../../../../shared/map-sources/tile-address.ts';
import { wmsCapabilities, wmtsCapabilities } from '../../../../builders/tile-server.ts';

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
      formats: ['image/png', 'image/jpeg', 'image/vnd.jpeg-png'],
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
  it.each([
    ['EPSG:900913', '1.3.0', 'CRS=EPSG:900913'],
    ['EPSG:102100', '1.3.0', 'CRS=EPSG:102100'],
    ['EPSG:900913 EPSG:3857', '1.3.0', 'CRS=EPSG:3857'],
    ['urn:ogc:def:crs:EPSG::3857', '1.3.0', 'CRS=urn:ogc:def:crs:EPSG::3857'],
    ['OGC:CRS84', '1.3.0', 'CRS=OGC:CRS84'],
    ['EPSG:900913', '1.1.1', 'SRS=EPSG:900913'],
  ] as const)('name %s, as requests of %s then do', (names, version, parameter) => {
    const [layer] = offerOf(
      readWmsCapabilities(wmsOf(`<Layer><Name>a</Name><CRS>${names}</CRS></Layer>`)),
    ).layers;
    const source = {
      kind: 'wms',
      ...{
        name: 'A',
        attribution: '',
        opacity: 1,
        address: 'https://m.org/w',
        capabilitiesAddress: '',
        version,
      },
      ...{ layers: ['a'], styles: [''], format: 'image/jpgpng', crs: layer?.crs ?? '' },
      ...{ minZoom: 0, maxZoom: 3, tileSize: 256 as const },
    } as const;
    const address = tileAddress({ ...source, layers: ['a'], styles: [''] }, { z: 0, x: 0, y: 0 });
    expect(address).toContain(parameter);
    expect(address).toContain('FORMAT=image%2Fjpgpng&TRANSPARENT=TRUE');
  });
  it('name where maps are requested', () => {
    const at = (href: string) =>
      wmsOf('<Layer><Name>a</Name></Layer>').replace(
        '</Format>',
        `</Format><DCPType><HTTP><Post><OnlineResource xlink:href="https://p.org"/></Post><Get><OnlineResource xlink:href="${href}"/></Get></HTTP></DCPType>`,
      );
    expect(offerOf(readWmsCapabilities(at('https://m.org/render?map=c&amp;')))).toMatchObject({
      mapAddress: 'https://m.org/render?map=c&',
    });
    expect(offerOf(readWmsCapabilities(at('')))).toMatchObject({ mapAddress: null });
  });
  it.each([
    [
      'https://m.org/render?map=c&REQUEST=GetMap&',
      'https://m.org/w.xml?key=1',
      'https://m.org/render?map=c&key=1',
    ],
    ['https://m.org/render?MAP=c', 'https://m.org/w?map=d', 'https://m.org/render?MAP=c'],
    ['https://other.org/render', 'https://m.org/w?key=1', 'https://other.org/render'],
    [null, 'https://m.org/w?key=1&service=WMS', 'https://m.org/w?key=1'],
    ['/relative', 'https://m.org/w', 'https://m.org/w'],
    ['file:///etc/passwd', 'https://m.org/w', 'https://m.org/w'],
  ])('that advertise %s at %s are requested at %s', (advertised, address, expected) => {
    expect(advertisedAddress(advertised, address)).toBe(expected);
  });
  it('of 1.1.1 come with a document type, and write several systems into one element', () => {
    const old = `<?xml version="1.0"?><!DOCTYPE WMT_MS_Capabilities SYSTEM "http://x.invalid/c.dtd" [ <!ELEMENT VendorSpecificCapabilities EMPTY> ]>
      <WMT_MS_Capabilities version="1.1.1"><Service><Title>Old</Title></Service><Capability>
      <Request><GetMap><Format>image/gif</Format><Format>image/jpeg</Format></GetMap></Request>
      <Layer><Name>a</Name><Title>A</Title><SRS>EPSG:4269 EPSG:4326 EPSG:900913</SRS></Layer></Capability></WMT_MS_Capabilities>`;
    const offer = offerOf(readWmsCapabilities(old));
    expect(offer).toMatchObject({ version: '1.1.1', layers: [{ name: 'a', crs: 'EPSG:900913' }] });
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

/** Capabilities of layers within one another, each with styles of its own, or whatever `layers` is. */
function wmsOf(layers: string): string {
  return `<WMS_Capabilities version="1.3.0"><Capability><Request><GetMap><Format>image/png</Format></GetMap></Request>${layers}</Capability></WMS_Capabilities>`;
}
function nested(depth: number, stylesOf: (level: number) => string): string {
  const open = Array.from({ length: depth }, (_, level) => `<Layer><Name>l${level}</Name>${stylesOf(level)}`);
  return open.join('') + '</Layer>'.repeat(depth);
}
const manyStyles = (count: number, level: number, title = '') =>
  Array.from(
    { length: count },
    (_, index) => `<Style><Name>s${level}-${index}</Name><Title>${title}</Title></Style>`,
  ).join('');

describe('capabilities that list too much', () => {
  it.each([
    ['90 layers within one another', nested(90, (level) => manyStyles(3, level)), /32 groups of layers/],
    ['90 layers with many styles', nested(90, (level) => manyStyles(300, level)), /100,000 styles/],
    ['deep groups without names', `${'<Layer>'.repeat(60)}${'</Layer>'.repeat(60)}`, /32 groups of layers/],
    ['30 layers within one another', nested(30, (level) => manyStyles(1000, level)), /100,000 styles/],
    [
      'wide layers that inherit',
      `<Layer>${manyStyles(50, 0)}${'<Layer><Name>a</Name></Layer>'.repeat(3_000)}</Layer>`,
      /100,000 styles over all its layers/,
    ],
    ['layers', `<Layer>${'<Layer><Name>a</Name></Layer>'.repeat(50_001)}</Layer>`, /50,000 layers/],
    [
      'long names that are inherited',
      `<Layer><Style><Name>${'x'.repeat(100_000)}</Name></Style>${'<Layer><Name>a</Name></Layer>'.repeat(300)}</Layer>`,
      /20,000,000 characters/,
    ],
  ])('are refused: %s', (_what, layers, says) => {
    const read = readWmsCapabilities(wmsOf(layers));
    expect(read).toMatchObject({ ok: false, failure: { code: 'bad-response' } });
    expect(read.ok ? '' : read.failure.message).toMatch(says);
  });
  it('are read up to the limit, and what is inherited is shared, not copied', () => {
    const offer = offerOf(
      readWmsCapabilities(wmsOf(nested(30, (level) => (level === 0 ? manyStyles(2_000, level) : '')))),
    );
    expect(offer.layers.map(({ depth }) => depth)).toEqual(Array.from({ length: 30 }, (_, depth) => depth));
    expect(offer.layers[29]?.styles).toHaveLength(2_000);
    expect(offer.layers[29]?.styles).toBe(offer.layers[0]?.styles);
  });
  it('give a long title cut', () => {
    const title = 'x'.repeat(10_000);
    const offer = offerOf(readWmsCapabilities(wmsOf(`<Layer><Name>a</Name><Title>${title}</Title></Layer>`)));
    expect(offer.layers[0]?.title).toHaveLength(500);
  });
  it.each([
    [
      'matrix sets and formats of one layer',
      1,
      300,
      300,
      '/{TileRow}',
      /50,000 matrix sets and formats, the/,
    ],
    [
      'matrix sets and formats over all',
      2_000,
      30,
      1,
      '/{TileRow}',
      /50,000 matrix sets and formats over all/,
    ],
    ['levels of tiles', 200, 20, 1, '/{TileRow}', /500,000 levels of tiles/, 150],
    ['long addresses', 100, 20, 1, `/${'x'.repeat(20_000)}`, /20,000,000 characters/],
  ])(
    'are refused of a WMTS: %s',
    (_what, layerCount, setCount, formatCount, address, says, levelCount = 1) => {
      const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);
      const level =
        '<TileMatrix><Identifier>0</Identifier><ScaleDenominator>1</ScaleDenominator><TopLeftCorner>0 0</TopLeftCorner><TileWidth>256</TileWidth><TileHeight>256</TileHeight><MatrixWidth>1</MatrixWidth><MatrixHeight>1</MatrixHeight></TileMatrix>';
      const sets = numbers(setCount).map(
        (set) =>
          `<TileMatrixSet><Identifier>m${set}</Identifier><SupportedCRS>EPSG:3857</SupportedCRS>${level.repeat(levelCount)}</TileMatrixSet>`,
      );
      const links = numbers(setCount).map(
        (set) => `<TileMatrixSetLink><TileMatrixSet>m${set}</TileMatrixSet></TileMatrixSetLink>`,
      );
      const formats = numbers(formatCount).map(
        (number) =>
          `<Format>image/png;n=${number}</Format><ResourceURL resourceType="tile" format="image/png;n=${number}" template="https://m.org${address}"/>`,
      );
      const layer = `<Layer><Identifier>a</Identifier>${formats.join('')}${links.join('')}</Layer>`;
      const read = readWmtsCapabilities(
        `<Capabilities><Contents>${layer.repeat(layerCount)}${sets.join('')}</Contents></Capabilities>`,
        'https://m.org/w',
      );
      expect(read).toMatchObject({ ok: false, failure: { code: 'bad-response' } });
      expect(read.ok ? '' : read.failure.message).toMatch(says);
    },
  );
  it.each([
    ['elements within elements', '<a>'.repeat(200_000), /nested deeper than 100/],
    [
      'attributes beside attributes',
      `<a ${Array.from({ length: 600_000 }, (_, index) => `b${index}=""`).join(' ')}/>`,
      /more than 500000 attributes/,
    ],
    ['elements beside elements', `<a>${'<b/>'.repeat(600_000)}</a>`, /more than 500000 elements/],
  ])('are refused as XML: %s', (_what, text, says) => {
    const read = readWmsCapabilities(text);
    expect(read.ok ? '' : read.failure.message).toMatch(says);
  });
});

describe('capabilities with random changes', () => {
  it.each([
    ['WMS', wmsCapabilities, (text: string) => readWmsCapabilities(text)],
    [
      'WMTS',
      wmtsCapabilities('https://m.org', 'rest'),
      (text: string) => readWmtsCapabilities(text, 'https://m.org'),
    ],
  ])('are read or refused: %s', (_what, whole, read) => {
    // Park and Miller's generator: the same numbers at every run.
    let state = 11;
    const random = (below: number) => {
      state = (state * 48_271) % 2_147_483_647;
      return state % below;
    };
    const tags = whole.match(/<[^>]*>/g) ?? [];
    let count = 0;
    for (let round = 0; round < 1_500; round += 1) {
      const [at, removed] = [random(whole.length), random(3) === 0 ? random(200) : 0];
      const tag =
        random(2) === 0 ? (tags[random(tags.length)] ?? '') : ['9', '-', '&', ']]>', '1e400'][random(5)];
      const result = read(whole.slice(0, at) + tag + whole.slice(at + removed));
      if (result.ok) count += 1;
      else expect(result.failure.message).not.toBe('');
    }
    expect(count).toBeGreaterThan(50);
  });
});

describe('capabilities of a WMTS', () => {
  it('give access methods to the tiles, Web Mercator first, and leave out what cannot be drawn', () => {
    const offer = offerOf(readWmtsCapabilities(wmtsCapabilities('https://m.org', 'rest'), 'https://m.org/w'));
    const [ortho, national] = offer.layers;
    expect(ortho?.styles).toEqual(['plain', 'gray']);
    expect(ortho?.accessMethods.map(({ matrixSet, encoding }) => [matrixSet, encoding])).toEqual([
      ['mercator', 'rest'],
      ['degrees', 'rest'],
    ]);
    expect(national?.accessMethods).toEqual([]);
    expect(national?.problem).toMatch(/EPSG::31467.*cannot be drawn/);
  });
  it('have the corner of EPSG:4326 latitude first, and resolutions in the units of the system', () => {
    const offer = offerOf(readWmtsCapabilities(wmtsCapabilities('https://m.org', 'rest'), 'https://m.org/w'));
    const [mercator, degrees] = offer.layers[0]?.accessMethods ?? [];
    expect(degrees?.grid.levels[0]?.origin).toEqual([-180, 90]);
    expect(degrees?.grid.levels[0]?.resolution).toBeCloseTo(180 / 256, 6);
    expect(mercator?.grid.levels[0]?.resolution).toBeCloseTo(156_543.033_928, 3);
    expect(mercator?.grid.levels.map(({ id }) => id)).toEqual(['L0', 'L1', 'L2']);
  });
  it('interpret a corner that cannot be latitude first correctly', () => {
    const wrong = wmtsCapabilities('https://m.org', 'rest').replaceAll('90 -180', '-180 90');
    const offer = offerOf(readWmtsCapabilities(wrong, 'https://m.org/w'));
    expect(offer.layers[0]?.accessMethods[1]?.grid.levels[0]?.origin).toEqual([-180, 90]);
  });
  it('interpret a corner of CRS84 that is latitude first correctly', () => {
    const wrong = wmtsCapabilities('https://m.org', 'rest').replaceAll(/[^<>]*EPSG[^<>]*4326/g, 'OGC:CRS84');
    const offer = offerOf(readWmtsCapabilities(wrong, 'https://m.org/w'));
    expect(offer.layers[0]?.accessMethods[1]?.grid).toMatchObject({
      crs: 'CRS:84',
      levels: [{ origin: [-180, 90] }, {}, {}],
    });
  });
  it('are requested where they say, or where they were read', () => {
    const offer = offerOf(readWmtsCapabilities(wmtsCapabilities('https://m.org', 'kvp'), 'https://m.org/w'));
    const [first, second] = offer.layers[0]?.accessMethods ?? [];
    expect(first).toMatchObject({ encoding: 'kvp', address: 'http://inside.invalid/wmts' });
    expect(second).toMatchObject({
      encoding: 'kvp',
      address: 'https://m.org/w',
      matrixSet: first?.matrixSet,
    });
  });
  it.each([
    ['as the system has it', '60 10', '10 50', '20 60', [10, 60]],
    ['longitude first', '10 60', '10 50', '20 60', [10, 60]],
    ['longitude first in the south', '20 -10', '20 -20', '30 -10', [20, -10]],
    [
      'longitude first over the equator, where the other order covers the middle',
      '0 40',
      '5 -10',
      '41 38',
      [0, 40],
    ],
    ['as the system has it over the equator', '40 0', '5 -10', '41 38', [0, 40]],
    ['of a layer without bounds as the system has it', '10 60', '', '', [60, 10]],
  ])('have a corner %s', (_what, corner, lower, upper, origin) => {
    const bounds = `<ows:WGS84BoundingBox><ows:LowerCorner>${lower}</ows:LowerCorner><ows:UpperCorner>${upper}</ows:UpperCorner></ows:WGS84BoundingBox>`;
    const text = `<Capabilities><Contents><Layer><Identifier>a</Identifier>${bounds}<Format>image/png</Format>
      <TileMatrixSetLink><TileMatrixSet>g</TileMatrixSet></TileMatrixSetLink><ResourceURL format="image/png" resourceType="tile" template="https://m.org/{TileCol}"/></Layer>
      <TileMatrixSet><Identifier>g</Identifier><SupportedCRS>urn:ogc:def:crs:EPSG::4326</SupportedCRS><TileMatrix><Identifier>0</Identifier>
      <ScaleDenominator>15530063.56</ScaleDenominator><TopLeftCorner>${corner}</TopLeftCorner><TileWidth>256</TileWidth><TileHeight>256</TileHeight>
      <MatrixWidth>1</MatrixWidth><MatrixHeight>1</MatrixHeight></TileMatrix></TileMatrixSet></Contents></Capabilities>`;
    const offer = offerOf(readWmtsCapabilities(text, 'https://m.org/w'));
    expect(offer.layers[0]?.accessMethods[0]?.grid.levels[0]?.origin).toEqual(origin);
  });
  const wmtsOf = (corner: string, template: string, more = '') =>
    readWmtsCapabilities(
      `<Capabilities><Contents><Layer><Identifier>a</Identifier>${more}<Format>image/png</Format>
      <TileMatrixSetLink><TileMatrixSet>g</TileMatrixSet></TileMatrixSetLink><ResourceURL format="image/png" resourceType="tile" template="${template}"/></Layer>
      <TileMatrixSet><Identifier>g</Identifier><SupportedCRS>EPSG:3857</SupportedCRS><TileMatrix><Identifier>0</Identifier>
      <ScaleDenominator>559082264.03</ScaleDenominator><TopLeftCorner>${corner}</TopLeftCorner><TileWidth>256</TileWidth><TileHeight>256</TileHeight>
      <MatrixWidth>1</MatrixWidth><MatrixHeight>1</MatrixHeight></TileMatrix></TileMatrixSet></Contents></Capabilities>`,
      'https://m.org/maps/wmts?key=1',
    );
  it.each(['-20037508.34 20037508.34', '-20037508.34,20037508.34', ' -20037508.34;\n20037508.34 '])(
    'have a corner written %j',
    (corner) => {
      const [layer] = offerOf(wmtsOf(corner, 'https://m.org/{TileCol}')).layers;
      expect(layer?.accessMethods[0]?.grid.levels[0]?.origin).toEqual([-20037508.34, 20037508.34]);
    },
  );
  it.each([
    ['https://t.org/{TileCol}', 'https://t.org/{TileCol}'],
    ['//t.org/{TileCol}', 'https://t.org/{TileCol}'],
    ['/t/{TileCol}', 'https://m.org/t/{TileCol}'],
    ['t/{TileMatrix}/{TILEROW}/{tilecol}.png', 'https://m.org/maps/t/{TileMatrix}/{TILEROW}/{tilecol}.png'],
    ['t/{time}/{TileCol}', 'https://m.org/maps/t/{time}/{TileCol}'],
  ])('have a template %s', (template, address) => {
    const dimension = '<Dimension><Identifier>TIME</Identifier><Default>2026</Default></Dimension>';
    const [layer] = offerOf(wmtsOf('0 0', template, dimension)).layers;
    expect(layer?.accessMethods[0]).toMatchObject({ encoding: 'rest', address });
  });
  it.each([
    ['0 0', 'https://m.org/{Layer}/{Foo}/{TileCol}', 'has {Foo}, for which the service states no value'],
    ['0', 'https://m.org/{TileCol}', 'No level of its tile matrix sets has a scale, a corner and sizes'],
  ])('with the corner %j and the template %s state what is missing', (corner, template, problem) => {
    const [layer] = offerOf(wmtsOf(corner, template)).layers;
    expect(layer?.accessMethods).toEqual([]);
    expect(layer?.problem).toContain(problem);
  });
  it.each(['image/jpgpng', 'image/png8', 'image/vnd.jpeg-png', 'image/x-png', 'image/mixed'])(
    'name the format %s, which is requested as it is',
    (format) => {
      const text = wmtsCapabilities('https://m.org', 'rest').replaceAll('image/png', format);
      const offer = offerOf(readWmtsCapabilities(text, 'https://m.org/w'));
      expect(offer.layers[0]?.accessMethods[0]?.format).toBe(format);
    },
  );
  it.each(['image/tiff', 'image/jp2', 'image/jpeg2000', 'image/svg+xml', 'image/png;charset', 'text/png'])(
    'name the format %s, which is shown as far as browsers can',
    (format) => {
      const text = wmsOf(`<Layer><Name>a</Name><CRS>CRS:84</CRS></Layer>`).replace('image/png', format);
      expect(readWmsCapabilities(text).ok).toBe(format.startsWith('image/png'));
    },
  );
});

describe('dimensions', () => {
  const dimensionsOf = (layer: string) =>
    offerOf(readWmsCapabilities(wmsOf(`<Layer>${layer}</Layer>`))).layers.map(({ dimensions }) => dimensions);

  it('of a WMS are those of the layer and of the groups around it, in the forms of both versions', () => {
    const group = '<Dimension name="time" units="ISO8601" default="2026">2025, 2026</Dimension>';
    expect(
      dimensionsOf(
        `${group}<Layer><Name>a</Name></Layer>
         <Layer><Name>b</Name><Dimension name="TIME" units="ISO8601">2020/2026/P1Y</Dimension><Dimension name="elevation" units="m">0,10</Dimension></Layer>
         <Layer><Name>c</Name><Dimension name="time" units="ISO8601"/><Extent name="time" default="2024">2023,2024</Extent></Layer>`,
      ),
    ).toEqual([
      [{ name: 'time', units: 'ISO8601', default: '2026', values: ['2025', '2026'] }],
      [
        { name: 'TIME', units: 'ISO8601', default: '', values: ['2020/2026/P1Y'] },
        { name: 'elevation', units: 'm', default: '', values: ['0', '10'] },
      ],
      [{ name: 'time', units: 'ISO8601', default: '2024', values: ['2023', '2024'] }],
    ]);
  });

  it('offer what is listed and the ends of intervals, the last ones of very many', () => {
    const many = Array.from({ length: 2000 }, (_, index) => String(index)).join(',');
    const [[dimension] = []] = dimensionsOf(
      `<Name>a</Name><Dimension name="time" units="">${many},2020/2026/P1Y</Dimension>`,
    );
    expect(dimension?.values).toHaveLength(500);
    expect(dimension && choicesOf(dimension).slice(-3)).toEqual(['1999', '2020', '2026']);
  });

  it('whose values would be too much for the page are there without them', () => {
    const values = Array.from({ length: 500 }, (_, index) => `2026-11-26T00:00:00.${index}Z`).join(',');
    const layer = `<Layer><Name>a</Name><Dimension name="time" units="">${values}</Dimension></Layer>`;
    const all = dimensionsOf(layer.repeat(2000)).flat();
    expect(all).toHaveLength(2000);
    expect(all[0]?.values).toHaveLength(500);
    expect(all.at(-1)?.values).toEqual([]);
  });

  it('of several layers have one value, and a default where all have the same', () => {
    const time = { name: 'time', units: '', default: '1', values: ['1', '2'] };
    expect(mergeDimensions([[time], [{ ...time, values: ['2', '3'] }], []])).toEqual([
      { ...time, values: ['1', '2', '3'] },
    ]);
    expect(mergeDimensions([[time], [{ ...time, default: '' }]])).toMatchObject([{ default: '' }]);
  });
});

describe('a WMTS without a value for a part of its template', () => {
  const layerOf = (more: string, template: string, accepts: string) => {
    const text = `<Capabilities>${
      accepts === 'kvp'
        ? '<OperationsMetadata><Operation name="GetTile"><DCP><HTTP><Get href="https://m.org/wmts?"/></HTTP></DCP></Operation></OperationsMetadata>'
        : ''
    }<Contents><Layer><Identifier>ortho</Identifier>${more}<Format>image/png</Format>
      <TileMatrixSetLink><TileMatrixSet>m</TileMatrixSet></TileMatrixSetLink>
      <ResourceURL format="image/png" resourceType="tile" template="https://m.org/rest${template}/{TileMatrix}/{TileRow}/{TileCol}.png"/></Layer>
      <TileMatrixSet><Identifier>m</Identifier><SupportedCRS>EPSG:3857</SupportedCRS><TileMatrix><Identifier>0</Identifier>
      <ScaleDenominator>559082264.0287178</ScaleDenominator><TopLeftCorner>-20037508.34 20037508.34</TopLeftCorner>
      <TileWidth>256</TileWidth><TileHeight>256</TileHeight><MatrixWidth>1</MatrixWidth><MatrixHeight>1</MatrixHeight></TileMatrix></TileMatrixSet></Contents></Capabilities>`;
    const [layer] = offerOf(readWmtsCapabilities(text, 'https://m.org/w')).layers;
    if (!layer) throw new Error('There is no layer.');
    return layer;
  };
  const unnamed = '<Style isDefault="true"><Identifier/></Style>';
  const plain = '<Style><Identifier>plain</Identifier></Style>';
  const time = (more: string) => `${plain}<Dimension><Identifier>Time</Identifier>${more}</Dimension>`;

  it.each([
    ['a style without a name', unnamed, '/{Style}', 'kvp', /\/wmts\?.*LAYER=ortho&STYLE=&/],
    ['no style', '', '/{Style}', 'kvp', /\/wmts\?.*STYLE=&/],
    ['a style without a name that the template does not need', unnamed, '', 'rest', /\/rest\/0\/0\/0\.png$/],
    ['one style with and one without a name', unnamed + plain, '/{Style}', 'rest', /\/rest\/plain\/0\/0\/0/],
    ['a dimension without a value', time(''), '/{Time}', 'kvp', /\/wmts\?(?!.*Time)/],
    [
      'a dimension with values',
      time('<Value>2025</Value><Value>2026</Value>'),
      '/{Time}',
      'rest',
      /\/rest\/2025\//,
    ],
    ['a default', time('<Default>2026</Default><Value>2025</Value>'), '/{Time}', 'rest', /\/rest\/2026\//],
  ])('has no empty part in an address: %s', (_what, more, template, accepts, expected) => {
    const layer = layerOf(more, template, accepts);
    const [access] = layer.accessMethods;
    if (!access) throw new Error(layer.problem ?? '');
    const address = tileAddress(
      {
        ...{ kind: 'wmts', name: 'A', attribution: '', opacity: 1, capabilitiesAddress: '' },
        ...{
          ...access,
          grid: {
            crs: access.grid.crs,
            levels: [...access.grid.levels].map((level) => ({ ...level, origin: [...level.origin] })),
          },
        },
        ...{ layer: layer.name, style: layer.styles[0] ?? '' },
      } as Parameters<typeof tileAddress>[0],
      { z: 0, x: 0, y: 0 },
    );
    expect(address).toMatch(expected);
    expect(address?.replace('https://', '')).not.toContain('//');
  });

  it.each([
    ['a style without a name', unnamed, '/{Style}', /\{Style\}, for which the service states no value/],
    ['a dimension without a value', time(''), '/{Time}', /\{Time\}, for which the service states no value/],
  ])('that has no other way names the reason: %s', (_what, more, template, says) => {
    expect(layerOf(more, template, 'rest')).toMatchObject({
      accessMethods: [],
      problem: expect.stringMatching(says),
    });
  });

  it('offers the values of its dimensions', () => {
    expect(
      layerOf(time('<UOM>s</UOM><Value>2025</Value><Value>2026</Value>'), '/{Time}', 'rest'),
    ).toMatchObject({
      dimensions: [{ name: 'Time', units: 's', default: '', values: ['2025', '2026'] }],
    });
  });
});
