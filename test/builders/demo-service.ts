import { demoCredentials } from '../../electron/core/demo-service/demo-credentials.ts';
import {
  type DemoService,
  type DemoServiceOptions,
  startDemoService,
} from '../../electron/core/demo-service/demo-service.ts';
import { positions } from './positions.ts';

/** The default fixed time of test services. */
export const testNow = Date.parse('2026-11-20T12:00:00.000Z');

/** A clock that only changes by `advance`. */
export type TestClock = { readonly now: () => number; advance(milliseconds: number): void };

/** A clock that shows `testNow`. */
export function createTestClock(): TestClock {
  let time = testNow;
  return {
    now: () => time,
    advance(milliseconds) {
      time += milliseconds;
    },
  };
}

/** A demo service that is closed at the end of an `await using` block. */
export async function startTestDemoService(
  options: DemoServiceOptions = {},
): Promise<DemoService & AsyncDisposable> {
  const service = await startDemoService({ now: () => testNow, ...options });
  return { ...service, [Symbol.asyncDispose]: () => service.close() };
}

/** `POST /pas/login` (service.md, Login). */
export function postLogin(
  service: DemoService,
  { username, password }: { username: string; password: string } = demoCredentials,
): Promise<Response> {
  return fetch(`${service.baseUrl}/pas/login`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'password', username, password }),
  });
}

/** The `Authorization` header of an account that is signed in. */
export async function signIn(
  service: DemoService,
  credentials: { username: string; password: string } = demoCredentials,
): Promise<{ Authorization: string }> {
  const response = await postLogin(service, credentials);
  const { access_token: token } = (await response.json()) as { access_token: string };
  return { Authorization: `Bearer ${token}` };
}

/** The parsed response to a query. */
export type QueryPage = {
  readonly paginationInfo: { readonly nextOffset?: number; readonly recordsInPage: number };
  readonly data: Readonly<Record<string, readonly Record<string, unknown>[]>>;
};

/** `POST /psdm/graphql/gmss` with a body text. */
export function postQuery(
  service: DemoService,
  headers: { Authorization: string },
  body: string,
): Promise<Response> {
  return fetch(`${service.baseUrl}/psdm/graphql/gmss`, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body,
  });
}

/** The records of a query that must succeed. */
export async function queryRecords(
  service: DemoService,
  headers: { Authorization: string },
  body: string,
): Promise<QueryPage> {
  const response = await postQuery(service, headers, body);
  if (response.status !== 200) throw new Error(`${response.status}: ${await response.text()}`);
  return (await response.json()) as QueryPage;
}

/** A valid order request with every documented field. */
export function fullOrderRequest() {
  return {
    descriptiveName: 'Harbour watch',
    purchaseReason: 'Test',
    customerNotes: 'Umlauts: äöü, and a 日本 note.',
    request: {
      type: 'workflow',
      contactEmail: 'analyst@example.org',
      workflowRequest: { type: 'analytic', analytics: ['SmallVesselDetection', 'ChangeDetection'] },
      schedule: [
        { type: 'range', range: { min: '2026-11-01T00:00:00.000Z', max: '2026-12-01T00:00:00.000Z' } },
      ],
      aois: [
        { type: 'point', latitude_deg: 54.4, longitude_deg: 18.7, radius_km: 12.5 },
        {
          type: 'polygon',
          geojson: {
            type: 'Polygon',
            coordinates: [positions('18 54, 19 54, 19 55, 18 54')],
          },
        },
      ],
      changeDetAnalyticParams: {
        changeDetectionType: ['PORT_TRAFFIC'],
        maxImageWindowHrs: 48,
        recurringOrderParams: {
          bounds: { min: '2026-11-01T00:00:00Z', max: '2027-02-01T00:00:00Z' },
          count: 3,
          time: 'any',
          cadence: 'weekly',
          minimumDaysBetweenImages: 5,
        },
      },
    },
  };
}

/** `POST /ios/order`. */
export function postOrder(
  service: DemoService,
  headers: { Authorization: string },
  body: unknown,
): Promise<Response> {
  return fetch(`${service.baseUrl}/ios/order`, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}
