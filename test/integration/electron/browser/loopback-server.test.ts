import { once } from 'node:events';
import http from 'node:http';
import net from 'node:net';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  type LoopbackServer,
  maxBodyBytes,
  startLoopbackServer,
} from '../../../../electron/browser/loopback-server.ts';

const servers: LoopbackServer[] = [];

afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

async function serve(handle: (request: Request) => Promise<Response>, problems: unknown[] = []) {
  const server = await startLoopbackServer({ port: 0, handle, onProblem: (error) => problems.push(error) });
  servers.push(server);
  const url = new URL(server.createAddress());
  const signedIn = await send(url, { path: url.pathname + url.search });
  const cookie = signedIn.headers['set-cookie']?.[0]?.split(';')[0] ?? '';
  return { url, cookie, signedIn, server };
}

type Sent = { readonly status: number; readonly headers: http.IncomingHttpHeaders; readonly text: string };

/** Like fetch, but it lets a test lie about Host and Origin. */
async function send(url: URL, options: http.RequestOptions, body?: string | Buffer): Promise<Sent> {
  const request = http.request({ host: url.hostname, port: url.port, agent: false, ...options });
  request.end(body);
  const [response] = (await once(request, 'response')) as [http.IncomingMessage];
  let text = '';
  for await (const chunk of response.setEncoding('utf8')) text += chunk;
  return { status: response.statusCode ?? 0, headers: response.headers, text };
}

/** Resolves once `count` has not grown for a while: every buffer on the way is full. */
async function standsStill(count: () => number): Promise<void> {
  let before = -1;
  while (count() !== before) {
    before = count();
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
}

const hello = async () => new Response('hello');

describe('who may talk to the browser host', () => {
  it('turns the token of the address into a cookie that scripts and other sites never see', async () => {
    const { url, cookie, signedIn } = await serve(hello);
    expect(signedIn.status).toBe(303);
    expect(signedIn.headers.location).toBe('/');
    expect(signedIn.headers['set-cookie']?.[0]).toMatch(
      new RegExp(`^sightline-${url.port}=[\\w-]{43}; HttpOnly; SameSite=Strict; Path=/$`),
    );
    expect(await send(url, { headers: { cookie } })).toMatchObject({ status: 200, text: 'hello' });
    expect(cookie).not.toContain(url.searchParams.get('token'));
  });

  it('signs in once with each address, and then states how to get another', async () => {
    let used = 0;
    const server = await startLoopbackServer({
      port: 0,
      handle: hello,
      onProblem: () => {},
      onAddressUsed: () => {
        used += 1;
      },
      howToGetAnother: 'Open /data/open.html.',
    });
    servers.push(server);
    const url = new URL(server.createAddress());
    const open = (path: string, headers = {}) => send(url, { path, headers });
    const target = url.pathname + url.search;
    // Neither a program that only checks the address nor another host name uses it up.
    expect((await send(url, { path: target, method: 'HEAD' })).status).toBe(401);
    expect((await open(target, { host: 'evil.example' })).status).toBe(421);
    const { headers } = await open(target);
    expect(used).toBe(1);
    const again = await open(target);
    expect(again).toMatchObject({ status: 401, headers: {} });
    expect(again.headers['set-cookie']).toBeUndefined();
    expect(again.text).toBe('This address was used already; each works once. Open /data/open.html.');
    // A browser that is signed in may reload the address.
    const cookie = headers['set-cookie']?.[0]?.split(';')[0] ?? '';
    expect(await open(target, { cookie })).toMatchObject({ status: 200, text: 'hello' });

    const other = new URL(server.createAddress());
    expect(other.search).not.toBe(url.search);
    expect((await open(other.pathname + other.search)).status).toBe(303);
    expect(used).toBe(2);
  });

  it('continues from a page of its own where another page led to the address', async () => {
    const { url, server } = await serve(hello);
    const { pathname, search } = new URL(server.createAddress());
    const sent = await send(url, { path: pathname + search, headers: { 'sec-fetch-site': 'cross-site' } });
    expect(sent).toMatchObject({ status: 200, headers: { 'set-cookie': [expect.any(String)] } });
    expect(sent.text).toContain('content="0; url=/"');
  });

  it('responds to methods and addresses that no page uses', async () => {
    const problems: unknown[] = [];
    const { url, cookie } = await serve(hello, problems);
    const signedIn = { cookie, origin: url.origin };
    const status = async (method: string, path: string, headers: http.OutgoingHttpHeaders) =>
      (await send(url, { method, path, headers })).status;
    expect(await status('TRACE', '/', signedIn)).toBe(405);
    expect(await status('TRACE', '/', {})).toBe(405);
    expect(await status('GET', '//', signedIn)).toBe(400);
    expect(await status('GET', '//evil.example/', signedIn)).toBe(400);
    expect(await status('GET', 'http://evil.example/', signedIn)).toBe(400);
    expect(await status('GET', 'http://[/', signedIn)).toBe(400);
    expect(problems).toEqual([]);
  });

  it('refuses requests with neither token nor cookie, or invalid ones', async () => {
    const { url, cookie } = await serve(hello);
    for (const options of [
      {},
      { path: '/?token=' },
      { path: `/?token=${'a'.repeat(43)}` },
      { path: `/api/?token=${url.searchParams.get('token')}` },
      { headers: { cookie: `${cookie}x` } },
      { headers: { cookie: cookie.replace('sightline', 'other') } },
    ]) {
      expect((await send(url, options)).status, JSON.stringify(options)).toBe(401);
    }
  });

  it('refuses another host name: DNS rebinding', async () => {
    const { url, cookie } = await serve(hello);
    for (const host of ['evil.example', `evil.example:${url.port}`, '127.0.0.1', `127.0.0.1:${url.port}.`]) {
      expect((await send(url, { headers: { cookie, host } })).status, host).toBe(421);
    }
    const local = { cookie, host: `localhost:${url.port}` };
    expect((await send(url, { headers: local })).status).toBe(200);
  });

  it('lets only its own page change things', async () => {
    const { url, cookie } = await serve(async (request) => new Response(await request.text()));
    const post = (headers: http.OutgoingHttpHeaders) =>
      send(url, { method: 'POST', headers: { cookie, ...headers } }, 'body');
    expect((await post({})).status).toBe(403);
    expect((await post({ origin: 'http://evil.example' })).status).toBe(403);
    expect((await post({ origin: `http://127.0.0.1:${Number(url.port) + 1}` })).status).toBe(403);
    expect((await post({ origin: 'null' })).status).toBe(403);
    expect((await post({ origin: url.origin, 'sec-fetch-site': 'same-site' })).status).toBe(403);
    const own = { origin: url.origin, 'sec-fetch-site': 'same-origin' };
    expect(await post(own)).toMatchObject({ status: 200, text: 'body' });
  });

  it('refuses reads by pages of other local servers, too', async () => {
    const { url, cookie } = await serve(hello);
    const read = (site: string) => send(url, { headers: { cookie, 'sec-fetch-site': site } });
    expect((await read('same-site')).status).toBe(403);
    expect((await read('cross-site')).status).toBe(403);
    expect((await read('none')).status).toBe(200);
  });

  it('listens on loopback only', async () => {
    const { url } = await serve(hello);
    const socket = net.connect(Number(url.port), '127.0.0.2');
    await expect(once(socket, 'connect')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });
});

describe('carrying requests and responses', () => {
  it('refuses a body that is too large, announced or not', async () => {
    const { url, cookie } = await serve(async (request) => new Response(await request.text()));
    const headers = { cookie, origin: url.origin };
    const announced = { ...headers, 'content-length': maxBodyBytes + 1 };
    const request = http.request({ host: url.hostname, port: url.port, method: 'POST', headers: announced });
    request.flushHeaders();
    const [response] = (await once(request, 'response')) as [http.IncomingMessage];
    expect(response.statusCode).toBe(413);
    request.destroy();

    const socket = net.connect(Number(url.port), url.hostname);
    socket.on('error', () => {});
    socket.write(
      `POST / HTTP/1.1\r\nHost: ${url.host}\r\nOrigin: ${url.origin}\r\nCookie: ${cookie}\r\n` +
        `Transfer-Encoding: chunked\r\n\r\n${(maxBodyBytes + 1).toString(16)}\r\n`,
    );
    socket.write(Buffer.alloc(maxBodyBytes + 1));
    const [answer] = await once(socket, 'data');
    expect(String(answer)).toMatch(/^HTTP\/1.1 413 /);
    socket.destroy();
  });

  it('takes a client that leaves in the middle of its request for no failure', async () => {
    const problems: unknown[] = [];
    const { url, cookie } = await serve(hello, problems);
    const socket = net.connect(Number(url.port), url.hostname);
    socket.write(
      `POST / HTTP/1.1\r\nHost: ${url.host}\r\nOrigin: ${url.origin}\r\nCookie: ${cookie}\r\n` +
        'Content-Length: 10\r\n\r\nhalf',
    );
    await once(socket, 'ready');
    socket.destroy();
    expect((await send(url, { headers: { cookie } })).status).toBe(200);
    expect(problems).toEqual([]);
  });

  it('sends the headers of a stream before its first event', async () => {
    const silent = new ReadableStream({ pull: () => new Promise(() => {}) });
    const { url, cookie } = await serve(async () => new Response(silent, { headers: { 'x-silent': 'yes' } }));
    const request = http.get({ host: url.hostname, port: url.port, headers: { cookie } });
    const [response] = (await once(request, 'response')) as [http.IncomingMessage];
    expect(response.headers['x-silent']).toBe('yes');
    response.on('error', () => {});
    request.destroy();
  });

  it('produces no more than a slow reader reads, and cancels when the reader disconnects', async () => {
    let chunks = 0;
    let cancelled = false;
    let aborted = false;
    const endless = new ReadableStream({
      pull: (controller) => {
        chunks += 1;
        controller.enqueue(new Uint8Array(1024 * 1024));
      },
      cancel: () => {
        cancelled = true;
      },
    });
    const problems: unknown[] = [];
    const { url, cookie } = await serve(async (request) => {
      request.signal.addEventListener('abort', () => {
        aborted = true;
      });
      return new Response(endless);
    }, problems);
    const socket = net.connect(Number(url.port), url.hostname);
    socket.write(`GET / HTTP/1.1\r\nHost: ${url.host}\r\nCookie: ${cookie}\r\n\r\n`);
    await once(socket, 'readable');
    await standsStill(() => chunks);
    expect(chunks).toBeLessThan(64);
    socket.destroy();
    await expect.poll(() => [cancelled, aborted]).toEqual([true, true]);
    expect(problems).toEqual([]);
  });

  it('ends open event streams when it closes', async () => {
    const silent = new ReadableStream({ pull: () => new Promise(() => {}) });
    const { url, cookie } = await serve(async () => new Response(silent));
    const request = http.get({ host: url.hostname, port: url.port, headers: { cookie } });
    const [response] = (await once(request, 'response')) as [http.IncomingMessage];
    const ended = once(response, 'error');
    response.resume();
    await servers.pop()?.close();
    await ended;
    await expect(send(url, {})).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });

  it('reports a failure without the address’s query, and responds', async () => {
    const problems: unknown[] = [];
    const { url, cookie } = await serve(async () => {
      throw new Error('unexpected');
    }, problems);
    expect((await send(url, { headers: { cookie } })).status).toBe(500);
    expect(problems).toMatchObject([{ message: 'unexpected' }]);
  });
});

it('lets an upload take longer than Node lets a request take', async () => {
  const { createServer } = http;
  const spy = vi
    .spyOn(http, 'createServer')
    .mockImplementation(((options: http.ServerOptions) =>
      createServer({ requestTimeout: 100, connectionsCheckingInterval: 20, ...options })) as never);
  onTestFinished(() => spy.mockRestore());
  const { url, cookie } = await serve(async (request) => new Response(await request.text()));
  const upload = http.request({
    host: url.hostname,
    port: url.port,
    agent: false,
    method: 'POST',
    path: '/incoming',
    headers: { cookie, origin: url.origin },
  });
  const received = once(upload, 'response');
  upload.write('begun ');
  // A server with the timeout shows when it has passed for requests that began before.
  const limited = http.createServer({});
  await new Promise<void>((resolve) => limited.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void limited.close());
  const { port } = limited.address() as net.AddressInfo;
  const cutOff = http.request({ host: '127.0.0.1', port, agent: false, method: 'POST' });
  cutOff.on('error', () => {});
  cutOff.write('begun ');
  const [refused] = (await once(cutOff, 'response')) as [http.IncomingMessage];
  expect(refused.resume().statusCode).toBe(408);

  upload.end('ended');
  const [response] = (await received) as [http.IncomingMessage];
  let text = '';
  for await (const chunk of response.setEncoding('utf8')) text += chunk;
  expect([response.statusCode, text]).toEqual([200, 'begun ended']);
});
