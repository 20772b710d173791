import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { parseBoundedJson } from '../../base/bounded-json.ts';
import { chipAvailability, renderChip } from '../chips/render-chip.ts';
import type { Catalog } from '../data/catalog.ts';
import { createRandom } from '../data/random.ts';
import type { DemoEntry } from '../data/record.ts';
import { demoRegions, regionSegment } from '../data/regions.ts';
import { type DemoAccount, demoAccounts } from '../demo-credentials.ts';
import { checkOrderBody } from '../orders/order-body.ts';
import { planOrder } from '../orders/order-plan.ts';
import type { DemoState, StoredOrder } from '../orders/state-file.ts';
import { mayRead, toOrderResponse } from '../orders/stored-order.ts';
import { parseQuery } from '../query/read-query.ts';
import { runQuery } from '../query/run-query.ts';
import type { AccessTokens } from './access-tokens.ts';
import { type EndpointResponse, errorResponse, respondJson } from './endpoint-response.ts';

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
  const body = await readRequestBody(request, 'application/json');
  if (!body.ok) return body.response;
  const query = parseQuery(body.text, context.brand);
  if (!query.ok) return errorResponse(400, query.failure.message);
  const maySee = (entry: DemoEntry) => maySeeEntry(account, entry);
  const catalog = await context.catalog();
  return respondJson(200, runQuery(query.value, catalog.visible(), maySee, context.brand));
};

/** Records without a region are for accounts that may see every region that is served. */
function maySeeEntry(account: DemoAccount, { region }: DemoEntry): boolean {
  return region === undefined ? account.regions.length > 1 : account.regions.includes(region);
}

/** `POST /pas/login` (service.md, Login). */
const login: Handler = async (context, { request }) => {
  const body = await readRequestBody(request, 'application/x-www-form-urlencoded');
  if (!body.ok) return body.response;
  const form = new URLSearchParams(body.text);
  if (form.get('grant_type') !== 'password') return errorResponse(400, 'grant_type must be password.');
  const username = form.get('username');
  const password = form.get('password');
  if (!username || !password) return errorResponse(400, 'username and password are needed.');
  const account = demoAccounts.find((known) => known.username === username && known.password === password);
  if (account === undefined) return errorResponse(401, 'The user name or the password is wrong.');

  const expiresAt = context.now() + context.tokenLifetimeSeconds * 1000;
  return respondJson(
    200,
    {
      access_token: context.tokens.issue(account.username, expiresAt),
      token_type: 'Bearer',
      expires_in: context.tokenLifetimeSeconds,
    },
    { 'Cache-Control': 'no-store' },
  );
};

/** The region whose chips anyone may fetch; the others need the token. Neither is documented. */
const openRegion = 'East Asia';

/** Milliseconds from the first request of a late chip until it is available. */
const lateDelay = 10 * 60_000;

/** `GET {image_base_url}/{region}/{sarChipIdentifier}.png` (service.md, Chips). */
function createChipHandler(): Handler {
  const firstRequestedAt = new Map<string, number>();

  function isLate(identifier: string, now: number): boolean {
    const since = firstRequestedAt.get(identifier) ?? now;
    firstRequestedAt.set(identifier, since);
    return now - since < lateDelay;
  }

  return async (context, { request, parameters: [segment, identifier] }) => {
    const region = demoRegions.find((known) => regionSegment(known) === segment);
    if (region === undefined || identifier === undefined)
      return errorResponse(404, 'There is no such region.');
    if (region !== openRegion) {
      const account = accountOf(context, request);
      if (account === undefined) return unauthorized();
      if (!account.regions.includes(region))
        return errorResponse(403, `${region} is not open to this account.`);
    }
    const found = (await context.catalog()).findVessel(identifier);
    if (found === undefined || found.entry.region !== region)
      return errorResponse(404, 'There is no such chip.');
    const availability = chipAvailability(identifier);
    if (availability === 'forbidden') return errorResponse(403, 'This chip is not open to this account.');
    if (availability === 'absent' || (availability === 'late' && isLate(identifier, context.now()))) {
      return errorResponse(404, 'This chip is not there, or not yet.');
    }
    return {
      status: 200,
      headers: { 'Content-Type': 'image/png' },
      body: () => renderChip(found.vessel, found.entry.image, createRandom('chip', identifier)),
    };
  };
}

/** `POST /ios/order` (service.md, Ordering endpoints). The response is sent only after the order has been saved. */
const placeOrder: AccountHandler = async (context, { request }, account) => {
  const body = await readRequestBody(request, 'application/json');
  if (!body.ok) return body.response;
  const parsed = parseBoundedJson(body.text);
  if (parsed === undefined) return errorResponse(400, 'The body is not JSON.');
  const check = checkOrderBody(parsed);
  if (!check.ok) {
    const [first] = check.problems;
    const reason = first === undefined ? '' : ` ${first.field || 'The body'}: ${first.message}.`;
    return errorResponse(400, `The order cannot be processed.${reason}`, { problems: check.problems });
  }
  const id = `ord-${randomUUID()}`;
  const createdAt = context.now();
  const order: StoredOrder = {
    id,
    requestId: randomUUID(),
    owner: account.userId,
    customer: account.customerId,
    requestText: body.text,
    plan: planOrder(id, createdAt, context.orderPace, check.startsAt),
    isImaged: true,
  };
  context.state.add(order);
  return respondJson(201, toOrderResponse(order, createdAt));
};

/** `GET /ios/order` (4.4): all orders of the account's customer, oldest first. */
const listOrders: AccountHandler = (context, _call, account) =>
  respondJson(
    200,
    context.state
      .orders()
      .filter((order) => mayRead(account, order))
      .map((order) => toOrderResponse(order, context.now())),
  );

/** `GET /ios/order/{orderId}` (4.3). */
const getOrder: AccountHandler = (context, { parameters: [orderId] }, account) => {
  const order = context.state.orders().find(({ id }) => id === orderId);
  return respondIfReadable(order, account, 'order', (found) =>
    respondJson(200, toOrderResponse(found, context.now())),
  );
};

/** `GET /ios/order/request/{requestId}` (4.5): the request, byte for byte as it was sent. */
const getOrderRequest: AccountHandler = (context, { parameters: [requestId] }, account) => {
  const order = context.state.orders().find((known) => known.requestId === requestId);
  return respondIfReadable(order, account, 'request', ({ requestText }) => ({
    status: 200,
    headers: { 'Content-Type': 'application/json; charset=utf-8' },
    body: requestText,
  }));
};

function respondIfReadable(
  order: StoredOrder | undefined,
  account: DemoAccount,
  what: string,
  answer: (order: StoredOrder) => EndpointResponse,
): EndpointResponse {
  if (order === undefined) return errorResponse(404, `There is no such ${what}.`);
  if (!mayRead(account, order)) return errorResponse(403, `The ${what} belongs to another customer.`);
  return answer(order);
}

/** Bytes; no limit is documented, this one bounds the memory of the demo service. */
const maximumBytes = 4 * 1024 * 1024;

/** The text of a request's body, or the response that refuses it. */
type BodyText =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly response: EndpointResponse };

/** Reads a body of UTF-8 text of the given media type, up to 4 MiB. */
async function readRequestBody(request: IncomingMessage, mediaType: string): Promise<BodyText> {
  const given = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  if (given !== mediaType) {
    return refused(415, `Send the body as ${mediaType}, not as ${given ?? 'a body without Content-Type'}.`);
  }
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request) {
    if (!Buffer.isBuffer(chunk)) throw new Error('A request without encoding gives buffers.');
    length += chunk.length;
    // The rest of a body that is too large is still read: a client that is writing would not see the response.
    if (length <= maximumBytes) chunks.push(chunk);
  }
  if (length > maximumBytes) return refused(413, `The body is larger than ${maximumBytes} bytes.`);
  try {
    return { ok: true, text: new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks)) };
  } catch (error) {
    if (error instanceof TypeError) return refused(400, 'The body is not UTF-8 text.');
    throw error;
  }
}

function refused(status: number, reason: string): BodyText {
  return { ok: false, response: errorResponse(status, reason) };
}

/** The context of the endpoints. */
type ServiceContext = {
  readonly brand: string;
  /** Epoch milliseconds UTC. */
  readonly now: () => number;
  /** Speed factor of order processing. */
  readonly orderPace: number;
  readonly tokenLifetimeSeconds: number;
  /** Loaded by the first request that needs it: most of the time of a start. */
  readonly catalog: () => Promise<Catalog>;
  readonly state: DemoState;
  readonly tokens: AccessTokens;
};

/** A request to an endpoint. */
type EndpointCall = {
  readonly request: IncomingMessage;
  /** The decoded parameters of the path. */
  readonly parameters: readonly string[];
};

/** Handles a call. */
type Handler = (context: ServiceContext, call: EndpointCall) => EndpointResponse | Promise<EndpointResponse>;

/** Handles a call with a valid token. */
type AccountHandler = (
  context: ServiceContext,
  call: EndpointCall,
  account: DemoAccount,
) => EndpointResponse | Promise<EndpointResponse>;

/** The account whose token a request carries, or undefined when it has no valid one. */
function accountOf(context: ServiceContext, request: IncomingMessage): DemoAccount | undefined {
  const token = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
  const username = token === undefined ? undefined : context.tokens.check(token, context.now());
  return demoAccounts.find((account) => account.username === username);
}

/** 401: the request lacks valid credentials. */
function unauthorized(): EndpointResponse {
  return errorResponse(401, 'Sign in: send a valid access token as Authorization: Bearer <ACCESS_TOKEN>.', {
    headers: { 'WWW-Authenticate': 'Bearer' },
  });
}

/** A handler that returns 401 unless the request has a valid token. */
function withAccount(handler: AccountHandler): Handler {
  return (context, call) => {
    const account = accountOf(context, call.request);
    return account === undefined ? unauthorized() : handler(context, call, account);
  };
}
