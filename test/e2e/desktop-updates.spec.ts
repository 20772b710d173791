import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { startHttpServer } from '../builders/http-server.ts';
import { channelFile, describeRelease } from '../builders/release.ts';
import { expect, test } from './fixtures.ts';
import { openSettings } from './sign-in.ts';

// Updates are installed for an AppImage here; the test ends before it is replaced.
test.use({ environment: { APPIMAGE: '/nowhere/Sightline.AppImage' } });

test('an update is announced with the desktop app, and fetched, verified, when the user chooses so', async ({
  app,
}) => {
  test.skip(process.platform !== 'linux', 'an AppImage is updated on Linux only');
  const { page } = app;
  const name = 'Sightline-99.1.0.AppImage';
  const served = new Map([
    [`/${channelFile}`, describeRelease('99.1.0', 'the package', name)],
    [`/${name}`, 'another package'],
  ]);
  const server = await startHttpServer(({ path: requested }, response) => {
    const contents = served.get(requested);
    response.writeHead(contents === undefined ? 404 : 200).end(contents);
  });
  const fetched = () => server.requests.filter((request) => request.path === `/${name}`).length;
  const resources = path.join(app.dataDir, 'resources');
  mkdirSync(resources);
  writeFileSync(path.join(resources, 'app-update.yml'), 'updaterCacheDirName: sightline-updater\n');
  try {
    const settings = await openSettings(page, 'Updates');
    const address = settings.getByRole('textbox', { name: 'Address' });
    await expect(settings.getByRole('button', { name: 'Check for updates' })).toBeDisabled();
    await address.fill('no address');
    await settings.getByRole('button', { name: 'Save address' }).click();
    await expect(address).toHaveAttribute('aria-invalid', 'true');
    await address.fill(server.url);
    await page.keyboard.press('Enter');
    await settings.getByRole('button', { name: 'Check for updates' }).click();
    const stage = settings.getByRole('status');
    await expect(stage).toHaveText(
      `Sightline 99.1.0 is available from ${new URL(server.url).host}. Its package has not been fetched.`,
    );
    expect(fetched(), 'requests of the package before the user chose').toBe(0);
    await app.screenshot('desktop-updates');

    await settings.getByRole('button', { name: 'Fetch the update' }).click();
    await expect(settings.getByRole('alert')).toContainText('its checksum differs');
    await expect(settings.getByRole('button', { name: 'Restart and install' })).toBeHidden();
    served.set(`/${name}`, 'the package');
    await settings.getByRole('button', { name: 'Fetch the update' }).click();
    await expect(stage).toHaveText('Sightline 99.1.0 is fetched and can be installed.');
    await expect(settings.getByRole('button', { name: 'Restart and install' })).toBeVisible();
  } finally {
    await server.close();
  }
});
