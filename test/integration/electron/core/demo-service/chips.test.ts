import { decode } from 'fast-png';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type ChipAvailability,
  chipAvailability,
} from '../../../../../electron/core/demo-service/chips/render-chip.ts';
import { limitedDemoCredentials } from '../../../../../electron/core/demo-service/demo-credentials.ts';
import type { DemoService } from '../../../../../electron/core/demo-service/demo-service.ts';
import {
  createTestClock,
  queryRecords,
  signIn,
  startTestDemoService,
} from '../../../../builders/demo-service.ts';

const clock = createTestClock();
let service: DemoService;
let headers: { Authorization: string };

beforeAll(async () => {
  service = await startTestDemoService({ now: clock.now });
  headers = await signIn(service);
});
afterAll(() => service.close());

/** Chip identifiers of some records of a region. */
async function identifiersOf(region: string, records: number): Promise<string[]> {
  const root = 'svc_udp_analyticgeojsonrecord';
  const filter = `processors: { processorName: { eq: "LargeVesselDetection" }, parameters: { dissemination: { region: { eq: "${region}" } } } }`;
  const body = `${root}(limit: ${records}, content: { ${filter} }) { content { features { properties } } }`;
  const { data } = await queryRecords(service, headers, body);
  return (data[root] ?? []).flatMap(({ content }) =>
    (content as { features: { properties: { sarChipIdentifier: string } }[] }).features.map(
      ({ properties }) => properties.sarChipIdentifier,
    ),
  );
}

const chipUrl = (region: string, identifier: string) => `${service.imageBaseUrl}/${region}/${identifier}.png`;

describe('image chips of the demo service', () => {
  it('come from East Asia to anyone; some are late, absent or forbidden', async () => {
    const byAvailability = Map.groupBy(await identifiersOf('East Asia', 120), chipAvailability);
    const statusOf = async (availability: ChipAvailability) => {
      const [identifier] = byAvailability.get(availability) ?? [];
      return identifier && (await fetch(chipUrl('East-Asia', identifier), { method: 'HEAD' })).status;
    };
    const statuses = async () => ({
      available: await statusOf('available'),
      late: await statusOf('late'),
      absent: await statusOf('absent'),
      forbidden: await statusOf('forbidden'),
    });
    expect(await statuses()).toEqual({ available: 200, late: 404, absent: 404, forbidden: 403 });
    clock.advance(11 * 60_000);
    expect(await statuses()).toEqual({ available: 200, late: 200, absent: 404, forbidden: 403 });
  });

  it('are PNG images, the same each time', async () => {
    const identifier =
      (await identifiersOf('East Asia', 1)).find((id) => chipAvailability(id) === 'available') ?? '';
    const read = async () =>
      new Uint8Array(await (await fetch(chipUrl('East-Asia', identifier))).arrayBuffer());
    const response = await fetch(chipUrl('East-Asia', identifier));
    expect(response.headers.get('content-type')).toBe('image/png');
    const bytes = await read();
    expect(decode(bytes)).toMatchObject({ width: 128, height: 128, depth: 8, channels: 1 });
    expect(await read()).toEqual(bytes);
  });

  it('of Eastern Europe want a token that may see the region', async () => {
    const identifiers = await identifiersOf('Eastern Europe', 3);
    const limited = await signIn(service, limitedDemoCredentials);
    const statusOf = async (id: string, as?: { Authorization: string }) =>
      (await fetch(chipUrl('Eastern-Europe', id), as ? { headers: as } : {})).status;
    const [identifier = ''] = identifiers;
    expect(await statusOf(identifier)).toBe(401);
    expect(await statusOf(identifier, limited)).toBe(403);
    const statuses = await Promise.all(identifiers.map((id) => statusOf(id, headers)));
    expect(statuses).toContain(200);
    expect(statuses).not.toContain(401);
  });

  it('are not found under another region or name', async () => {
    const [identifier = ''] = await identifiersOf('East Asia', 1);
    const statusOf = async (url: string) => (await fetch(url, { headers })).status;
    expect(await statusOf(chipUrl('Eastern-Europe', identifier))).toBe(404);
    expect(await statusOf(chipUrl('East%20Asia', identifier))).toBe(404);
    expect(await statusOf(chipUrl('Atlantis', identifier))).toBe(404);
    expect(await statusOf(chipUrl('East-Asia', 'CHIP-20260101-0001-0000-00000000'))).toBe(404);
    expect(await statusOf(chipUrl('East-Asia', '..%2F..%2Fsecret'))).toBe(404);
  });
});
