import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { findFreePort } from '../builders/free-port.ts';
import { expect, test } from './fixtures.ts';
import { startBrowserHost } from './host-process.ts';

test.use({ signedIn: false });

test('a page that its host does not know any more states how to get in again', async ({
  browser,
  context,
}) => {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'sightline-e2e-restart-'));
  const setup = { dataDir, environment: { SIGHTLINE_KEYCHAIN: 'off' }, port: await findFreePort() };
  let host = await startBrowserHost(setup, context);
  const other = await browser.newContext({ storageState: await context.storageState() });
  const page = await other.newPage();
  await page.goto(new URL('/', host.page.url()).href);
  await expect(page.getByRole('button', { name: 'Start with the demo' })).toBeVisible();
  await host.stop();
  await expect(page.getByRole('alert').filter({ hasText: 'lost its connection' })).toBeAttached();
  host = await startBrowserHost(setup, context);
  const alert = page.getByRole('alert').filter({ hasText: 'Sightline was started again' });
  await expect(alert).toContainText(/Open \S+open-sightline\.html in a browser/);
  await page.keyboard.press('Escape');
  // What the new address does in this browser.
  await other.addCookies(await context.cookies());
  await expect(alert).toHaveCount(0);
  await other.close();
  expect(await host.stop()).toBe(0);
  await rm(dataDir, { recursive: true });
});
