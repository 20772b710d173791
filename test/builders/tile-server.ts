import type { ServerResponse } from 'node:http';
import { encode } from 'fast-png';
import { startHttpServer, type TestServer } from './http-server.ts';

/** A tile of one color, as PNG. */
export function tilePng(color: readonly [number, number, number], size = 256): Uint8Array {
  const data = new Uint8Array(size * size * 3);
  for (let at = 0; at < data.length; at += 1) data[at] = color[at % 3] ?? 0;
  return encode({ width: size, height: size, data, channels: 3, depth: 8 });
}

/** A server of tiles, WMS and WMTS on loopback, with faults that a test sets. */
export type TileServer = TestServer & { readonly behavior: TileBehavior };

type TileBehavior = {
  /** Color of the tiles. */
  color: readonly [number, number, number];
  /** Headers of every tile. */
  headers: Record<string, string>;
  /** Called instead of sending a tile; undefined: sends the tile. */
  fault: ((response: ServerResponse) => void) | undefined;
};

/** Starts it. `/xyz/z/x/y.png`, `/wms`, `/wmts`. */
export async function startTileServer(): Promise<TileServer> {
  const state: TileBehavior = { color: [200, 40, 40], headers: {}, fault: undefined };
  const server: TestServer = await startHttpServer(({ path: address, headers }, response) => {
    const { pathname, searchParams } = new URL(address, server.url);
    const parameters = new Map([...searchParams].map(([name, value]) => [name.toUpperCase(), value]));
    const isCapabilities = parameters.get('REQUEST') === 'GetCapabilities';
    if (isCapabilities && pathname === '/wms') return sendXml(response, wmsCapabilities);
    if (pathname === '/wmts/WMTSCapabilities.xml')
      return sendXml(response, wmtsCapabilities(server.url, 'rest'));
    if (isCapabilities && pathname === '/wmts') return sendXml(response, wmtsCapabilities(server.url, 'kvp'));
    if (state.fault) return state.fault(response);
    const etag = state.headers.etag;
    if (etag !== undefined && headers['if-none-match'] === etag) {
      response.writeHead(304, state.headers).end();
      return;
    }
    const body = tilePng(state.color);
    response.writeHead(200, { 'content-type': 'image/png', ...state.headers }).end(body);
  });
  return Object.assign(server, { behavior: state });
}

function sendXml(response: ServerResponse, xml: string): void {
  response.writeHead(200, { 'content-type': 'text/xml' }).end(xml);
}

/** Capabilities of a WMS 1.3.0 with a group, an inherited system, and a layer that only has EPSG:4326. */
export const wmsCapabilities = `<?xml version="1.0" encoding="UTF-8"?>
<WMS_Capabilities version="1.3.0" xmlns="http://www.opengis.net/wms" xmlns:xlink="http://www.w3.org/1999/xlink">
  <Service><Name>WMS</Name><Title>Harbour charts</Title></Service>
  <Capability>
    <Request>
      <GetMap>
        <Format>image/vnd.jpeg-png</Format><Format>image/jpeg</Format><Format>image/png</Format>
        <DCPType><HTTP><Get><OnlineResource xlink:href="http://inside.invalid/wms?"/></Get></HTTP></DCPType>
      </GetMap>
    </Request>
    <Layer>
      <Title>All</Title>
      <CRS>EPSG:4326</CRS>
      <Attribution><Title>© Harbour office</Title></Attribution>
      <Layer>
        <Name>charts</Name><Title>Charts</Title><CRS>EPSG:3857</CRS>
        <Style><Name>day</Name><Title>Day</Title></Style><Style><Name>night</Name><Title>Night</Title></Style>
        <Layer><Name>depths</Name><Title>Depths &amp; more</Title></Layer>
      </Layer>
      <Layer><Name>old</Name><Title>Old survey</Title></Layer>
    </Layer>
  </Capability>
</WMS_Capabilities>`;

/** Capabilities of a WMTS with Web Mercator, degrees, and a system that cannot be drawn. */
export function wmtsCapabilities(server: string, encoding: 'rest' | 'kvp'): string {
  const matrices = (corner: string, denominator: number, columns: number) =>
    [0, 1, 2]
      .map(
        (z) => `<TileMatrix><ows:Identifier>L${z}</ows:Identifier>
        <ScaleDenominator>${denominator / 2 ** z}</ScaleDenominator><TopLeftCorner>${corner}</TopLeftCorner>
        <TileWidth>256</TileWidth><TileHeight>256</TileHeight>
        <MatrixWidth>${columns * 2 ** z}</MatrixWidth><MatrixHeight>${2 ** z}</MatrixHeight></TileMatrix>`,
      )
      .join('');
  const set = (id: string, crs: string, inner: string) =>
    `<TileMatrixSet><ows:Identifier>${id}</ows:Identifier><ows:SupportedCRS>${crs}</ows:SupportedCRS>${inner}</TileMatrixSet>`;
  const template = `${server}/rest/{Style}/{TileMatrixSet}/{TileMatrix}/{TileRow}/{TileCol}.png`;
  return `<?xml version="1.0"?>
<Capabilities version="1.0.0" xmlns="http://www.opengis.net/wmts/1.0" xmlns:ows="http://www.opengis.net/ows/1.1" xmlns:xlink="http://www.w3.org/1999/xlink">
  <ows:ServiceIdentification><ows:Title>City maps</ows:Title></ows:ServiceIdentification>
  <ows:OperationsMetadata><ows:Operation name="GetTile"><ows:DCP><ows:HTTP><ows:Get xlink:href="http://inside.invalid/wmts?">
    <ows:Constraint name="GetEncoding"><ows:AllowedValues><ows:Value>${encoding === 'rest' ? 'RESTful' : 'KVP'}</ows:Value></ows:AllowedValues></ows:Constraint>
  </ows:Get></ows:HTTP></ows:DCP></ows:Operation></ows:OperationsMetadata>
  <Contents>
    <Layer>
      <ows:Title>Ortho</ows:Title><ows:Identifier>ortho</ows:Identifier>
      <Style><ows:Identifier>gray</ows:Identifier></Style><Style isDefault="true"><ows:Identifier>plain</ows:Identifier></Style>
      <Format>image/png</Format>
      <TileMatrixSetLink><TileMatrixSet>national</TileMatrixSet></TileMatrixSetLink>
      <TileMatrixSetLink><TileMatrixSet>degrees</TileMatrixSet></TileMatrixSetLink>
      <TileMatrixSetLink><TileMatrixSet>mercator</TileMatrixSet></TileMatrixSetLink>
      ${encoding === 'rest' ? `<ResourceURL format="image/png" resourceType="tile" template="${template}"/>` : ''}
    </Layer>
    <Layer>
      <ows:Title>National</ows:Title><ows:Identifier>national</ows:Identifier>
      <Style><ows:Identifier>plain</ows:Identifier></Style><Format>image/png</Format>
      <TileMatrixSetLink><TileMatrixSet>national</TileMatrixSet></TileMatrixSetLink>
    </Layer>
    ${set('national', 'urn:ogc:def:crs:EPSG::31467', matrices('3000000 6000000', 1e7, 1))}
    ${set('degrees', 'urn:ogc:def:crs:EPSG::4326', matrices('90 -180', 279541132.0143589, 2))}
    ${set('mercator', 'urn:ogc:def:crs:EPSG::3857', matrices('-20037508.342789244 20037508.342789244', 559082264.0287178, 1))}
  </Contents>
</Capabilities>`;
}
