import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { inProject } from '../../scripts/lib/paths.mjs';
import { expect, test } from './fixtures.ts';
import { startBrowserHost } from './host-process.ts';
import { accountButton, openSettings, signInToDemo, submitSignIn } from './sign-in.ts';

test.use({ signedIn: false });

test('a wrong password is reported, and the demo credentials sign in', async ({ app }) => {
  const { page } = app;
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('needs no network')).toBeVisible();
  await app.screenshot('sign-in');

  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(dialog.getByText('Enter your user name.')).toBeVisible();
  await expect(dialog.getByText('Enter your password.')).toBeVisible();

  await dialog.getByLabel('User name').fill('nobody@example.org');
  await dialog.getByLabel('Password', { exact: true }).fill('guess');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('alert')).toHaveText(
    'You were not signed in. Demo service refused the user name or the password. Check both. It says: “The user name or the password is wrong.”',
  );

  await signInToDemo(page);
  await expect(accountButton(page)).toHaveAccessibleName(/signed in, (8 h 0|7 h 5\d) min left$/);
  await expect(page.getByRole('button', { name: 'Connection: Online' })).toBeVisible();
});

test('signing out keeps the workspace open, and the form can be left', async ({ app }) => {
  const { page } = app;
  await signInToDemo(page);
  await accountButton(page).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page.getByText('signed out', { exact: false }).first()).toBeVisible();
  await expect(page.getByRole('contentinfo')).toContainText('Workspace open');
  await expect(page.getByRole('button', { name: 'Fetch', exact: true })).toBeDisabled();

  await page.getByRole('banner').getByRole('button', { name: 'Sign in' }).click();
  // It handles keys once it has the focus.
  await expect(page.getByRole('dialog').getByLabel('Password', { exact: true })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
});

test('a profile is validated field by field, saved, and an unreachable service is reported', async ({
  app,
}) => {
  const { page } = app;
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'New profile…' }).click();
  await dialog.getByLabel('Base address').fill('http://api.example.org');
  await dialog.getByRole('button', { name: 'Save profile' }).click();
  await expect(dialog.getByText('Give the profile a name.')).toBeVisible();
  await expect(dialog.getByText(/http:\/\/api\.example\.org” would be sent unencrypted/)).toBeVisible();

  await dialog.getByLabel('Name', { exact: true }).fill('Nowhere');
  await dialog.getByLabel('Base address').fill('http://127.0.0.1:9');
  await dialog.getByLabel('Image address', { exact: true }).fill('http://127.0.0.1:9/images');
  await dialog.getByRole('button', { name: 'Save profile' }).click();
  await expect(page.getByRole('button', { name: 'Workspace: Nowhere' })).toBeVisible();

  await dialog.getByLabel('User name').fill('me');
  await dialog.getByLabel('Password', { exact: true }).fill('secret');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('alert')).toContainText(
    'You were not signed in. Nothing answers at 127.0.0.1:9: the connection was refused.',
  );
});

test('a profile is changed and deleted in the settings', async ({ app }) => {
  const { page } = app;
  await signInToDemo(page);
  await openSettings(page, 'Profiles');
  await page.getByRole('button', { name: 'New profile' }).click();
  const form = page.getByRole('form', { name: 'New profile' });
  await form.getByLabel('Name', { exact: true }).fill('Second');
  await form.getByLabel('Base address').fill('https://api.example.org');
  await form.getByLabel('Image address', { exact: true }).fill('https://images.example.org');
  await form.getByRole('button', { name: 'Save profile' }).click();

  // A new profile becomes the current one, and nothing of the demo profile's workspace shows.
  await expect(page.getByRole('dialog')).toBeVisible();
  await expect(page.getByRole('contentinfo')).toContainText('No workspace');
  await page.getByRole('dialog').getByLabel('Profile', { exact: true }).first().click();
  await page.getByRole('option', { name: 'Demo service' }).click();
  await page.getByRole('button', { name: 'Work offline' }).click();

  await openSettings(page, 'Profiles');
  const profiles = page.getByRole('list', { name: 'Profiles' });
  await profiles.getByRole('button', { name: 'Edit Second' }).click();
  await page.getByRole('form', { name: 'Edit profile' }).getByLabel('Name', { exact: true }).fill('Third');
  await page.getByRole('button', { name: 'Save profile' }).click();
  await expect(profiles.getByText('Third', { exact: true })).toBeVisible();
  await app.screenshot('settings');

  await profiles.getByRole('button', { name: 'Delete Third' }).click();
  await profiles.getByRole('button', { name: 'Cancel' }).click();
  await expect(profiles.getByText('Third', { exact: true })).toBeVisible();
  await profiles.getByRole('button', { name: 'Delete Third' }).click();
  await profiles.getByRole('button', { name: 'Delete Third' }).click();
  await expect(profiles.getByText('Third', { exact: true })).toBeHidden();
});

test('without the service a restart still shows the workspace, and states what needs the service', async ({
  app,
}) => {
  await signInToDemo(app.page);
  const page = await app.restart({ demo: 'off' });
  await page.getByRole('button', { name: 'Work offline' }).click();
  await expect(page.getByRole('contentinfo')).toContainText('Workspace open');
  await expect(page.getByText('Fetching requires sign-in.')).toBeVisible();
  await page.getByRole('banner').getByRole('button', { name: 'Sign in' }).click();
  const dialog = page.getByRole('dialog');
  // The user name is filled in, so that the opened dialog moves the focus to the password.
  await expect(dialog.getByLabel('Password', { exact: true })).toBeFocused();
  await page.keyboard.type('sightline');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('alert')).toBeVisible();
  await app.screenshot('sign-in-offline');
});

test('the right password after a wrong one signs in', async ({ app }) => {
  const dialog = app.page.getByRole('dialog');
  await expect(dialog.getByLabel('User name')).toBeFocused();
  await dialog.getByLabel('User name').fill('analyst@example.org');
  await dialog.getByLabel('Password', { exact: true }).fill('Sightline');
  await app.page.keyboard.press('Enter');
  await expect(dialog.getByRole('alert')).toContainText('refused the user name or the password.');
  await dialog.getByLabel('Password', { exact: true }).fill('sightline');
  await submitSignIn(app.page);
});

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
  await expect(page.getByRole('dialog', { name: 'Sign in' })).toBeVisible();
  await host.stop();
  await expect(page.getByRole('alert').filter({ hasText: 'lost its connection' })).toBeAttached();
  host = await startBrowserHost(setup, context);
  const alert = page.getByRole('alert').filter({ hasText: 'Sightline was started again' });
  await expect(alert).toContainText(/Open \S+open-sightline\.html in a browser/);
  await page.keyboard.press('Escape');
  await page.screenshot({ path: inProject('test', '.output', 'screenshots', 'host-restarted.png') });
  // What the new address does in this browser.
  await other.addCookies(await context.cookies());
  await expect(alert).toHaveCount(0);
  await other.close();
  expect(await host.stop()).toBe(0);
  await rm(dataDir, { recursive: true });
});

async function findFreePort(): Promise<number> {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as net.AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
