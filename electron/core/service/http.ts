import http, { type ClientRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import https from 'node:https';
import { createGunzip } from 'node:zlib';
import { type Failure, fail } from '../../../shared/result.ts';
import { type ConnectOptions, createConnections } from './connect.ts';
import { networkFailure } from './network-failure.ts';

/** Bounds of every request. Milliseconds. */
export type HttpOptions = Partial<ConnectOptions> & {
  /** How long nothing may come. */
  readonly idleMs?: number;
  /** How long the whole exchange may take. */
  readonly totalMs?: number;
  /** Where unencrypted HTTP may lead: to this computer, unless given. */
  readonly plainHttp?: 'loopback' | 'anywhere';
  /** Where the user has written the address, for messages: `the profile` unless given. */
  readonly addressIn?: string;
};

export type HttpRequest = {
  readonly method: 'GET' | 'POST';
  readonly url: URL;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The answer's body may have so many bytes. */
  readonly maxBytes: number;
  /**
   * `fresh`: connect anew and close afterwards. A connection that served before may have been closed by the other
   * end, which cannot be told from an answer that got lost.
   */
  readonly connection: 'reused' | 'fresh';
  readonly signal?: AbortSignal | undefined;
};

export type HttpResponse = {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Uint8Array;
};

/** What became of one request. Every status but a redirect is a response; `sent` says whether any byte left. */
export type HttpOutcome =
  | { readonly ok: true; readonly response: HttpResponse }
  | { readonly ok: false; readonly failure: Failure; readonly sent: boolean };

/**
 * Sends one request, once. Failure codes: `insecure-address`, `unreachable`, `tls`, `timeout`, `redirected`,
 * `too-large`, `bad-response` and `cancelled`.
 */
export type Http = (request: HttpRequest) => Promise<HttpOutcome>;

/** The only way to the network. It follows no redirect and tries nothing twice. */
export function createHttp(options: HttpOptions = {}): Http {
  const { connectMs = 10_000, idleMs = 60_000, totalMs = 600_000, certificateAuthorities } = options;
  const { plainHttp = 'loopback', addressIn = 'the profile' } = options;
  const connections = createConnections({ connectMs, certificateAuthorities });
  return (request) => {
    const { url, signal } = request;
    const mayBeAsked = plainHttp === 'anywhere' ? isWeb(url) : isProtected(url);
    if (!mayBeAsked) return Promise.resolve(notSent(insecureFailure(url)));
    if (signal?.aborted) return Promise.resolve(notSent(cancelledFailure(url)));
    const agent = connections.agent(url.protocol, request.connection);
    return exchange(request, agent, { idleMs, totalMs, addressIn });
  };
}

/** Whether what is sent to the address is protected on its way: HTTPS, or HTTP that stays on this computer. */
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
  { idleMs, totalMs, addressIn }: Required<Pick<HttpOptions, 'idleMs' | 'totalMs' | 'addressIn'>>,
): Promise<HttpOutcome> {
  const { url, signal } = request;
  return new Promise((resolve) => {
    const outgoing = open(request, agent);
    let sent = false;
    const settle = (outcome: HttpOutcome) => {
      clearTimeout(idle);
      clearTimeout(total);
      signal?.removeEventListener('abort', onAbort);
      resolve(outcome);
    };
    const giveUp = (failure: Failure) => {
      settle({ ok: false, failure, sent });
      outgoing.destroy();
    };
    const onAbort = () => giveUp(cancelledFailure(url));
    signal?.addEventListener('abort', onAbort);
    const total = setTimeout(() => giveUp(tooSlowFailure(url, totalMs)), totalMs);
    let idle: NodeJS.Timeout | undefined;

    // Connections stand before they are handed over: from here on, bytes may leave.
    outgoing.once('socket', () => {
      sent = true;
      idle = setTimeout(() => giveUp(silentFailure(url, idleMs)), idleMs);
    });
    outgoing.on('error', (error) => giveUp(networkFailure(error, url.host, addressIn)));
    // Without a listener Node closes the connection and tells nobody.
    outgoing.once('upgrade', () => giveUp(upgradeFailure(url)));
    outgoing.once('response', (incoming) => {
      const refusal = refuseUnread(incoming, request, addressIn);
      if (refusal) return giveUp(refusal);
      receive(incoming, request, addressIn, {
        arrived: () => idle?.refresh(),
        whole: (response) => settle({ ok: true, response }),
        failed: giveUp,
      });
    });
    outgoing.end(request.body);
  });
}

function open({ url, method, headers, body }: HttpRequest, agent: http.Agent): ClientRequest {
  return (url.protocol === 'https:' ? https : http).request(url, {
    method,
    agent,
    headers: {
      'User-Agent': 'Sightline',
      'Accept-Encoding': 'gzip',
      ...(body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) }),
      ...headers,
    },
  });
}

/** Why an answer is refused by its head alone, or undefined. */
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
    arrived(): void;
    whole(response: HttpResponse): void;
    failed(failure: Failure): void;
  },
): void {
  const chunks: Buffer[] = [];
  let length = 0;
  const isZipped = contentEncoding(incoming) === 'gzip';
  const body = isZipped ? incoming.pipe(createGunzip()) : incoming;
  body.on('data', (chunk: Buffer) => {
    length += chunk.length;
    if (length <= maxBytes) {
      chunks.push(chunk);
      return;
    }
    if (isZipped) body.destroy();
    reader.failed(tooLargeFailure(url, maxBytes));
  });
  incoming.on('data', () => reader.arrived());
  incoming.on('error', (error) => reader.failed(networkFailure(error, url.host, addressIn)));
  if (isZipped) body.on('error', () => reader.failed(damagedGzipFailure(url, incoming.statusCode ?? 0)));
  body.once('end', () => {
    reader.whole({
      status: incoming.statusCode ?? 0,
      headers: incoming.headers,
      body: Buffer.concat(chunks, length),
    });
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
