import { afterEach, describe, expect, it } from 'vitest';
import { createHttp } from '../../../../../electron/core/service/http.ts';
import { createLogIn } from '../../../../../electron/core/service/login.ts';
import { createServiceClient } from '../../../../../electron/core/service/service-client.ts';
import type { Result } from '../../../../../shared/result.ts';
import type { Profile } from '../../../../../shared/settings/profile.ts';
import { buildPng } from '../../../../builders/chip-png.ts';
import {
  type Respond,
  sendJson,
  startHttpServer,
  type TestServer,
} from '../../../../builders/http-server.ts';
import { buildProfile, buildServiceAccess } from '../../../../builders/service-access.ts';

const opened: TestServer[] = [];
afterEach(async () => {
  for (const server of opened.splice(0)) await server.close();
});

async function serve(answer: Respond): Promise<TestServer> {
  const server = await startHttpServer(answer);
  opened.push(server);
  return server;
}

/** A client whose retries do not wait. */
async function clientOf(answer: Respond, profile: Partial<Profile> = {}) {
  const server = await serve(answer);
  const access = buildServiceAccess(buildProfile(server.url, profile));
  const client = createServiceClient(access, { retry: { wait: async () => {} } });
  return { server, access, client };
}

function failureOf(result: Result<unknown>) {
  if (result.ok) throw new Error('It succeeded.');
  return result.failure;
}

const page = '<!doctype html><title>Sign in to the guest network</title>';

describe('login', () => {
  const logIn = (profile: Profile) => createLogIn(createHttp())(profile, 'anna@example.org', 'p&s =ä');

  it('sends the form once and reads the token', async () => {
    const server = await serve((_request, response) =>
      sendJson(response, 200, { access_token: 'abc', token_type: 'Bearer', expires_in: 28800 }),
    );
    expect(await logIn(buildProfile(server.url))).toEqual({
      ok: true,
      value: { token: 'abc', expiresInSeconds: 28800 },
    });
    const [request] = server.requests;
    expect(request?.path).toBe('/pas/login');
    expect(request?.headers['content-type']).toBe('application/x-www-form-urlencoded');
    expect(Object.fromEntries(new URLSearchParams(request?.body))).toEqual({
      grant_type: 'password',
      username: 'anna@example.org',
      password: 'p&s =ä',
    });
  });

  it.each([
    ['', undefined],
    [',"expires_in":null', undefined],
    [',"expires_in":"28800"', 28800],
    [',"expires_in":28800.5', 28800.5],
  ])('reads a token with the lifetime %s', async (member, expiresInSeconds) => {
    const server = await serve((_request, response) => {
      response.writeHead(200).end(`{"access_token":"abc"${member}}`);
    });
    expect(await logIn(buildProfile(server.url))).toEqual({
      ok: true,
      value: { token: 'abc', expiresInSeconds },
    });
  });

  it.each([
    [401, 'wrong-credentials', 'Check both'],
    [400, 'wrong-credentials', 'base address'],
    [403, 'forbidden', 'operator'],
    [404, 'not-found', 'base address'],
    [405, 'not-found', 'base address'],
    [500, 'server-error', 'later'],
    [503, 'server-error', 'later'],
    [204, 'bad-response', '204'],
  ])('reports status %i as %s, once, without the password', async (status, code, remedy) => {
    const server = await serve((_request, response) => {
      response.writeHead(status).end(status === 204 ? undefined : 'Wrong: p&s =ä');
    });
    const failure = failureOf(await logIn(buildProfile(server.url)));
    expect(failure).toMatchObject({ code, status });
    expect(failure.message).toContain(remedy);
    expect(failure.message).toMatch(new RegExp(`^Test service \\(${new URL(server.url).host}\\) `));
    expect(failure.message).not.toContain('know');
    expect(JSON.stringify(failure)).not.toContain('p&s');
    expect(server.requests).toHaveLength(1);
    // The address of the demo service is another one at each start.
    const demo = failureOf(await logIn(buildProfile(server.url, { kind: 'demo', name: 'Demo service' })));
    expect(demo.message).toMatch(/^Demo service /);
    expect(demo.message).not.toContain('127.0.0.1');
  });

  it.each([
    ['a web page', page],
    ['cut JSON', '{"access_token":"ab'],
    ['a lifetime of none', '{"access_token":"abc","expires_in":"0"}'],
    ['a lifetime in words', '{"access_token":"abc","expires_in":"8 hours"}'],
    ['an endless lifetime', '{"access_token":"abc","expires_in":1e999}'],
    ['another kind of token', '{"access_token":"abc","token_type":"mac","expires_in":1}'],
    ['a token that breaks a header', '{"access_token":"a\\r\\nX: y","expires_in":1}'],
    ['a list', '[]'],
  ])('does not take %s for a token', async (_what, body) => {
    const server = await serve((_request, response) => {
      response.writeHead(200).end(body);
    });
    expect(failureOf(await logIn(buildProfile(server.url)))).toMatchObject({ code: 'bad-response' });
  });

  it('sends no password where it could be read', async () => {
    const failure = failureOf(await logIn(buildProfile('http://service.example.org')));
    expect(failure.code).toBe('insecure-address');
  });
});

describe('every call', () => {
  it('is refused for the missing sign-in, where there is no address before one', async () => {
    const access = buildServiceAccess(
      buildProfile('', { kind: 'demo', baseUrl: '', imageBaseUrl: '', name: 'Demo service' }),
    );
    access.current = undefined;
    const client = createServiceClient(access);
    const missing = { code: 'signed-out', message: 'Sign in to Demo service first.' };
    expect(failureOf(await client.listOrders())).toMatchObject(missing);
    expect(failureOf(await client.getChip('East Asia', 'CHIP-1'))).toMatchObject(missing);
  });

  it('sends the token to the service, below the path of its address', async () => {
    const server = await serve((_request, response) => sendJson(response, 200, []));
    const access = buildServiceAccess(buildProfile(`${server.url}/api/`));
    await createServiceClient(access).listOrders();
    expect(server.requests[0]?.path).toBe('/api/ios/order');
    expect(server.requests[0]?.headers.authorization).toBe('Bearer test-token');
    expect(access.reports).toEqual([undefined]);
  });

  it('sends no request while signed out', async () => {
    const { server, access, client } = await clientOf((_request, response) => sendJson(response, 200, []));
    access.current = undefined;
    expect(failureOf(await client.listOrders())).toMatchObject({ code: 'signed-out' });
    expect(server.requests).toHaveLength(0);
  });

  it('reports a refused token to the session, without a retry', async () => {
    const { server, access, client } = await clientOf((_request, response) => sendJson(response, 401, {}));
    expect(failureOf(await client.listOrders())).toMatchObject({ code: 'signed-out', status: 401 });
    expect(access.refused).toEqual(['test-token']);
    expect(server.requests).toHaveLength(1);
  });

  it('reports to the session why the service could not be reached', async () => {
    const { server, access, client } = await clientOf(() => {});
    await server.close();
    const failure = failureOf(await client.listOrders());
    expect(failure.code).toBe('unreachable');
    expect(access.reports).toEqual([failure.message]);
  });

  it('has the token in no failure', async () => {
    const { client } = await clientOf((request, response) => {
      response.writeHead(500).end(`You sent ${request.headers.authorization}`);
    });
    expect(JSON.stringify(await client.listOrders())).not.toContain('test-token');
  });

  it.each([
    [400, 'refused', 1],
    [403, 'forbidden', 1],
    [404, 'not-found', 1],
    [405, 'method-not-allowed', 1],
    [500, 'server-error', 5],
    [429, 'refused', 5],
  ])('reports status %i as %s after %i tries', async (status, code, tries) => {
    const { server, client } = await clientOf((_request, response) =>
      sendJson(response, status, { message: 'That is why.' }),
    );
    const failure = failureOf(await client.getOrder('7'));
    expect(failure).toMatchObject({ code, status });
    expect(failure.message).toContain('“That is why.”');
    expect(server.requests).toHaveLength(tries);
  });

  it('encodes what goes into an address', async () => {
    const { server, client } = await clientOf((_request, response) => sendJson(response, 404, {}));
    await client.getOrder('a/../b?c#d e');
    expect(server.requests[0]?.path).toBe('/ios/order/a%2F..%2Fb%3Fc%23d%20e');
    expect(failureOf(await client.getOrder('..'))).toMatchObject({ code: 'invalid-input' });
    expect(failureOf(await client.getOrder('\ud800'))).toMatchObject({ code: 'invalid-input' });
    expect(server.requests).toHaveLength(1);
  });

  it('reports a web page instead of data', async () => {
    const { client } = await clientOf((_request, response) => {
      response.writeHead(200, { 'Content-Type': 'text/html' }).end(page);
    });
    for (const result of [await client.listOrders(), await client.queryPage('x')]) {
      expect(failureOf(result)).toMatchObject({ code: 'bad-response' });
      expect(failureOf(result).message).toContain('a web page came instead of data');
    }
  });
});

describe('orders', () => {
  it('returns the readable ones of a list and names the others', async () => {
    const { client } = await clientOf((_request, response) =>
      sendJson(response, 200, [
        { id: 'one', statusHistory: null, future: 1 },
        { name: 'no id' },
        null,
        { id: 'two', statusHistory: [{ state: 'brand-new', when: 'x' }] },
      ]),
    );
    const listing = await client.listOrders();
    expect(listing.ok && listing.value.orders.map(({ id }) => id)).toEqual(['one', 'two']);
    expect(listing.ok && listing.value.orders[0]).toHaveProperty('future', 1);
    expect(listing.ok && listing.value.problems).toHaveLength(2);
    expect(listing.ok && listing.value.problems[0]).toMatch(/Order 2 of the list cannot be read: id/);
  });

  it('refuses excessive nesting', async () => {
    const deep = '['.repeat(100_000) + ']'.repeat(100_000);
    const { client } = await clientOf((requested, response) => {
      const order = `{"id":"o1","text":"[[[\\"{{{","extra":${deep}}`;
      response.writeHead(200, { 'Content-Type': 'application/json' });
      response.end(requested.path === '/ios/order' ? `[${order}]` : order);
    });
    for (const result of [
      await client.listOrders(),
      await client.getOrder('o1'),
      await client.getOrderRequest('r1'),
      await client.placeOrder('{}'),
    ]) {
      expect(failureOf(result).message).toContain('nested deeper than 100 levels');
    }
  });

  it('gives a stored request byte for byte', async () => {
    const text = '{ "request" :\n {"type":"workflow","x":1e2}}\n';
    const { server, client } = await clientOf((_request, response) => {
      response.writeHead(200).end(text);
    });
    expect(await client.getOrderRequest('r-1')).toEqual({ ok: true, value: text });
    expect(server.requests[0]?.path).toBe('/ios/order/request/r-1');
  });
});

describe('placing an order', () => {
  it('sends the body as it is and reads the order', async () => {
    const { server, client } = await clientOf((_request, response) =>
      sendJson(response, 201, { id: 'o-1', statusHistory: [] }),
    );
    const placed = await client.placeOrder('{"a": 1}');
    expect(placed.ok && placed.value.id).toBe('o-1');
    expect(server.requests.map(({ method, path, body }) => [method, path, body])).toEqual([
      ['POST', '/ios/order', '{"a": 1}'],
    ]);
    expect(server.requests[0]?.headers).toMatchObject({
      'content-type': 'application/json',
      connection: 'close',
    });
  });

  it.each([400, 401, 403, 404, 405, 413, 422, 429])('status %i: refused, once', async (status) => {
    const { server, client } = await clientOf((_request, response) => sendJson(response, status, {}));
    const failure = failureOf(await client.placeOrder('{}'));
    expect(failure.status).toBe(status);
    expect(failure.code).not.toBe('unknown-outcome');
    expect(server.requests).toHaveLength(1);
  });

  it.each([408, 500, 502, 503, 504, 302, 303])('status %i: unknown, once', async (status) => {
    const { server, client } = await clientOf((_request, response) => {
      response.writeHead(status, { Location: '/elsewhere', 'Retry-After': '0' }).end();
    });
    expect(failureOf(await client.placeOrder('{}'))).toMatchObject({ code: 'unknown-outcome', status });
    expect(server.requests).toHaveLength(1);
  });

  it.each([
    ['a web page', page],
    ['an order without id', '{"statusHistory":[]}'],
    ['half an order', '{"id":"o-'],
  ])('a success with %s: unknown', async (_what, body) => {
    const { server, client } = await clientOf((_request, response) => {
      response.writeHead(201).end(body);
    });
    expect(failureOf(await client.placeOrder('{}')).code).toBe('unknown-outcome');
    expect(server.requests).toHaveLength(1);
  });

  it('a connection cut after the order has arrived: unknown, and not sent again', async () => {
    const { server, client } = await clientOf((_request, response) => {
      response.socket?.resetAndDestroy();
    });
    const failure = failureOf(await client.placeOrder('{}'));
    expect(failure.code).toBe('unknown-outcome');
    expect(failure.message).toContain('before sending again');
    expect(server.requests).toHaveLength(1);
    expect(server.connections()).toBe(1);
  });

  it('no connection at all: certainly not sent', async () => {
    const { server, client } = await clientOf(() => {});
    await server.close();
    expect(failureOf(await client.placeOrder('{}'))).toMatchObject({ code: 'unreachable' });
    expect(failureOf(await client.placeOrder('{}')).status).toBeUndefined();
  });

  it('never uses a connection that served before', async () => {
    const { server, client } = await clientOf((request, response) =>
      sendJson(response, request.method === 'POST' ? 201 : 200, request.method === 'POST' ? { id: 'o' } : []),
    );
    await client.listOrders();
    await client.listOrders();
    expect(server.connections()).toBe(1);
    await client.placeOrder('{}');
    expect(server.connections()).toBe(2);
  });
});

describe('a page of results', () => {
  it('is requested with the bare text, and returned unparsed', async () => {
    const { server, client } = await clientOf((_request, response) => {
      response.writeHead(200).end('{"not":"looked at"}');
    });
    const body = await client.queryPage('svc_udp_analyticgeojsonrecord(limit: 1) { assignedId }');
    expect(body.ok && new TextDecoder().decode(body.value)).toBe('{"not":"looked at"}');
    expect(server.requests[0]).toMatchObject({
      method: 'POST',
      path: '/psdm/graphql/gmss',
      body: 'svc_udp_analyticgeojsonrecord(limit: 1) { assignedId }',
      headers: { 'content-type': 'application/json' },
    });
  });

  it('is requested again when the connection breaks', async () => {
    let requested = 0;
    const { client } = await clientOf((_request, response) => {
      requested += 1;
      if (requested < 4) response.socket?.resetAndDestroy();
      else response.end('{}');
    });
    expect((await client.queryPage('x')).ok).toBe(true);
    expect(requested).toBe(4);
  });
});

describe('a chip', () => {
  const png = buildPng();
  const sendPng: Respond = (_request, response) => {
    response.writeHead(200, { 'Content-Type': 'image/png' }).end(png);
  };

  it('is requested without the token, its address encoded', async () => {
    const { server, client } = await clientOf(sendPng);
    const chip = await client.getChip('Eastern Europe', 'a/b ?#..');
    expect(chip.ok && Buffer.from(chip.value).equals(png)).toBe(true);
    expect(server.requests[0]?.path).toBe('/images/Eastern-Europe/a%2Fb%20%3F%23...png');
    expect(server.requests[0]?.headers.authorization).toBeUndefined();
  });

  it.each([401, 403])(
    'with the token after %i, where the image address is the service’s own',
    async (status) => {
      const { server, access, client } = await clientOf((request, response) =>
        request.headers.authorization ? sendPng(request, response) : sendJson(response, status, {}),
      );
      expect((await client.getChip('East Asia', 'c')).ok).toBe(true);
      expect(server.requests.map(({ headers }) => headers.authorization)).toEqual([
        undefined,
        'Bearer test-token',
      ]);
      access.current = undefined;
      expect(failureOf(await client.getChip('East Asia', 'c'))).toMatchObject({ code: 'signed-out' });
    },
  );

  it('never with the token elsewhere, unless the profile allows it', async () => {
    const images = await serve((request, response) =>
      request.headers.authorization ? sendPng(request, response) : sendJson(response, 401, {}),
    );
    const refused = await clientOf(sendPng, { imageBaseUrl: images.url });
    expect(failureOf(await refused.client.getChip('East Asia', 'c'))).toMatchObject({ code: 'forbidden' });
    expect(images.requests.map(({ headers }) => headers.authorization)).toEqual([undefined]);
    expect(refused.access.reports).toEqual([]);

    const allowed = await clientOf(sendPng, { imageBaseUrl: images.url, sendTokenToImages: true });
    expect((await allowed.client.getChip('East Asia', 'c')).ok).toBe(true);
  });

  it('refused with the token: forbidden, and the session lives on', async () => {
    const { access, client } = await clientOf((_request, response) => sendJson(response, 401, {}));
    expect(failureOf(await client.getChip('East Asia', 'c'))).toMatchObject({ code: 'forbidden' });
    expect(access.refused).toEqual([]);
  });

  it.each([
    ['nothing there', 404, undefined, 'not-found'],
    ['a web page', 200, page, 'bad-response'],
    ['half a PNG', 200, png.subarray(0, 40), 'bad-response'],
    ['a JPEG', 200, Buffer.from([0xff, 0xd8, 0xff]), 'bad-response'],
  ])('%s (status %i)', async (_what, status, body, code) => {
    const { client } = await clientOf((_request, response) => {
      response.writeHead(status).end(body);
    });
    expect(failureOf(await client.getChip('East Asia', 'c'))).toMatchObject({ code });
  });

  const storeOfFolders: Respond = (request, response) =>
    request.path.includes('%2F') ? sendJson(response, 404, {}) : sendPng(request, response);

  it('is requested once with plain slashes after a 404 for escaped ones', async () => {
    const { server, client } = await clientOf(storeOfFolders);
    expect((await client.getChip('East Asia', '2026/11 20/chip')).ok).toBe(true);
    expect(server.requests.map(({ path }) => path)).toEqual([
      '/images/East-Asia/2026%2F11%2020%2Fchip.png',
      '/images/East-Asia/2026/11%2020/chip.png',
    ]);
  });

  it('is requested with plain slashes when the 404 comes with the token, in the same manner', async () => {
    const { server, client } = await clientOf((request, response) =>
      request.headers.authorization ? storeOfFolders(request, response) : sendJson(response, 401, {}),
    );
    expect((await client.getChip('East Asia', 'a/b')).ok).toBe(true);
    expect(server.requests.map(({ path }) => path)).toEqual([
      '/images/East-Asia/a%2Fb.png',
      '/images/East-Asia/a%2Fb.png',
      '/images/East-Asia/a/b.png',
      '/images/East-Asia/a/b.png',
    ]);
  });

  it.each([
    ['../secret', 404],
    ['a/../../b', 404],
    ['a/./b', 404],
    ['a//b', 404],
    ['/a', 404],
    ['a/', 404],
    ['a/..', 404],
    ['no-slash', 404],
    ['a%2F..%2Fb', 404],
    ['a/b', 403],
    ['a/b', 410],
  ])('%s is not requested with plain slashes after %i', async (identifier, status) => {
    const { server, client } = await clientOf((_request, response) => sendJson(response, status, {}));
    expect((await client.getChip('East Asia', identifier)).ok).toBe(false);
    const paths = new Set(server.requests.map(({ path }) => path));
    expect([...paths]).toEqual([`/images/East-Asia/${encodeURIComponent(`${identifier}.png`)}`]);
  });

  it('is not found when neither address has it', async () => {
    const { server, client } = await clientOf((_request, response) => sendJson(response, 404, {}));
    expect(failureOf(await client.getChip('East Asia', 'a/b'))).toMatchObject({ code: 'not-found' });
    expect(server.requests).toHaveLength(2);
  });

  it('has no address for a region that would leave its folder', async () => {
    const { server, client } = await clientOf(sendPng);
    expect(failureOf(await client.getChip('..', 'c'))).toMatchObject({ code: 'invalid-input' });
    expect(server.requests).toHaveLength(0);
  });
});
