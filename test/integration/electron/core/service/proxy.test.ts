import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createHttp, type HttpOptions, type HttpRequest } from '../../../../../electron/core/service/http.ts';
import {
  createDirectAccess,
  type NetworkAccess,
  type ProxyServer,
  RouteError,
} from '../../../../../electron/core/service/network-access.ts';
import { createServiceClient } from '../../../../../electron/core/service/service-client.ts';
import { makeAuthority, type TestAuthority } from '../../../../builders/certificate.ts';
import {
  type ConnectProxy,
  type ProxyBehavior,
  startConnectProxy,
} from '../../../../builders/connect-proxy.ts';
import { type Respond, sendJson, startHttpServer } from '../../../../builders/http-server.ts';
import { seededRandom } from '../../../../builders/seeded-random.ts';
import { buildProfile, buildServiceAccess } from '../../../../builders/service-access.ts';
import { type SocksBehavior, startSocksProxy } from '../../../../builders/socks-proxy.ts';
import { repetitions } from '../../../../builders/test-tier.ts';

const opened: { close(): unknown }[] = [];
afterEach(async () => {
  for (const each of opened.splice(0)) await each.close();
});

let authority: TestAuthority;
let certificate: { readonly key: string; readonly cert: string };
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'sightline-test-'));
  authority = await makeAuthority(folder);
  certificate = await authority.issue(['service.test']);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function proxyWith(behavior?: ProxyBehavior): Promise<ConnectProxy> {
  const proxy = await startConnectProxy(behavior);
  opened.push(proxy);
  return proxy;
}

/** A service under the name service.test, which only the proxy knows. */
async function serve(answer: Respond, tls: typeof certificate | null = certificate) {
  const server = await startHttpServer(answer, tls ?? undefined);
  opened.push(server);
  return { ...server, url: server.url.replace('127.0.0.1', 'service.test') };
}

/** Access through a proxy at this port of loopback, trusting the test's authority. */
function through(port: number | readonly number[], more: Partial<ProxyServer> = {}): NetworkAccess {
  const ports = [port].flat();
  return {
    ...createDirectAccess([authority.cert]),
    route: async () =>
      ports.map((each) => ({
        ...{ host: '127.0.0.1', port: each, kind: 'http' as const, login: undefined },
        ...more,
      })),
  };
}

async function send(url: string, options: HttpOptions, request: Partial<HttpRequest> = {}) {
  const http = createHttp(options);
  return http({ method: 'GET', url: new URL(url), maxBytes: 1e6, connection: 'fresh', ...request });
}

async function failureOf(url: string, options: HttpOptions) {
  const outcome = await send(url, options);
  if (outcome.ok) throw new Error(`It answered with ${outcome.response.status}.`);
  return { code: outcome.failure.code, message: outcome.failure.message, sent: outcome.sent };
}

describe('a request through a proxy', () => {
  it('reaches an HTTPS service, and the proxy sees its name only', async () => {
    const server = await serve((_request, response) => sendJson(response, 200, { secret: 'in-the-body' }));
    const proxy = await proxyWith();
    const network = through(proxy.port);
    const headers = { Authorization: 'Bearer very-secret' };
    const http = createHttp({ network });
    for (const connection of ['reused', 'reused', 'fresh'] as const) {
      const url = new URL(`${server.url}/path-of-a-request`);
      const outcome = await http({ method: 'GET', url, headers, maxBytes: 1000, connection });
      expect(outcome.ok && outcome.response.status).toBe(200);
    }
    const { port } = new URL(server.url);
    expect(proxy.authorities).toEqual([`service.test:${port}`, `service.test:${port}`]);
    expect(proxy.log()).toContain('CONNECT service.test');
    for (const secret of ['very-secret', 'path-of-a-request', 'in-the-body']) {
      expect(proxy.log()).not.toContain(secret);
    }
    expect(server.requests[0]?.headers['proxy-authorization']).toBeUndefined();
  });

  it('reaches an unencrypted server with an absolute address, without a tunnel', async () => {
    const server = await serve((_request, response) => sendJson(response, 200, {}), null);
    const proxy = await proxyWith();
    const network = through(proxy.port, { login: { username: 'a', password: 'b' } });
    const outcome = await send(`${server.url}/tile?x=1`, { network, plainHttp: 'anywhere' });
    expect(outcome.ok && outcome.response.status).toBe(200);
    expect(proxy.authorities).toEqual([]);
    expect(proxy.log()).toContain(`GET ${server.url}/tile?x=1`);
    expect(proxy.log()).toContain('Basic YTpi');
    expect(server.requests[0]?.path).toBe('/tile?x=1');
  });

  it('never leaves for loopback through a proxy', async () => {
    const server = await startHttpServer((_request, response) => sendJson(response, 200, {}));
    opened.push(server);
    const network: NetworkAccess = {
      ...createDirectAccess(),
      route: () => Promise.reject(new Error('asked for loopback')),
    };
    const { port } = new URL(server.url);
    for (const host of ['127.0.0.1', 'localhost', '127.1.2.3']) {
      const outcome = await send(`http://${host}:${port}/`, { network });
      // The server listens on one address; what matters is that the route was not asked.
      if (!outcome.ok) expect(outcome.failure.message).not.toContain('loopback');
    }
    expect(server.requests.length).toBeGreaterThan(0);
  });

  it('goes to the next proxy when one cannot be connected to, and not when one refuses', async () => {
    const server = await serve((_request, response) => sendJson(response, 200, {}));
    const closed = await unusedPort();
    const proxy = await proxyWith();
    const outcome = await send(server.url, { network: through([closed, proxy.port]) });
    expect(outcome.ok && outcome.response.status).toBe(200);
    const refusing = await proxyWith(({ refuse }) => refuse(403));
    const refused = await failureOf(server.url, { network: through([refusing.port, proxy.port]) });
    expect(refused).toMatchObject({ code: 'proxy', sent: false });
  });

  it('signs in to the proxy', async () => {
    const server = await serve((_request, response) => sendJson(response, 200, {}));
    const proxy = await proxyWith(async ({ headers, connect, refuse }) => {
      if (headers['proxy-authorization'] === 'Basic YTpi') await connect();
      else refuse(407, { 'Proxy-Authenticate': 'Basic realm="x"' });
    });
    const outcome = await send(server.url, {
      network: through(proxy.port, { login: { username: 'a', password: 'b' } }),
    });
    expect(outcome.ok && outcome.response.status).toBe(200);
    expect(server.requests[0]?.headers['proxy-authorization']).toBeUndefined();
  });

  it('uses no connection that was opened before the settings changed', async () => {
    const server = await serve((_request, response) => sendJson(response, 200, {}));
    const proxy = await proxyWith();
    let version = 0;
    const http = createHttp({ network: { ...through(proxy.port), version: () => version } });
    const get = () => http({ method: 'GET', url: new URL(server.url), maxBytes: 1000, connection: 'reused' });
    await get();
    await get();
    expect(proxy.authorities).toHaveLength(1);
    version += 1;
    await get();
    expect(proxy.authorities).toHaveLength(2);
  });
});

describe('a proxy that fails, so that nothing was sent', () => {
  it.each<[what: string, behavior: ProxyBehavior, code: string, says: RegExp]>([
    [
      'wants a login',
      ({ refuse }) => refuse(407, { 'Proxy-Authenticate': 'Basic realm="x"' }),
      'proxy',
      /wants a user name/,
    ],
    [
      'offers sign-in that we do not have',
      ({ refuse }) => refuse(407, { 'Proxy-Authenticate': 'Negotiate' }),
      'proxy',
      /by Negotiate only.*local proxy that signs in for you/,
    ],
    [
      'offers Basic behind others',
      ({ refuse }) => refuse(407, { 'Proxy-Authenticate': 'Negotiate, NTLM, Basic realm="x"' }),
      'proxy',
      /wants a user name/,
    ],
    ['does not allow the host', ({ refuse }) => refuse(403), 'proxy', /does not connect.*403/],
    ['does not find the host', ({ refuse }) => refuse(502), 'unreachable', /could not connect.*502/],
    ['hangs up', ({ client }) => void client.destroy(), 'unreachable', /closed the connection/],
    ['says nothing', () => {}, 'timeout', /in time/],
    ['speaks something else', ({ client }) => void client.end('SSH-2.0-x\r\n'), 'proxy', /as a proxy does/],
    [
      'cuts the handshake',
      async ({ client, connect }) => {
        client.once('data', () => client.destroy());
        await connect();
      },
      'unreachable',
      /service\.test/,
    ],
  ])('%s', async (_what, behavior, code, says) => {
    const server = await serve((_request, response) => sendJson(response, 200, {}));
    const proxy = await proxyWith(behavior);
    const failure = await failureOf(server.url, { network: through(proxy.port), connectMs: 700 });
    expect(failure).toMatchObject({ code, sent: false });
    expect(failure.message).toMatch(says);
    expect(server.requests).toHaveLength(0);
  });

  it('a login that is not accepted', async () => {
    const proxy = await proxyWith(({ refuse }) => refuse(407, { 'Proxy-Authenticate': 'Basic realm="x"' }));
    const network = through(proxy.port, { login: { username: 'a', password: 'b' } });
    const failure = await failureOf('https://service.test/', { network });
    expect(failure).toMatchObject({ code: 'proxy', sent: false });
    expect(failure.message).toContain('does not accept');
    expect(failure.message).not.toContain('YTpi');
  });

  it('nothing listens', async () => {
    const failure = await failureOf('https://service.test/', { network: through(await unusedPort()) });
    expect(failure).toMatchObject({ code: 'unreachable', sent: false });
    expect(failure.message).toMatch(/The proxy 127\.0\.0\.1:\d+ cannot be reached/);
  });

  it('a script that throws, and one that does not end', async () => {
    const access = createDirectAccess();
    const throwing = () =>
      Promise.reject(new RouteError('proxy', 'The proxy script could not be evaluated.'));
    const failure = await failureOf('https://service.test/', { network: { ...access, route: throwing } });
    expect(failure).toMatchObject({ code: 'proxy', sent: false });
    const endless = () => new Promise<never>(() => {});
    const late = await failureOf('https://service.test/', {
      network: { ...access, route: endless },
      connectMs: 50,
    });
    expect(late).toMatchObject({ code: 'proxy', sent: false });
    expect(late.message).toContain('in time');
  });
});

describe('a SOCKS 5 proxy', () => {
  const login = { username: 'anna', password: 'säcret' };

  async function socksWith(behavior: SocksBehavior = {}) {
    const proxy = await startSocksProxy(behavior);
    opened.push(proxy);
    return proxy;
  }

  it('connects to HTTPS and unencrypted servers, resolves their names, and reads nothing of HTTPS', async () => {
    const answer: Respond = (_request, response) => sendJson(response, 200, { a: 'x'.repeat(200_000) });
    const proxy = await socksWith();
    const network = through(proxy.port, { kind: 'socks5' });
    const secure = await serve(answer);
    const http = createHttp({ network, plainHttp: 'anywhere' });
    const get = (url: string) =>
      http({ method: 'GET', url: new URL(url), maxBytes: 1e6, connection: 'reused' });
    const headers = { Authorization: 'Bearer very-secret' };
    const sent = await send(`${secure.url}/path-of-a-request`, { network }, { headers });
    expect(sent.ok && sent.response.body.length).toBeGreaterThan(200_000);
    expect(proxy.log()).not.toMatch(/very-secret|path-of-a-request/);
    const plain = await serve(answer, null);
    for (let repeat = 0; repeat < 2; repeat += 1) {
      const outcome = await get(`${plain.url}/tile`);
      expect(outcome.ok && outcome.response.body.length).toBeGreaterThan(200_000);
    }
    expect(plain.requests[0]?.path).toBe('/tile');
    const port = (url: string) => new URL(url).port;
    expect(proxy.targets).toEqual([`service.test:${port(secure.url)}`, `service.test:${port(plain.url)}`]);
    await get(`http://[2001:db8::12]:${port(plain.url)}/`);
    expect(proxy.targets.at(-1)).toBe(`2001:db8:0:0:0:0:0:12:${port(plain.url)}`);
  });

  it('is signed in to by user name and password, if it wants them', async () => {
    const server = await serve((_request, response) => sendJson(response, 200, {}));
    for (const expected of [login, undefined]) {
      const proxy = await socksWith({ login: expected });
      const outcome = await send(server.url, { network: through(proxy.port, { kind: 'socks5', login }) });
      expect(outcome.ok && outcome.response.status).toBe(200);
    }
  });

  it.each<
    [what: string, behavior: SocksBehavior, login: typeof login | undefined, code: string, says: RegExp]
  >([
    ['wants a login', { login }, undefined, 'proxy', /wants a user name/],
    [
      'refuses the login',
      { login },
      { ...login, password: 'other' },
      'proxy',
      /does not accept the user name and password/,
    ],
    ['does not allow the host', { reply: 2 }, undefined, 'proxy', /does not connect.*SOCKS reply 2/],
    ['does not reach the host', { reply: 4 }, undefined, 'unreachable', /could not connect.*SOCKS reply 4/],
    ['hangs up', { response: '' }, undefined, 'unreachable', /closed the connection/],
    [
      'hangs up in the middle',
      { response: '\x05\x00\x05\x00' },
      undefined,
      'unreachable',
      /closed the connection/,
    ],
    [
      'speaks something else',
      { response: 'HTTP/1.1 400 Bad Request' },
      undefined,
      'proxy',
      /as a proxy does/,
    ],
    ['says nothing', { isSilent: true }, undefined, 'timeout', /in time/],
  ])('that %s: nothing was sent', async (_what, behavior, known, code, says) => {
    const server = await serve((_request, response) => sendJson(response, 200, {}));
    const proxy = await socksWith(behavior);
    const network = through(proxy.port, { kind: 'socks5', login: known });
    const failure = await failureOf(server.url, { network, connectMs: 700 });
    expect(failure).toMatchObject({ code, sent: false });
    expect(failure.message).toMatch(says);
    expect(failure.message).not.toContain(login.password);
    expect(server.requests).toHaveLength(0);
  });
});

describe('a certificate behind a proxy', () => {
  it.each<[what: string, names: readonly string[], days: number, isTrusted: boolean, says: string]>([
    ['of an unknown authority', ['service.test'], 1, false, 'authority'],
    ['for another name', ['other.test'], 1, true, 'another name'],
    ['that has expired', ['service.test'], -1, true, 'expired'],
  ])('%s: nothing was sent', async (_what, names, days, isTrusted, says) => {
    const server = await serve(
      (_request, response) => sendJson(response, 200, {}),
      await authority.issue(names, days),
    );
    const proxy = await proxyWith();
    const trusted = through(proxy.port);
    const network = isTrusted ? trusted : { ...trusted, ...createDirectAccess(), route: trusted.route };
    const failure = await failureOf(server.url, { network });
    expect(failure).toMatchObject({ code: 'tls', sent: false });
    expect(failure.message).toContain(says);
    expect(server.requests).toHaveLength(0);
  });
});

const placements = repetitions(250, 1000);

describe('orders through a proxy that cuts at random', () => {
  it(`are never placed twice in ${placements} placements, and no token is in the log of the proxy`, async () => {
    const random = seededRandom(45).next;
    const placed = new Map<string, number>();
    const server = await serve(({ body }, response) => {
      const { name } = JSON.parse(body) as { name: string };
      placed.set(name, (placed.get(name) ?? 0) + 1);
      const statusHistory = [{ state: 'created', when: '2026-11-22T18:00:00Z' }];
      sendJson(response, 201, { id: name, descriptiveName: name, request: name, statusHistory });
    });
    const proxy = await proxyWith(async ({ client, connect, refuse }) => {
      const fate = random();
      if (fate < 0.1) return refuse(fate < 0.05 ? 502 : 407);
      if (fate < 0.15) return void client.destroy();
      const upstream = await connect();
      if (fate > 0.5) return;
      // A cut after some bytes in one direction: in the handshake, the request or the response.
      const [from, limit] = [random() < 0.5 ? client : upstream, random() * 3000];
      let bytes = 0;
      from.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes >= limit) client.destroy();
      });
    });
    const access = buildServiceAccess(buildProfile(server.url));
    const http = createHttp({ network: through(proxy.port) });
    const client = createServiceClient(access, { http });

    const outcomes = { accepted: 0, unknown: 0, notSent: 0 };
    for (let placement = 0, order = 0; placement < placements; placement += 1) {
      const name = `order-${order}`;
      const result = await client.placeOrder(JSON.stringify({ name }));
      const isUnknown = !result.ok && result.failure.code === 'unknown-outcome';
      if (!result.ok && !isUnknown) {
        // It was not sent, so the analyst sends the same order again.
        expect(result.failure.status).toBeUndefined();
        expect(placed.has(name)).toBe(false);
        outcomes.notSent += 1;
        continue;
      }
      if (result.ok) expect(placed.get(name)).toBe(1);
      outcomes[isUnknown ? 'unknown' : 'accepted'] += 1;
      order += 1;
    }
    expect([...placed.values()].filter((times) => times > 1)).toEqual([]);
    // Every kind occurred often enough to mean something.
    expect(Math.min(...Object.values(outcomes))).toBeGreaterThan(placements / 20);
    expect(proxy.log()).not.toContain('test-token');
    expect(proxy.log()).not.toContain('order-');
  }, 120_000);
});

async function unusedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address ? address.port : 0;
}
