import type { IncomingMessage } from 'node:http';
import type { DemoEntry } from '../data/record.ts';
import type { DemoAccount } from '../demo-credentials.ts';
import { readQuery } from '../query/read-query.ts';
import { runQuery } from '../query/run-query.ts';
import { createChipHandler } from './chip-endpoint.ts';
import { type EndpointResponse, errorResponse, jsonResponse } from './endpoint-response.ts';
import { login } from './login-endpoint.ts';
import { getOrder, getOrderRequest, listOrders, placeOrder } from './order-endpoints.ts';
import { readBody } from './read-body.ts';
import { type AccountHandler, type Handler, type ServiceContext, withAccount } from './service-context.ts';

/** The path of the images below the base address. */
export const imagePath = '/chips';

type Route = {
  /** The whole path; groups are the parameters. */
  readonly path: RegExp;
  readonly methods: Readonly<Record<string, Handler>>;
};

/** Finds the endpoint of a request: 404 for an unknown path, 405 for a method that its path does not have. */
export function createRouter(
  context: ServiceContext,
): (request: IncomingMessage) => Promise<EndpointResponse> {
  const routes: readonly Route[] = [
    { path: /^\/pas\/login$/, methods: { POST: login } },
    { path: /^\/ios\/order$/, methods: { GET: withAccount(listOrders), POST: withAccount(placeOrder) } },
    { path: /^\/ios\/order\/request\/([^/]+)$/, methods: { GET: withAccount(getOrderRequest) } },
    { path: /^\/ios\/order\/([^/]+)$/, methods: { GET: withAccount(getOrder) } },
    { path: /^\/psdm\/graphql\/gmss$/, methods: { POST: withAccount(queryRecords) } },
    { path: /^\/chips\/([^/]+)\/([^/]+)\.png$/, methods: { GET: createChipHandler() } },
  ];

  return async (request) => {
    const path = (request.url ?? '/').split('?')[0] ?? '/';
    const route = routes.find((known) => known.path.test(path));
    if (route === undefined) return errorResponse(404, 'There is nothing at this address.');
    const method = request.method === 'HEAD' ? 'GET' : (request.method ?? '');
    const handler = Object.hasOwn(route.methods, method) ? route.methods[method] : undefined;
    if (handler === undefined) {
      const allowed = Object.keys(route.methods).flatMap((name) =>
        name === 'GET' ? ['GET', 'HEAD'] : [name],
      );
      return errorResponse(405, `${request.method} is not valid here.`, {
        headers: { Allow: allowed.join(', ') },
      });
    }
    const parameters = decodeParameters(route.path.exec(path)?.slice(1) ?? []);
    if (parameters === undefined) return errorResponse(404, 'The address is not properly encoded.');
    return handler(context, { request, parameters });
  };
}

function decodeParameters(parts: readonly string[]): string[] | undefined {
  try {
    return parts.map(decodeURIComponent);
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
}

/** `POST /psdm/graphql/gmss` (service.md, Queries). */
const queryRecords: AccountHandler = async (context, { request }, account) => {
  const body = await readBody(request, 'application/json');
  if (!body.ok) return body.response;
  const query = readQuery(body.text, context.brand);
  if (!query.ok) return errorResponse(400, query.failure.message);
  const maySee = (entry: DemoEntry) => maySeeEntry(account, entry);
  return jsonResponse(200, runQuery(query.value, context.catalog.visible(), maySee, context.brand));
};

/** Records without a region are for accounts that may see every region that is served. */
function maySeeEntry(account: DemoAccount, { region }: DemoEntry): boolean {
  return region === undefined ? account.regions.length > 1 : account.regions.includes(region);
}
