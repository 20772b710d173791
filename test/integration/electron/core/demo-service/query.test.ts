import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { limitedDemoCredentials } from '../../../../../electron/core/demo-service/demo-credentials.ts';
import type { DemoService } from '../../../../../electron/core/demo-service/demo-service.ts';
import {
  postQuery,
  queryRecords,
  signIn,
  startTestDemoService,
  testNow,
} from '../../../../builders/demo-service.ts';

const root = 'svc_udp_analyticgeojsonrecord';
const regionIs = (region: string) =>
  `content: { processors: { parameters: { dissemination: { region: { eq: "${region}" } } } } }`;
const allFields =
  'assignedId uploadTime header { version generatorInfo { id timeUTC generatorType generatorVersion } } content { type product { productType documentVersion } processors { processorName version parameters } sensorData { sensorDataIndex sensorName sensorType sensorMode productType svcId vendorId startTimeUTC geometryReference azimuthAngle incidenceAngle polarization footprint } features { type geometry { type coordinates } properties } }';

let service: DemoService;
let headers: { Authorization: string };

beforeAll(async () => {
  service = await startTestDemoService();
  headers = await signIn(service);
});
afterAll(() => service.close());

/** Pages to the end; how many records each page had, and all ids. */
async function pageThrough(as: { Authorization: string }, limit: number, filter: string) {
  const pages: number[] = [];
  const ids: unknown[] = [];
  let offset: number | undefined = 0;
  while (offset !== undefined) {
    const parameters = `limit: ${limit}, offset: ${offset}, sortBy: { field: "uploadTime", sortOrder: ASC } ${filter}`;
    const page = await queryRecords(service, as, `${root}(${parameters}) { assignedId }`);
    const records = page.data[root] ?? [];
    expect(page.paginationInfo.recordsInPage).toBe(records.length);
    pages.push(records.length);
    ids.push(...records.map(({ assignedId }) => assignedId));
    offset = page.paginationInfo.nextOffset;
  }
  return { pages, ids };
}

describe('queries of the demo service', () => {
  it('responds with every documented field', async () => {
    const body = `${root}(limit: 3, content: { processors: { processorName: { eq: "SmallVesselDetection" } } }) { ${allFields} }`;
    const { data, paginationInfo } = await queryRecords(service, headers, body);
    expect(paginationInfo.nextOffset).toBe(3);
    expect(data[root]?.[0]).toEqual({
      assignedId: expect.any(String),
      uploadTime: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      header: {
        version: expect.any(String),
        generatorInfo: {
          id: expect.any(String),
          timeUTC: expect.any(String),
          generatorType: expect.any(String),
          generatorVersion: expect.any(String),
        },
      },
      content: {
        type: 'FeatureCollection',
        product: { productType: 'SAR_VESSEL_DETECTION', documentVersion: expect.any(String) },
        processors: [
          {
            processorName: 'SmallVesselDetection',
            version: expect.any(String),
            parameters: expect.objectContaining({
              dissemination: {
                customer: 'GMSS',
                region: expect.stringMatching(/^East/),
                qcStatus: expect.any(String),
              },
            }),
          },
        ],
        sensorData: [
          {
            sensorDataIndex: 0,
            sensorName: expect.any(String),
            sensorType: 'SAR',
            sensorMode: expect.any(String),
            productType: expect.any(String),
            svcId: expect.any(String),
            vendorId: expect.any(String),
            startTimeUTC: expect.any(String),
            geometryReference: expect.stringMatching(/^POINT/),
            azimuthAngle: expect.any(Number),
            incidenceAngle: expect.any(Number),
            polarization: expect.stringMatching(/^[HV]{2}$/),
            footprint: expect.stringMatching(/^POLYGON/i),
          },
        ],
        features: expect.arrayContaining([
          {
            type: 'Feature',
            geometry: { type: 'Point', coordinates: [expect.any(Number), expect.any(Number)] },
            properties: expect.objectContaining({
              sarChipIdentifier: expect.any(String),
              confidence: expect.any(Number),
              length_m: expect.any(Number),
              heading_deg: expect.any(Number),
            }),
          },
        ]),
      },
    });
  });

  it('gives full pages with a region filter, and their union is everything there is', async () => {
    const eastAsia = await pageThrough(headers, 500, regionIs('East Asia'));
    expect(eastAsia.pages.slice(0, -1).filter((count) => count !== 500)).toEqual([]);
    expect(new Set(eastAsia.ids).size).toBe(eastAsia.ids.length);
    const inOne = await queryRecords(
      service,
      headers,
      `${root}(limit: 5000, ${regionIs('East Asia')}) { assignedId }`,
    );
    expect(inOne.paginationInfo).toEqual({ recordsInPage: eastAsia.ids.length });
  });

  it('shortens pages without one, and still comes to the same total', async () => {
    const all = await pageThrough(headers, 700, '');
    const regions = await Promise.all(
      ['East Asia', 'Eastern Europe'].map((region) => pageThrough(headers, 5000, regionIs(region))),
    );
    expect(all.pages.filter((count) => count < 700).length).toBeGreaterThan(all.pages.length / 2);
    expect(all.ids.length).toBeGreaterThan(6000);
    expect(new Set(all.ids).size).toBe(all.ids.length);
    const withRegion = regions.reduce((sum, { ids }) => sum + ids.length, 0);
    // A few records name no region, so no region filter finds them.
    expect(all.ids.length - withRegion).toBeGreaterThan(0);
    expect(all.ids.length - withRegion).toBeLessThan(200);
  });

  it('shows an account its own regions only', async () => {
    const limited = await signIn(service, limitedDemoCredentials);
    expect((await pageThrough(limited, 5000, regionIs('Eastern Europe'))).ids).toEqual([]);
    expect((await pageThrough(headers, 5000, regionIs('Southeast Asia'))).ids).toEqual([]);
    const { ids } = await pageThrough(limited, 5000, '');
    expect(ids.sort()).toEqual((await pageThrough(headers, 5000, regionIs('East Asia'))).ids.sort());
  });

  it('filters by upload time, and sorts', async () => {
    const from = new Date(testNow - 24 * 3_600_000).toISOString();
    const body = `${root}(uploadTime: { gt: "${from}" }, sortBy: { field: "uploadTime", sortOrder: DESC }) { uploadTime }`;
    const { data } = await queryRecords(service, headers, body);
    const times = (data[root] ?? []).map(({ uploadTime }) => String(uploadTime));
    expect(times.length).toBeGreaterThan(50);
    expect(times).toEqual([...times].sort().reverse());
    expect(times.at(-1)?.localeCompare(from)).toBe(1);
  });

  it('filters by properties of detections', async () => {
    const body = `${root}(limit: 20, content: { features: { properties: { length_m: { gt: 390 } } } }) { content { features { properties } } }`;
    const { data } = await queryRecords(service, headers, body);
    const longest = (data[root] ?? []).map(({ content }) => {
      const { features } = content as { features: { properties: { length_m: number } }[] };
      return Math.max(...features.map(({ properties }) => properties.length_m));
    });
    expect(longest.length).toBeGreaterThan(0);
    expect(longest.filter((length) => length <= 390)).toEqual([]);
  });

  it('refuses what the document forbids with 400 and the reason', async () => {
    const refused = await postQuery(service, headers, `${root}(limit: 5001) { assignedId }`);
    expect(refused.status).toBe(400);
    expect(await refused.json()).toEqual({
      status: 400,
      reason: 'limit must be a whole number from 1 to 5000.',
    });
    const wrapped = await postQuery(
      service,
      headers,
      JSON.stringify({ query: `{ ${root} { assignedId } }` }),
    );
    expect(wrapped.status).toBe(400);
  });

  it('requires the media type of the document', async () => {
    const response = await fetch(`${service.baseUrl}/psdm/graphql/gmss`, {
      method: 'POST',
      headers: { ...headers, 'Content-Type': 'application/graphql' },
      body: `${root} { assignedId }`,
    });
    expect(response.status).toBe(415);
  });

  it('follows the brand', async () => {
    await using branded = await startTestDemoService({ brand: 'acme' });
    const signedIn = await signIn(branded);
    const body = 'acme_udp_analyticgeojsonrecord(limit: 1) { content { sensorData { acmeId } } }';
    const { data } = await queryRecords(branded, signedIn, body);
    expect(data.acme_udp_analyticgeojsonrecord).toEqual([
      { content: { sensorData: [{ acmeId: expect.stringMatching(/^ACME-/) }] } },
    ]);
    expect((await postQuery(branded, signedIn, `${root}(limit: 1) { assignedId }`)).status).toBe(400);
  });
});
