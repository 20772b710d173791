import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { limitedDemoCredentials } from '../../../../../electron/core/demo-service/demo-credentials.ts';
import type { DemoService } from '../../../../../electron/core/demo-service/demo-service.ts';
import { createTestClock, postLogin, startTestDemoService } from '../../../../builders/demo-service.ts';

const clock = createTestClock();
let service: DemoService;

beforeAll(async () => {
  service = await startTestDemoService({ now: clock.now });
});
afterAll(() => service.close());

const post = (body: BodyInit, headers: Record<string, string> = {}) =>
  fetch(`${service.baseUrl}/pas/login`, { method: 'POST', body, headers });
const form = (fields: Record<string, string>) => post(new URLSearchParams(fields));

describe('signing in to the demo service', () => {
  it('gives a bearer token for eight hours', async () => {
    const response = await postLogin(service);
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({
      access_token: expect.stringMatching(/^[\w-]+\.[\w-]+$/),
      token_type: 'Bearer',
      expires_in: 28_800,
    });
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect((await postLogin(service, limitedDemoCredentials)).status).toBe(200);
  });

  it('responds 401 to a wrong password and to an unknown user alike', async () => {
    const wrong = await postLogin(service, { username: 'analyst@example.org', password: 'wrong' });
    const unknown = await postLogin(service, { username: 'nobody@example.org', password: 'sightline' });
    expect([wrong.status, unknown.status]).toEqual([401, 401]);
    expect(await wrong.text()).toBe(await unknown.text());
  });

  it('responds 400 to a form with something missing', async () => {
    expect((await form({ username: 'a', password: 'b' })).status).toBe(400);
    expect((await form({ grant_type: 'client_credentials', username: 'a', password: 'b' })).status).toBe(400);
    expect((await form({ grant_type: 'password', username: 'a' })).status).toBe(400);
    expect((await form({ grant_type: 'password', password: 'b' })).status).toBe(400);
  });

  it('responds 415 to anything but a form', async () => {
    const body = { grant_type: 'password', username: 'analyst@example.org', password: 'sightline' };
    expect((await post(JSON.stringify(body), { 'Content-Type': 'application/json' })).status).toBe(415);
  });

  it('takes the token until it expires', async () => {
    const { access_token: token } = (await (await postLogin(service)).json()) as { access_token: string };
    const list = () =>
      fetch(`${service.baseUrl}/ios/order`, { headers: { Authorization: `Bearer ${token}` } });
    expect((await list()).status).toBe(200);
    clock.advance(28_799_000);
    expect((await list()).status).toBe(200);
    clock.advance(1000);
    expect((await list()).status).toBe(401);
  });
});
