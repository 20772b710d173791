import http, { type ClientRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import https from 'node:https';
import { type Failure, type FailureCode, fail } from '../../../shared/result.ts';
import { DecompressionError, decompressStream } from '../base/decompress.ts';
import { withTimeout } from '../base/with-timeout.ts';
import { createConnections } from './connect.ts';
import { namesOfSchemes } from './http-tunnel.ts';
import {
  basicLogin,
  createDirectAccess,
  type NetworkAccess,
  type ProxyServer,
  RouteError,
} from './network-access.ts';
import { describeProxyLogin, networkFailure } from './network-failure.ts';

/** Limits of every request, in milliseconds. */
export type HttpOptions = {
  /** Maximum duration of establishing a connection, for each proxy that is tried. */
  readonly connectMs?: number;
  /** The proxies and certificates; without it connections are direct. */
  readonly network?: NetworkAccess;
  /** Whether servers that request a certificate get that of the user; false by default. */
  readonly presentsCertificate?: boolean;
  /** Maximum time without received data. */
  readonly idleMs?: number;
  /** Maximum duration of a whole exchange whose response may be long; others have two minutes at most. */
  readonly totalMs?: number;
  /** The interval at which an exchange that has not finished is reported. */
  readonly slowMs?: number;
  /** Hosts that may be requested over unencrypted HTTP; `loopback` by default. */
  readonly plainHttp?: 'loopback' | 'anywhere';
  /** Place where the user entered the address, for messages; `the profile` by default. */
  readonly addressIn?: string;
  /** Called with every finished exchange. */
  readonly onFinished?: (exchange: FinishedExchange) => void;
};

/** An exchange for the log: nothing of its path, headers and bodies. `code` is that of a failure. */
export type FinishedExchange = {
  readonly method: string;
  readonly host: string;
  readonly ms: number;
  readonly status?: number;
  readonly code?: FailureCode;
  readonly sent?: boolean;
};

export type HttpRequest = {
  readonly method: 'GET' | 'POST';
  readonly url: URL;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Maximum size of the response body. */
  readonly maxBytes: number;
  /**
   * `fresh`: use a new connection and close it afterwards. A reused connection may have been closed by the server, which
   * cannot be distinguished from a lost response.
   */
  readonly connection: 'reused' | 'fresh';
  /** Whether the response may be so long that receiving it takes minutes. */
  readonly isLong?: boolean;
  /** Called again and again while the exchange takes long. */
  readonly onSlow?: ((slow: SlowExchange) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
};

/** An exchange that has not finished: the bytes and milliseconds so far, and until it is aborted. */
export type SlowExchange = {
  readonly receivedBytes: number;
  readonly elapsedMs: number;
  readonly leftMs: number;
};

export type HttpResponse = {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Uint8Array;
};

/**
 * The outcome of one request. Every status but a redirect is a response; `sent`: whether any byte may have been sent;
 * `tookTooLong`: the response was still coming when its time was over, so that another attempt would take as long.
 */
export type HttpOutcome =
  | { readonly ok: true; readonly response: HttpResponse }
  | {
      readonly ok: false;
      readonly failure: Failure;
      readonly sent: boolean;
      readonly tookTooLong?: boolean;
    };

/**
 * Sends one request, once. Failure codes: `insecure-address`, `unreachable`, `tls`, `proxy`, `timeout`, `redirected`,
 * `too-large`, `bad-response` and `cancelled`.
 */
export type Http = (request: HttpRequest) => Promise<HttpOutcome>;

/** Maximum duration of an exchange whose response is not long. */
const maxShortMs = 120_000;

/** Creates the only network access of the core. It follows no redirects and does not retry. */
export function createHttp(options: HttpOptions = {}): Http {
  const { connectMs = 10_000, idleMs = 60_000, totalMs = 600_000, slowMs = 10_000 } = options;
  const { plainHttp = 'loopback', addressIn = 'the profile', onFinished } = options;
  const { network = createDirectAccess(), presentsCertificate = false } = options;
  const connections = createConnections({ connectMs, network, presentsCertificate });

  const send: Http = async (request) => {
    const { url, signal } = request;
    const isAllowedAddress = plainHttp === 'anywhere' ? isWeb(url) : isProtected(url);
    if (!isAllowedAddress) return notSent(insecureFailure(url));
    if (signal?.aborted) return notSent(cancelledFailure(url));
    let route: Route;
    try {
      route = await findRoute(url, network, connectMs);
    } catch (error) {
      return notSent(networkFailure(error, url.host, addressIn));
    }
    if (signal?.aborted) return notSent(cancelledFailure(url));
    const agent = connections.agent(url.protocol, route, request.connection);
    const limitMs = request.isLong ? totalMs : Math.min(totalMs, maxShortMs);
    // A proxy is sent unencrypted requests itself, since many open tunnels to the port of HTTPS only.
    const first = route[0] ?? null;
    const forwarder = url.protocol === 'http:' && first?.kind !== 'socks5' ? first : null;
    return exchange(request, agent, forwarder, { idleMs, totalMs: limitMs, slowMs, addressIn });
  };
  if (!onFinished) return send;
  return async (request) => {
    const startedAt = performance.now();
    const outcome = await send(request);
    const { method, url } = request;
    const ms = Math.round(performance.now() - startedAt);
    onFinished({
      ...{ method, host: url.host, ms },
      ...(outcome.ok
        ? { status: outcome.response.status }
        : { code: outcome.failure.code, sent: outcome.sent }),
    });
    return outcome;
  };
}

type Route = readonly (ProxyServer | null)[];

/**
 * The proxies to try for an address. Loopback is never proxied. An unencrypted request has one way only, since its form
 * depends on it. Rejects with `RouteError`, also when the proxies are not named within `connectMs`.
 */
export async function findRoute(url: URL, network: NetworkAccess, connectMs: number): Promise<Route> {
  if (isLoopback(url.hostname)) return [null];
  const route = await withTimeout(connectMs, network.route(url), undefined);
  if (route === undefined) {
    throw new RouteError('proxy', 'The system did not name its proxy in time. Check its network settings.');
  }
  return url.protocol === 'http:' ? route.slice(0, 1) : route;
}

/** Whether requests to the address cannot be read on the network: HTTPS, or HTTP to loopback. */
export function isProtected(url: URL): boolean {
  if (url.protocol === 'https:') return true;
  return url.protocol === 'http:' && isLoopback(url.hostname);
}

function isWeb({ protocol }: URL): boolean {
  return protocol === 'https:' || protocol === 'http:';
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}

function exchange(
  request: HttpRequest,
  agent: http.Agent,
  forwarder: ProxyServer | null,
  {
    idleMs,
    totalMs,
    slowMs,
    addressIn,
  }: Required<Pick<HttpOptions, 'idleMs' | 'totalMs' | 'slowMs' | 'addressIn'>>,
): Promise<HttpOutcome> {
  const { url, signal, onSlow } = request;
  return new Promise((resolve) => {
    const startedAt = performance.now();
    const outgoing = open(request, agent, forwarder);
    let sent = false;
    let receivedBytes = 0;
    const settle = (outcome: HttpOutcome) => {
      clearTimeout(idle);
      clearTimeout(total);
      clearInterval(slow);
      signal?.removeEventListener('abort', onAbort);
      resolve(outcome);
    };
    const abort = (failure: Failure, tookTooLong = false) => {
      settle({ ok: false, failure, sent, ...(tookTooLong ? { tookTooLong } : {}) });
      outgoing.destroy();
    };
    const onAbort = () => abort(cancelledFailure(url));
    signal?.addEventListener('abort', onAbort);
    const total = setTimeout(() => abort(tooSlowFailure(url, totalMs), true), totalMs);
    const slow = setInterval(() => {
      const elapsedMs = performance.now() - startedAt;
      onSlow?.({ receivedBytes, elapsedMs, leftMs: Math.max(0, totalMs - elapsedMs) });
    }, slowMs);
    let idle: NodeJS.Timeout | undefined;

    // Connections are established before they are assigned: from here on, bytes may be sent.
    outgoing.once('socket', () => {
      sent = true;
      idle = setTimeout(() => abort(silentFailure(url, idleMs)), idleMs);
    });
    outgoing.on('error', (error) => abort(networkFailure(error, url.host, addressIn)));
    // Without a listener Node closes the connection without an error.
    outgoing.once('upgrade', () => abort(upgradeFailure(url)));
    outgoing.once('response', (incoming) => {
      const refusal = refuseUnread(incoming, request, addressIn) ?? refuseLogin(incoming, forwarder);
      if (refusal) return abort(refusal);
      receive(incoming, request, addressIn, {
        received: (length) => {
          receivedBytes += length;
          idle?.refresh();
        },
        whole: (response) => settle({ ok: true, response }),
        failed: abort,
      });
    });
    outgoing.end(request.body);
  });
}

function open(
  { url, method, headers, body }: HttpRequest,
  agent: http.Agent,
  forwarder: ProxyServer | null,
): ClientRequest {
  const authorization = forwarder ? basicLogin(forwarder) : undefined;
  return (url.protocol === 'https:' ? https : http).request(url, {
    method,
    agent,
    ...(forwarder ? { path: `${url.origin}${url.pathname}${url.search}` } : {}),
    headers: {
      ...(authorization === undefined ? {} : { 'Proxy-Authorization': authorization }),
      'User-Agent': 'Sightline',
      'Accept-Encoding': 'gzip',
      ...(body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) }),
      ...headers,
    },
  });
}

/** The failure of a response whose headers already make it unusable, or undefined. */
function refuseUnread(
  incoming: IncomingMessage,
  { url, maxBytes }: HttpRequest,
  addressIn: string,
): Failure | undefined {
  const status = incoming.statusCode ?? 0;
  if (redirects.has(status)) {
    return redirectedFailure(url, status, incoming.headers.location, addressIn);
  }
  const encoding = contentEncoding(incoming);
  if (encoding !== 'identity' && encoding !== 'gzip') {
    return fail('bad-response', `${url.host} answered in an encoding that was not asked for (${encoding}).`, {
      status,
    }).failure;
  }
  const announced = Number(incoming.headers['content-length'] ?? 0);
  return announced > maxBytes ? tooLargeFailure(url, maxBytes) : undefined;
}

/** The failure of a response in which the proxy that forwards the request wants a login. */
function refuseLogin(
  { statusCode, headers }: IncomingMessage,
  forwarder: ProxyServer | null,
): Failure | undefined {
  if (statusCode !== 407 || !forwarder) return undefined;
  const schemes = namesOfSchemes(headers['proxy-authenticate']);
  const name = `The proxy ${forwarder.host}:${forwarder.port}`;
  return fail('proxy', describeProxyLogin(schemes, forwarder.login !== undefined, name)).failure;
}

/** Names of codings are compared without case, and `x-gzip` is another name of gzip (RFC 9110, 8.4.1). */
function contentEncoding({ headers }: IncomingMessage): string {
  const encoding = headers['content-encoding']?.trim().toLowerCase() ?? '';
  if (encoding === '') return 'identity';
  return encoding === 'x-gzip' ? 'gzip' : encoding;
}

const redirects: ReadonlySet<number> = new Set([300, 301, 302, 303, 305, 307, 308]);

function receive(
  incoming: IncomingMessage,
  { url, maxBytes }: HttpRequest,
  addressIn: string,
  reader: {
    received(length: number): void;
    whole(response: HttpResponse): void;
    failed(failure: Failure): void;
  },
): void {
  const chunks: Buffer[] = [];
  let length = 0;
  const isZipped = contentEncoding(incoming) === 'gzip';
  const body = isZipped ? decompressStream(incoming, 'gzip', maxBytes) : incoming;
  body.on('data', (chunk: Buffer) => {
    length += chunk.length;
    if (length <= maxBytes) chunks.push(chunk);
    else reader.failed(tooLargeFailure(url, maxBytes));
  });
  incoming.on('data', (chunk: Buffer) => reader.received(chunk.length));
  incoming.on('error', (error) => reader.failed(networkFailure(error, url.host, addressIn)));
  if (isZipped) {
    body.on('error', (error) => {
      const isTooLong = error instanceof DecompressionError && error.reason === 'too-long';
      reader.failed(
        isTooLong ? tooLargeFailure(url, maxBytes) : damagedGzipFailure(url, incoming.statusCode ?? 0),
      );
    });
  }
  body.once('end', () => {
    reader.whole({
      status: incoming.statusCode ?? 0,
      headers: incoming.headers,
      body: Buffer.concat(chunks, length),
    });
    // The listeners live as long as the connection, which may be used again.
    chunks.length = 0;
  });
}

function notSent(failure: Failure): HttpOutcome {
  return { ok: false, failure, sent: false };
}

function insecureFailure(url: URL): Failure {
  return fail(
    'insecure-address',
    `${url.host} would be reached without encryption. Use an address that begins with https://; plain http:// is for this computer only.`,
  ).failure;
}

function cancelledFailure(url: URL): Failure {
  return fail('cancelled', `The request to ${url.host} was cancelled.`).failure;
}

function silentFailure(url: URL, idleMs: number): Failure {
  return fail('timeout', `${url.host} sent nothing for ${seconds(idleMs)}. Try again later.`).failure;
}

function tooSlowFailure(url: URL, totalMs: number): Failure {
  return fail('timeout', `${url.host} did not finish its answer within ${seconds(totalMs)}. Try again later.`)
    .failure;
}

function tooLargeFailure(url: URL, maxBytes: number): Failure {
  return fail(
    'too-large',
    `The answer of ${url.host} is larger than ${(maxBytes / 2 ** 20).toFixed(1)} MiB and was not read.`,
  ).failure;
}

function damagedGzipFailure(url: URL, status: number): Failure {
  return fail(
    'bad-response',
    `The compressed answer of ${url.host} is damaged or was cut short before its end.`,
    { status },
  ).failure;
}

function redirectedFailure(
  url: URL,
  status: number,
  location: string | undefined,
  addressIn: string,
): Failure {
  const target = location === undefined ? null : URL.parse(location, url.href);
  const where = target ? ` to ${target.host}` : '';
  return fail(
    'redirected',
    `${url.host} wants to send us on${where} (status ${status}), which Sightline does not follow. Put the right address into ${addressIn}.`,
    { status },
  ).failure;
}

function upgradeFailure(url: URL): Failure {
  return fail(
    'bad-response',
    `${url.host} wants to speak another protocol (status 101) than was asked for.`,
    {
      status: 101,
    },
  ).failure;
}

function seconds(milliseconds: number): string {
  return `${Number((milliseconds / 1000).toFixed(1))} s`;
}
