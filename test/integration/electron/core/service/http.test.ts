import { execFile } from 'node:child_process';
import net from 'node:net';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import {
  createHttp,
  type HttpOptions,
  type HttpRequest,
  isProtected,
  type SlowExchange,
} from '../../../../../electron/core/service/http.ts';
import { createDirectAccess } from '../../../../../electron/core/service/network-access.ts';
import { makeCertificate } from '../../../../builders/certificate.ts';
import {
  type Respond,
  sendJson,
  startHttpServer,
  type TestServer,
} from '../../../../builders/http-server.ts';

const opened: { close(): unknown }[] = [];
afterEach(async () => {
  for (const each of opened.splice(0)) await each.close();
});

async function serve(answer: Respond): Promise<TestServer> {
  const server = await startHttpServer(answer);
  opened.push(server);
  return server;
}

function send(url: string, request: Partial<HttpRequest> = {}, options: HttpOptions = {}) {
  const http = createHttp(options);
  return http({ method: 'GET', url: new URL(url), maxBytes: 1_000_000, connection: 'reused', ...request });
}

async function failureOf(url: string, request: Partial<HttpRequest> = {}, options: HttpOptions = {}) {
  const outcome = await send(url, request, options);
  if (outcome.ok) throw new Error(`It answered with ${outcome.response.status}.`);
  return { code: outcome.failure.code, message: outcome.failure.message, sent: outcome.sent };
}

describe('a response', () => {
  it('comes with status, headers and body, whatever the status', async () => {
    const server = await serve((_request, response) => sendJson(response, 418, { a: 'ä' }));
    const outcome = await send(`${server.url}/x`);
    expect(outcome.ok && outcome.response.status).toBe(418);
    expect(outcome.ok && new TextDecoder().decode(outcome.response.body)).toBe('{"a":"ä"}');
  });

  it('is decompressed', async () => {
    const server = await serve(({ headers }, response) => {
      expect(headers['accept-encoding']).toBe('gzip');
      response.writeHead(200, { 'Content-Encoding': 'GZIP' }).end(gzipSync('ä'.repeat(100_000)));
    });
    const outcome = await send(server.url);
    expect(outcome.ok && new TextDecoder().decode(outcome.response.body)).toBe('ä'.repeat(100_000));
  });

  it('reuses connections for what may be repeated and never for what may not', async () => {
    const server = await serve((_request, response) => sendJson(response, 200, {}));
    const http = createHttp();
    const url = new URL(server.url);
    const once: HttpRequest = { method: 'POST', url, body: 'x', maxBytes: 100, connection: 'fresh' };
    const often: HttpRequest = { method: 'GET', url, maxBytes: 100, connection: 'reused' };
    for (const request of [often, often, often]) await http(request);
    expect(server.connections()).toBe(1);
    for (const request of [once, once, once]) await http(request);
    expect(server.connections()).toBe(4);
    expect(server.requests.at(-1)?.headers.connection).toBe('close');
  });
});

describe('failures are distinguished', () => {
  it('refused connection: nothing was sent', async () => {
    const server = await startHttpServer(() => {});
    await server.close();
    expect(await failureOf(server.url)).toMatchObject({ code: 'unreachable', sent: false });
    expect((await failureOf(server.url)).message).toContain('refused');
  });

  it('unknown name: nothing was sent', async () => {
    const failure = await failureOf('https://no-such-host.invalid/');
    expect(failure).toMatchObject({ code: 'unreachable', sent: false });
    expect(failure.message).toContain('no-such-host.invalid');
  });

  it('a connection that is never accepted: timeout, nothing was sent', async () => {
    // A TLS handshake that no one completes.
    const silent = net.createServer(() => {});
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const sockets = new Set<net.Socket>();
    silent.on('connection', (socket) => sockets.add(socket));
    opened.push({
      close: () => {
        for (const socket of sockets) socket.destroy();
        silent.close();
      },
    });
    const { port } = silent.address() as net.AddressInfo;
    const failure = await failureOf(`https://127.0.0.1:${port}/`, {}, { connectMs: 100 });
    expect(failure).toMatchObject({ code: 'timeout', sent: false });
  });

  it('plain HTTP where HTTPS is expected: tls, nothing was sent', async () => {
    const server = await serve(() => {});
    const failure = await failureOf(server.url.replace('http:', 'https:'));
    expect(failure).toMatchObject({ code: 'tls', sent: false });
    expect(server.requests).toHaveLength(0);
  });

  it('no headers for too long: timeout, something was sent', async () => {
    const server = await serve(() => {});
    expect(await failureOf(server.url, {}, { idleMs: 100 })).toMatchObject({ code: 'timeout', sent: true });
  });

  it('a body that stops coming: timeout', async () => {
    const server = await serve((_request, response) => {
      response.writeHead(200, { 'Content-Length': '100' });
      response.write('half');
    });
    expect(await failureOf(server.url, {}, { idleMs: 100 })).toMatchObject({ code: 'timeout', sent: true });
  });

  it('a body that drips for ever: timeout of the whole', async () => {
    const server = await serve((_request, response) => {
      response.writeHead(200);
      const drip = setInterval(() => response.write('.'), 20);
      response.on('close', () => clearInterval(drip));
    });
    const failure = await failureOf(server.url, {}, { idleMs: 5_000, totalMs: 300 });
    expect(failure).toMatchObject({ code: 'timeout', sent: true });
    expect(failure.message).toContain('0.3 s');
  });

  it('a body that drips is reported, with what came and how long it may still take', async () => {
    const server = await serve((_request, response) => {
      response.writeHead(200);
      response.write('12345');
    });
    const reports: SlowExchange[] = [];
    const controller = new AbortController();
    const onSlow = (slow: SlowExchange) => {
      reports.push(slow);
      if (slow.receivedBytes > 0 && reports.length > 1) controller.abort();
    };
    const request = { onSlow, isLong: true, signal: controller.signal };
    const failure = await failureOf(server.url, request, { slowMs: 20, totalMs: 300_000 });
    expect(failure.code).toBe('cancelled');
    const last = reports.at(-1);
    expect(last).toMatchObject({ receivedBytes: 5 });
    expect((last?.elapsedMs ?? 0) + (last?.leftMs ?? 0)).toBeCloseTo(300_000);
  });

  it('a redirect is refused and names where it leads, without what might be secret', async () => {
    const elsewhere = await serve((_request, response) => sendJson(response, 200, {}));
    const server = await serve((_request, response) => {
      response.writeHead(302, { Location: `${elsewhere.url}/login?token=secret` }).end();
    });
    const failure = await failureOf(server.url, { headers: { Authorization: 'Bearer abc' } });
    expect(failure.code).toBe('redirected');
    expect(failure.message).toContain(new URL(elsewhere.url).host);
    expect(failure.message).not.toContain('secret');
    expect(elsewhere.requests).toHaveLength(0);
  });

  it('a body that is announced as too large is not read', async () => {
    const server = await serve((_request, response) => {
      response.writeHead(200, { 'Content-Length': '5000000' }).flushHeaders();
    });
    expect(await failureOf(server.url)).toMatchObject({ code: 'too-large' });
  });

  it('a body that grows too large is cut off', async () => {
    const server = await serve(async (_request, response) => {
      response.on('error', () => {});
      const piece = Buffer.alloc(65_536);
      for (let sent = 0; sent < 200 && !response.destroyed; sent += 1) {
        if (!response.write(piece)) await new Promise((resolve) => setTimeout(resolve, 1));
      }
    });
    expect(await failureOf(server.url)).toMatchObject({ code: 'too-large' });
  });

  it('a reset in the middle of the body', async () => {
    const server = await serve((_request, response) => {
      response.writeHead(200, { 'Content-Length': '100' });
      response.write('half', () => response.socket?.resetAndDestroy());
    });
    expect(await failureOf(server.url)).toMatchObject({ code: 'unreachable', sent: true });
  });

  it('a truncated chunked body is a failure', async () => {
    const server = await serve((_request, response) => {
      response.writeHead(200, { 'Transfer-Encoding': 'chunked' });
      response.write('half', () => response.socket?.end());
    });
    expect(await failureOf(server.url)).toMatchObject({ code: 'unreachable', sent: true });
  });

  it('something that is no web service', async () => {
    const other = net.createServer((socket) => socket.end('SSH-2.0-OpenSSH_9.2\r\n'));
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    opened.push(other);
    const { port } = other.address() as net.AddressInfo;
    expect(await failureOf(`http://127.0.0.1:${port}/`)).toMatchObject({ code: 'bad-response', sent: true });
  });

  it('another protocol', async () => {
    const switching = 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n';
    const other = net.createServer((socket) => socket.once('data', () => socket.write(switching)));
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    opened.push(other);
    const { port } = other.address() as net.AddressInfo;
    const failure = await failureOf(`http://127.0.0.1:${port}/`);
    expect(failure).toMatchObject({ code: 'bad-response', sent: true });
    expect(failure.message).toContain('another protocol');
  });

  it('a response in an encoding that was not requested', async () => {
    const server = await serve((_request, response) => {
      response.writeHead(200, { 'Content-Encoding': 'br' }).end('x');
    });
    expect(await failureOf(server.url)).toMatchObject({ code: 'bad-response' });
  });

  it('a compressed body that grows too large is refused, however small its transfer', async () => {
    const small = gzipSync(Buffer.alloc(20_000_000));
    expect(small.length).toBeLessThan(100_000);
    const server = await serve((_request, response) => {
      response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(small);
    });
    expect(await failureOf(server.url)).toMatchObject({ code: 'too-large' });
  });

  it('a reset in the middle of a compressed body', async () => {
    const server = await serve((_request, response) => {
      response.writeHead(200, { 'Content-Encoding': 'gzip', 'Content-Length': '1000' });
      response.write(gzipSync('half').subarray(0, 12), () => response.socket?.resetAndDestroy());
    });
    expect(await failureOf(server.url)).toMatchObject({ code: 'unreachable', sent: true });
  });

  it('cancelled before and during', async () => {
    const server = await serve(() => {});
    expect(await failureOf(server.url, { signal: AbortSignal.abort() })).toMatchObject({
      code: 'cancelled',
      sent: false,
    });
    const controller = new AbortController();
    const during = failureOf(server.url, { signal: controller.signal });
    while (server.requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    controller.abort();
    expect(await during).toMatchObject({ code: 'cancelled', sent: true });
  });

  it('plain HTTP to another computer is refused before anything is sent', async () => {
    const failure = await failureOf('http://service.example.org/pas/login');
    expect(failure).toMatchObject({ code: 'insecure-address', sent: false });
  });
});

describe('which addresses are protected', () => {
  it.each([
    ['https://example.org/', true],
    ['http://localhost:8080/', true],
    ['http://127.0.0.1/', true],
    ['http://127.1.2.3/', true],
    ['http://[::1]:1/', true],
    ['http://example.org/', false],
    ['http://127.0.0.1.example.org/', false],
    ['http://localhost.example.org/', false],
    ['http://192.168.0.1/', false],
    ['ftp://127.0.0.1/', false],
  ])('%s: %s', (address, expected) => {
    expect(isProtected(new URL(address))).toBe(expected);
  });
});

/** A service with a certificate that it signed itself; `certificate` is the file of it. */
async function serveSelfSigned(address?: string) {
  const { key, cert, file } = await makeCertificate(address);
  const pem = { key, cert };
  const server = await startHttpServer((_request, response) => sendJson(response, 200, {}), pem);
  opened.push(server);
  return { server, pem, certificate: file };
}

const serviceFolder = new URL('../../../../../electron/core/service/', import.meta.url);

describe('TLS', () => {
  it('sends nothing to a service with an untrusted certificate, and trusts one with a trusted certificate', async () => {
    const { server, pem } = await serveSelfSigned();
    const headers = { Authorization: 'Bearer very-secret' };
    for (const connection of ['fresh', 'reused'] as const) {
      const refused = await failureOf(server.url, { headers, connection });
      expect(refused).toMatchObject({ code: 'tls', sent: false });
      expect(refused.message).toContain('authority');
      expect(refused.message).not.toContain('very-secret');
    }
    expect(server.requests).toHaveLength(0);

    const trusted = await send(server.url, { headers }, { network: createDirectAccess([pem.cert]) });
    expect(trusted.ok && trusted.response.status).toBe(200);
    const other = await serveSelfSigned('192.0.2.1');
    const trusting = { network: createDirectAccess([other.pem.cert]) };
    const misnamed = await failureOf(other.server.url, {}, trusting);
    expect(misnamed).toMatchObject({ code: 'tls', sent: false });
    expect(misnamed.message).toContain('another name');
  });

  it('trusts the authorities that the operating system trusts, and those that come with the runtime', async () => {
    const { server, certificate } = await serveSelfSigned();
    const program = `
      import tls from 'node:tls';
      import { trustedAuthorities } from ${JSON.stringify(new URL('network-access.ts', serviceFolder).href)};
      import { createHttp } from ${JSON.stringify(new URL('http.ts', serviceFolder).href)};
      console.log(tls.rootCertificates.every((one) => trustedAuthorities()?.includes(one)));
      const url = new URL(${JSON.stringify(server.url)});
      const http = createHttp();
      for (const connection of ['fresh', 'reused']) {
        const outcome = await http({ method: 'GET', url, maxBytes: 1000, connection });
        console.log(outcome.ok ? outcome.response.status : outcome.failure.message);
      }
      process.exit();
    `;
    // Where OpenSSL, and so Linux, looks for the authorities of the machine.
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--input-type=module', '--eval', program],
      { env: { ...process.env, SSL_CERT_FILE: certificate } },
    );
    expect(stdout.trim().split('\n')).toEqual(['true', '200', '200']);
  });
});
