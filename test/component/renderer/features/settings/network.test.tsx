import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { screen, waitFor, within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { createKeytarKeychain } from '../../../../../electron/core/session/keytar-keychain.ts';
import { openFilledCore } from '../../../../builders/page/filled-core.ts';
import { openPage } from '../../../../builders/page/open-page.tsx';
import { chooseFiles, openSettings } from '../../../../builders/page/page-actions.ts';
import { fill } from '../../../../builders/page/search-form.ts';
import { makeTempFolder } from '../../../../builders/workspace-builder.ts';

const findForm = async () => within(await screen.findByRole('form', { name: 'Proxy' }));

test('the proxy is set by keyboard, checked, and there after a restart', async () => {
  const folder = await makeTempFolder();
  const keychain = createKeytarKeychain({ load: () => Promise.reject(new Error('There is none.')) });
  const core = await openFilledCore(undefined, { folder, keychain });
  const page = openPage(core);
  const { user } = page;
  await openSettings(page, 'Network');
  const form = await findForm();
  expect(form.getByRole('radio', { name: 'Script (PAC)' })).toBeDisabled();
  form.getByRole('radio', { name: 'System' }).focus();
  await user.keyboard('{ArrowRight}');
  await fill(page, await form.findByLabelText('Address'), 'proxy.test:8080/path');
  await user.keyboard('{Enter}');
  expect(await form.findByText('Leave out everything behind the port.')).toBeVisible();
  await fill(page, form.getByLabelText('Address'), 'http://proxy.test:8080');
  await fill(page, form.getByLabelText('Connect directly to'), 'example.org, 10.0.0.0/8');
  await fill(page, form.getByLabelText('User name'), 'kim');
  await fill(page, form.getByLabelText('Password'), 'pRoxy-Marked');
  await user.click(form.getByRole('button', { name: 'Save proxy' }));
  expect(await screen.findByText('The proxy settings were saved.')).toBeVisible();
  expect(await screen.findByText(/The password is lost when Sightline exits/)).toBeVisible();
  expect(await readFile(path.join(folder, 'settings.json'), 'utf8')).not.toContain('pRoxy-Marked');
  await page.close();
  await core.close();

  const again = openPage(await openFilledCore(undefined, { folder }));
  await openSettings(again, 'Network');
  const formAgain = await findForm();
  await waitFor(() => expect(formAgain.getByRole('radio', { name: 'Manual' })).toBeChecked());
  expect(formAgain.getByLabelText('Address')).toHaveValue('http://proxy.test:8080');
});

test('an authority is added, described and removed; a file without a certificate is refused', async () => {
  const folder = await makeTempFolder();
  const file = path.join(folder, 'authority.pem');
  const made = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const subject = ['-subj', '/CN=Test authority', '-days', '2'];
  const key = path.join(folder, 'authority.key');
  await promisify(execFile)('openssl', [...made, ...subject, '-keyout', key, '-out', file]);
  const page = openPage(await openFilledCore());
  const { user } = page;
  await openSettings(page, 'Network');
  const add = async (chosen: string) => {
    await user.click(await screen.findByRole('button', { name: 'Add authority…' }));
    await chooseFiles(page, new File([await readFile(chosen)], 'authority.pem'));
  };
  await add(file);
  const authorities = await screen.findByRole('list', { name: 'Added certificate authorities' });
  expect(authorities).toHaveTextContent('authority.pem');
  expect(authorities).toHaveTextContent('Test authority, issued by Test authority, valid until');
  await add(key);
  expect(await screen.findByText('The authority was not added.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Remove the authority authority.pem' }));
  await waitFor(() => expect(authorities).not.toBeInTheDocument());
});

test('the connection test of a profile names the hop that fails', async () => {
  const page = openPage(await openFilledCore(undefined, { signedIn: false }));
  const { user } = page;
  await user.click(await screen.findByRole('button', { name: 'Sign in to a service…' }));
  const dialog = within(await screen.findByRole('dialog'));
  const address = await dialog.findByLabelText(/^Base address/);
  expect(dialog.getByRole('button', { name: 'Test connection' })).toBeDisabled();
  await fill(page, address, 'http://127.0.0.1:9');
  await user.click(dialog.getByRole('button', { name: 'Test connection' }));
  const hops = await dialog.findByRole('list', { name: 'Connection test' });
  await waitFor(() => expect(within(hops).getAllByRole('listitem')).toHaveLength(2));
  const [proxy, connection] = within(hops).getAllByRole('listitem');
  expect(proxy).toHaveTextContent(/^Proxy settings: passed/);
  expect(connection).toHaveTextContent(/^Connection: failed.*127\.0\.0\.1:9.*Check the address/);
  await fill(page, address, 'http://127.0.0.1:10');
  await waitFor(() => expect(hops).not.toBeInTheDocument());
});
