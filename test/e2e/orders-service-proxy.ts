import { expect, type Page } from '@playwright/test';
import { startDemoService } from '../../electron/core/demo-service/demo-service.ts';
import { startHttpServer, type TestServer } from '../builders/http-server.ts';

/** A proxy in front of a demo service that can drop responses. */
export type LosingProxy = TestServer & {
  /** From now on an order reaches the service, but its response is dropped. */
  loseOrderAnswers(lose: boolean): void;
};

/** Starts a demo service behind a proxy. */
export async function startLosingProxy(): Promise<LosingProxy> {
  const service = await startDemoService({});
  let losing = false;
  const server = await startHttpServer(async (request, response) => {
    const { authorization, 'content-type': contentType } = request.headers;
    const answer = await fetch(service.baseUrl + request.path, {
      method: request.method,
      headers: {
        ...(authorization && { authorization }),
        ...(contentType && { 'content-type': contentType }),
      },
      ...(request.body === '' ? {} : { body: request.body }),
    });
    const body = Buffer.from(await answer.arrayBuffer());
    if (losing && request.method === 'POST' && request.path === '/ios/order') response.destroy();
    else {
      const type = answer.headers.get('content-type');
      response.writeHead(answer.status, type === null ? {} : { 'content-type': type }).end(body);
    }
  });
  return {
    ...server,
    close: async () => {
      await server.close();
      await service.close();
    },
    loseOrderAnswers: (lose) => {
      losing = lose;
    },
  };
}

/** Where the demo service of this run listens, once the user has signed in to it. */
export async function demoBaseUrl(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const response = await fetch('/api/session.profiles');
    const profiles: { id: string; baseUrl: string }[] = (await response.json()).result.data;
    return profiles.find(({ id }) => id === 'demo')?.baseUrl ?? '';
  });
}

/** Adds a profile for the service at `baseUrl` and makes it the current one; what is typed then is for this profile. */
export async function useService(page: Page, baseUrl: string): Promise<void> {
  await page.evaluate(async (address) => {
    const post = async (procedure: string, input: unknown) => {
      const response = await fetch(`/api/${procedure}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(input),
      });
      const { result } = await response.json();
      if (!result?.data?.ok) throw new Error(`${procedure}: ${JSON.stringify(result)}`);
      return result.data.value;
    };
    const profile = await post('session.saveProfile', {
      name: 'Behind a proxy',
      baseUrl: address,
      imageBaseUrl: address,
    });
    await post('session.selectProfile', profile.id);
  }, baseUrl);
  // The form of the profile before is replaced, with what is typed in it, when the page is notified of the change.
  await expect(page.getByRole('button', { name: 'Workspace: Behind a proxy' })).toBeVisible();
}
