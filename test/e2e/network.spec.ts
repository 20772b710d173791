import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from './fixtures.ts';
import { openSettings, signInToDemo } from './sign-in.ts';

test('the proxy is set by keyboard, checked, and there after a restart', async ({ app }) => {
  await openSettings(app.page, 'Network');
  const form = app.page.getByRole('form', { name: 'Proxy' });
  await expect(form.getByRole('radio', { name: 'Script (PAC)' })).toBeDisabled();
  await form.getByRole('radio', { name: 'System' }).focus();
  await app.page.keyboard.press('ArrowRight');
  await form.getByLabel('Address').fill('proxy.test:8080/path');
  await app.page.keyboard.press('Enter');
  await expect(form.getByText('Leave out everything behind the port.')).toBeVisible();
  await form.getByLabel('Address').fill('http://proxy.test:8080');
  await form.getByLabel('Connect directly to').fill('example.org, 10.0.0.0/8');
  await form.getByLabel('User name').fill('kim');
  await form.getByLabel('Password', { exact: true }).fill('pRoxy-Marked');
  await form.getByRole('button', { name: 'Save proxy' }).click();
  await expect(app.page.getByText('The proxy settings were saved.')).toBeVisible();
  await expect(form.getByText(/The password is lost when Sightline exits/)).toBeVisible();
  await form.scrollIntoViewIfNeeded();
  await app.screenshot('network');
  expect(await readFile(path.join(app.dataDir, 'settings.json'), 'utf8')).not.toContain('pRoxy-Marked');

  const page = await app.restart();
  await signInToDemo(page);
  await openSettings(page, 'Network');
  const again = page.getByRole('form', { name: 'Proxy' });
  await expect(again.getByRole('radio', { name: 'Manual' })).toBeChecked();
  await expect(again.getByLabel('Address')).toHaveValue('http://proxy.test:8080');
});

test('an authority is added, described and removed; a file without a certificate is refused', async ({
  app,
}) => {
  const { page } = app;
  const folder = await mkdtemp(path.join(os.tmpdir(), 'sightline-authority-'));
  const file = path.join(folder, 'authority.pem');
  const made = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const subject = ['-subj', '/CN=Test authority', '-days', '2'];
  const key = path.join(folder, 'authority.key');
  await promisify(execFile)('openssl', [...made, ...subject, '-keyout', key, '-out', file]);
  await openSettings(page, 'Network');
  const add = async (chosen: string) => {
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Add authority…' }).click();
    await (await chooser).setFiles(chosen);
  };
  await add(file);
  const authorities = page.getByRole('list', { name: 'Added certificate authorities' });
  await expect(authorities).toContainText('authority.pem');
  await expect(authorities).toContainText('Test authority, issued by Test authority, valid until');
  await add(key);
  await expect(page.getByText('The authority was not added.')).toBeVisible();
  await page.getByRole('button', { name: 'Remove the authority authority.pem' }).click();
  await expect(authorities).toBeHidden();
  await rm(folder, { recursive: true });
});

test.describe('at the first start', () => {
  test.use({ signedIn: false });

  test('the connection test of a profile names the hop that fails', async ({ app }) => {
    const { page } = app;
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'New profile…' }).click();
    const address = dialog.getByLabel('Base address');
    await expect(dialog.getByRole('button', { name: 'Test connection' })).toBeDisabled();
    await address.fill('http://127.0.0.1:9');
    await dialog.getByRole('button', { name: 'Test connection' }).click();
    const hops = dialog.getByRole('list', { name: 'Connection test' });
    await expect(hops.getByRole('listitem')).toHaveText([
      /^Proxy settings: passed/,
      /^Connection: failed.*127\.0\.0\.1:9.*Check the address/,
    ]);
    await app.screenshot('connection-test');
    await address.fill('http://127.0.0.1:10');
    await expect(hops).toBeHidden();
  });
});

test('diagnostics are shown, and saved as shown; the logs are named', async ({ app }) => {
  const { page } = app;
  const run = async (command: string) => {
    await page.keyboard.press('Control+k');
    const search = page.getByPlaceholder(/Search commands/);
    await expect(search).toBeFocused();
    await search.fill(command);
    await page.keyboard.press('Enter');
  };
  await run('Open logs');
  await expect(page.getByText(`The logs are in ${path.join(app.dataDir, 'logs')}`)).toBeVisible();
  await run('Export diagnostics');
  const dialog = page.getByRole('dialog', { name: 'Export diagnostics' });
  const contents = dialog.getByLabel('Contents of the diagnostics');
  await expect(contents).toHaveValue(/Sightline \d+\.\d+\.\d+[\s\S]*start host=browser/);
  await expect(contents).toHaveValue(/call path=session\.signIn ms=\d+/);
  await app.screenshot('diagnostics');
  const shown = await contents.inputValue();
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Save…' }).click();
  const file = await (await download).path();
  expect(await readFile(file, 'utf8')).toBe(shown);
  await expect(dialog).toBeHidden();
});
