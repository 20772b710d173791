import type { Page } from '@playwright/test';
import { type FaultServer, pageWithNextOffset, startFaultServer, status } from '../builders/fault-server.ts';
import { expect, test } from './fixtures.ts';
import { useService } from './orders-service-proxy.ts';
import { limitSearch } from './results-setup.ts';
import { submitSignIn } from './sign-in.ts';

test.use({ signedIn: false });

/** Starts a service of 35 records with injectable faults, and signs in to it. */
async function signInToFaults(page: Page): Promise<FaultServer> {
  const service = await startFaultServer(35);
  await useService(page, service.url);
  await signInAgain(page);
  return service;
}

/** Signs in again after a restart: the sign-in is not retained, the service is. */
async function signInAgain(page: Page): Promise<void> {
  await page.getByLabel('User name').fill('analyst@example.org');
  await page.getByRole('textbox', { name: 'Password' }).fill('any');
  await submitSignIn(page);
}

const cards = (page: Page) => page.getByRole('list', { name: 'Jobs' }).getByRole('article');
const fetchNow = (page: Page) => page.getByRole('button', { name: 'Fetch', exact: true }).click();

test('a fetch shows why it waits, why it failed and why it stopped, and can be resumed', async ({ app }) => {
  const { page } = app;
  const service = await signInToFaults(page);
  try {
    await limitSearch(page, 1000, 10);
    const card = cards(page).first();

    service.failAt(20, status(503, { 'Retry-After': '86400' }), 1);
    await fetchNow(page);
    await expect(card).toContainText('Waiting before retrying');
    await expect(card).toContainText(/status 503.*pause of 24 h; Sightline waits 60 s at most.*In \d+ s/);
    await app.screenshot('job-paused');
    await card.getByRole('button', { name: 'Cancel' }).click();
    await expect(card).toContainText('Canceled; fetched data is saved');

    service.failAt(20, status(404));
    await card.getByRole('button', { name: 'Resume' }).click();
    await expect(card).toHaveAttribute('data-state', 'failed');
    await expect(card).toContainText('20 records');

    service.failAt(20, pageWithNextOffset('"later"'), 1);
    await card.getByRole('button', { name: 'Resume' }).click();
    await expect(card).toHaveAttribute('data-state', 'stopped');
    await expect(card).toContainText('it is not complete; the last page can be requested again');
    await expect(card).toContainText('which is not a whole number');
    await app.screenshot('job-stopped');
    await card.getByRole('button', { name: 'Retry' }).click();
    await expect(card).toHaveAttribute('data-state', 'complete');
    await expect(card).toContainText('35 records (35 new)');
  } finally {
    await service.close();
  }
});

test('a fourth fetch is queued, and can be cancelled before it begins', async ({ app }) => {
  const { page } = app;
  const service = await signInToFaults(page);
  try {
    await limitSearch(page, 1000, 10);
    let isHeld = true;
    service.fault = async () => {
      while (isHeld) await new Promise((resolve) => setTimeout(resolve, 20));
      return false;
    };
    for (let begun = 1; begun <= 4; begun += 1) {
      // A running fetch of the same query would be shown instead of beginning another.
      await page.getByLabel('Maximum records').fill(String(1000 + begun));
      await fetchNow(page);
      await expect(cards(page)).toHaveCount(begun);
    }
    const queued = cards(page).first();
    await expect(queued).toContainText('Queued; starts when a running job ends');
    await app.screenshot('jobs-queued');
    await queued.getByRole('button', { name: 'Cancel' }).click();
    await expect(queued).toHaveAttribute('data-state', 'cancelled');
    isHeld = false;
    await expect(page.locator('article[data-state="complete"]')).toHaveCount(3);
    await expect(queued).toHaveAttribute('data-state', 'cancelled');
  } finally {
    await service.close();
  }
});

test('fetches that ran when Sightline ended are offered at the next start, and resume by one click', async ({
  app,
}) => {
  const service = await signInToFaults(app.page);
  try {
    await limitSearch(app.page, 1000, 10);
    let isHeld = true;
    service.fault = async ({ body }) => {
      while (isHeld && body.includes('offset: 20')) await new Promise((resolve) => setTimeout(resolve, 20));
      return false;
    };
    for (let begun = 1; begun <= 3; begun += 1) {
      await app.page.getByLabel('Maximum records').fill(String(1000 + begun));
      await fetchNow(app.page);
      await expect(cards(app.page)).toHaveCount(begun);
      await expect(cards(app.page).first()).toContainText('20 records');
    }
    const page = await app.restart();
    // Each is listed once: by the results panel, and not by the tray above it.
    const tray = page.getByRole('region', { name: 'Background jobs' });
    await page.getByRole('dialog').getByRole('button', { name: 'Work offline' }).click();
    await expect(tray.getByRole('button', { name: '3 fetches: listed in the Results panel' })).toBeVisible();
    await expect(page.getByRole('article')).toHaveCount(3);
    await page.keyboard.press('2');
    await expect(tray.getByRole('article')).toHaveCount(3);
    await expect(page.getByRole('article')).toHaveCount(3);
    await page.keyboard.press('3');
    // Without a sign-in, resuming one opens it, and it goes on then.
    await cards(page).first().getByRole('button', { name: 'Resume' }).click();
    await expect(page.getByRole('dialog', { name: /Sign in/ })).toBeVisible();
    await app.screenshot('resume-signed-out');
    await page.keyboard.press('Escape');
    await expect(cards(page).first()).toContainText('Waiting for you to sign in');
    await cards(page).first().getByRole('button', { name: 'Cancel' }).click();
    const offer = page.getByRole('region', { name: 'Interrupted jobs' });
    await page.getByRole('banner').getByRole('button', { name: 'Sign in' }).click();
    await signInAgain(page);
    await expect(offer).toContainText('2 fetches were interrupted when Sightline closed');
    await app.screenshot('jobs-interrupted');
    isHeld = false;
    await offer.getByRole('button', { name: 'Resume all' }).click();
    const list = page.getByRole('list', { name: 'Jobs' });
    await expect(list.locator('article[data-state="complete"]')).toHaveCount(2);
    await expect(cards(page).nth(1)).toContainText('35 records');
    await expect(offer).toBeHidden();
  } finally {
    await service.close();
  }
});

test('braces around a query are offered once to a service that refuses bare ones, and remembered', async ({
  app,
}) => {
  const { page } = app;
  const service = await signInToFaults(page);
  try {
    service.fault = ({ path, body }, response) => {
      if (path !== '/psdm/graphql/gmss' || body.startsWith('{')) return false;
      response.writeHead(400, { 'Content-Type': 'application/json' }).end('{"message":"Unexpected name."}');
      return true;
    };
    await limitSearch(page, 1000, 10);
    await fetchNow(page);
    const card = cards(page).first();
    await expect(card).toHaveAttribute('data-state', 'failed');
    await expect(card).toContainText('status 400');
    await app.screenshot('job-braces');
    await card.getByRole('button', { name: 'Send queries in braces, and resume' }).click();
    await expect(card).toHaveAttribute('data-state', 'complete');
    await expect(card).toContainText('35 records (35 new)');

    await page.getByRole('button', { name: 'History', exact: true }).click();
    const history = page.getByRole('dialog', { name: 'History' });
    await history.getByText('Query text').first().click();
    await expect(history.locator('pre').first()).toContainText(/^\{\s*svc_udp_analyticgeojsonrecord/);
    await page.keyboard.press('Escape');

    await page.getByLabel('Maximum records').fill('1001');
    await fetchNow(page);
    await expect(cards(page)).toHaveCount(2);
    await expect(card).toHaveAttribute('data-state', 'complete');
  } finally {
    await service.close();
  }
});

test('a profile whose queries are left as they are is not offered braces again', async ({ app }) => {
  const { page } = app;
  const service = await signInToFaults(page);
  try {
    service.failAt(0, status(400));
    await limitSearch(page, 1000, 10);
    await fetchNow(page);
    const card = cards(page).first();
    await card.getByRole('button', { name: 'Leave them as they are' }).click();
    await expect(card.getByRole('button', { name: /braces/ })).toBeHidden();
    await card.getByRole('button', { name: 'Resume' }).click();
    await expect(card).toHaveAttribute('data-state', 'failed');
    await expect(card.getByRole('button', { name: 'Resume' })).toBeVisible();
    await expect(card.getByRole('button', { name: /braces/ })).toBeHidden();
  } finally {
    await service.close();
  }
});
