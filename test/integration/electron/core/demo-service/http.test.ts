import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DemoService } from '../../../../../electron/core/demo-service/demo-service.ts';
import { signIn, startTestDemoService } from '../../../../builders/demo-service.ts';

let service: DemoService;
let headers: { Authorization: string };

beforeAll(async () => {
  service = await startTestDemoService();
  headers = await signIn(service);
});
afterAll(() => service.close());

describe('the demo service over HTTP', () => {
  it('listens on loopback and names its addresses', () => {
    expect(service.baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(service.imageBaseUrl).toBe(`${service.baseUrl}/chips`);
  });

  it.each([
    '/',
    '/ios',
    '/ios/order/',
    '/ios/order/a/b',
    '/pas/login/x',
    '/psdm/graphql',
    '/chips/East-Asia/a.jpg',
  ])('responds 404 at %s', async (path) => {
    const response = await fetch(service.baseUrl + path, { headers });
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ status: 404, reason: expect.any(String) });
  });

  it.each([
    ['GET', '/pas/login', 'POST'],
    ['PUT', '/ios/order', 'GET, HEAD, POST'],
    ['POST', '/ios/order/some-id', 'GET, HEAD'],
    ['DELETE', '/ios/order/some-id', 'GET, HEAD'],
    ['POST', '/ios/order/request/some-id', 'GET, HEAD'],
    ['GET', '/psdm/graphql/gmss', 'POST'],
    ['OPTIONS', '/psdm/graphql/gmss', 'POST'],
    ['POST', '/chips/East-Asia/x.png', 'GET, HEAD'],
  ])('responds 405 to %s %s and states what is allowed', async (method, path, allowed) => {
    const response = await fetch(service.baseUrl + path, { method, headers });
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe(allowed);
  });

  it.each([
    ['GET', '/ios/order'],
    ['POST', '/ios/order'],
    ['GET', '/ios/order/some-id'],
    ['GET', '/ios/order/request/some-id'],
    ['POST', '/psdm/graphql/gmss'],
  ])('responds 401 to %s %s without a token, or with a wrong one', async (method, path) => {
    for (const authorization of [
      undefined,
      'Bearer',
      'Bearer nonsense',
      'Bearer a.b',
      'Basic YTpi',
      headers.Authorization.slice(0, -2),
    ]) {
      const response = await fetch(service.baseUrl + path, {
        method,
        headers: authorization === undefined ? {} : { Authorization: authorization },
      });
      expect(response.status).toBe(401);
      expect(response.headers.get('www-authenticate')).toBe('Bearer');
    }
  });

  it('responds to HEAD where it responds to GET, without a body', async () => {
    const get = await fetch(`${service.baseUrl}/ios/order`, { headers });
    const head = await fetch(`${service.baseUrl}/ios/order`, { method: 'HEAD', headers });
    expect(head.status).toBe(200);
    expect(head.headers.get('content-length')).toBe(get.headers.get('content-length'));
    expect(await head.text()).toBe('');
    expect((await get.text()).length).toBeGreaterThan(2);
  });

  it('refuses bodies over 4 MiB, of another type, and that are no text', async () => {
    const post = (body: BodyInit, type: string) =>
      fetch(`${service.baseUrl}/ios/order`, {
        method: 'POST',
        headers: { ...headers, 'Content-Type': type },
        body,
      });
    expect((await post('x'.repeat(4 * 1024 * 1024 + 1), 'application/json')).status).toBe(413);
    expect((await post('{}', 'text/plain')).status).toBe(415);
    expect((await post(new Uint8Array([0x22, 0xff, 0x22]), 'application/json')).status).toBe(400);
    expect((await post('{', 'application/json')).status).toBe(400);
  });

  it('allows no other origin to read', async () => {
    const response = await fetch(`${service.baseUrl}/ios/order`, {
      headers: { ...headers, Origin: 'https://a.example' },
    });
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
  });

  it('responds 404 to a path that is not properly encoded', async () => {
    expect((await fetch(`${service.baseUrl}/ios/order/%ff`, { headers })).status).toBe(404);
  });
});
