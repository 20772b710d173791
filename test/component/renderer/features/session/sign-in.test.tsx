import { screen, waitFor, within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { openFilledCore } from '../../../../builders/page/filled-core.ts';
import { Faults, type OpenPage, openPage } from '../../../../builders/page/open-page.tsx';
import { openSettings } from '../../../../builders/page/page-actions.ts';
import { fill } from '../../../../builders/page/search-form.ts';
import { makeTempFolder } from '../../../../builders/workspace-builder.ts';

const openSignedOut = async (faults = new Faults()) =>
  openPage(await openFilledCore(undefined, { signedIn: false }), { faults });

const findForm = () => screen.findByRole('dialog');

/** The sign-in form of the demo service, behind that for the profile of a service. */
async function openForm({ user }: OpenPage) {
  await user.click(await screen.findByRole('button', { name: 'Sign in to a service…' }));
  await user.click(await screen.findByRole('button', { name: 'Cancel' }));
  await screen.findByRole('button', { name: 'Use these' });
  return within(await findForm());
}

const findAccount = () => screen.findByRole('button', { name: /account .+ signed in, / });

const statusBar = () => screen.getByRole('contentinfo');

const expectNoDialog = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

async function submit({ user }: OpenPage): Promise<void> {
  await user.click(within(await findForm()).getByRole('button', { name: 'Sign in' }));
  await expectNoDialog();
  await findAccount();
}

test('one click starts with the demo, with nothing on the first screen that is not needed', async () => {
  const { user } = await openSignedOut();
  const start = await screen.findByRole('button', { name: 'Start with the demo' });
  const names = screen.getAllByRole('button').map((button) => button.textContent);
  expect(names).toEqual(['Start with the demo', 'Sign in to a service…']);
  for (const role of ['navigation', 'tablist', 'contentinfo', 'dialog'])
    expect(screen.queryByRole(role)).toBeNull();
  await user.click(start);
  await findAccount();
  expect(await screen.findByRole('navigation', { name: 'Panels' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Start with the demo' })).toBeNull();
});

test('the first screen reports why the demo does not start, and tries again', async () => {
  const faults = new Faults();
  faults.set('session.signIn', 'failing');
  const { user } = await openSignedOut(faults);
  await user.click(await screen.findByRole('button', { name: 'Start with the demo' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('You were not signed in.');
  faults.set('session.signIn');
  await user.click(screen.getByRole('button', { name: 'Start with the demo' }));
  await findAccount();
});

test('a wrong password is reported, and the demo credentials sign in', async () => {
  const page = await openSignedOut();
  const { user } = page;
  const dialog = await openForm(page);
  expect(await dialog.findByText(/needs no network/)).toBeVisible();

  await user.click(dialog.getByRole('button', { name: 'Sign in' }));
  expect(await dialog.findByText('Enter your user name.')).toBeVisible();
  expect(dialog.getByText('Enter your password.')).toBeVisible();

  await fill(page, dialog.getByLabelText('User name'), 'nobody@example.org');
  await fill(page, dialog.getByLabelText('Password'), 'guess');
  await user.keyboard('{Enter}');
  expect(await dialog.findByRole('alert')).toHaveTextContent(
    'You were not signed in. Demo service refused the user name or the password. Check both. It says: “The user name or the password is wrong.”',
  );

  await user.click(await screen.findByRole('button', { name: 'Use these' }));
  await submit(page);
  expect(await findAccount()).toHaveAccessibleName(/signed in, (8 h|7 h 5\d min) left$/);
  expect(await screen.findByRole('button', { name: 'Connection: Online' })).toBeVisible();
});

test('signing out keeps the workspace open, and the form can be left', async () => {
  const page = openPage(await openFilledCore());
  const { user } = page;
  await user.click(await findAccount());
  await user.click(await screen.findByRole('menuitem', { name: 'Sign out' }));
  expect((await screen.findAllByText(/signed out/i))[0]).toBeVisible();
  expect(statusBar()).toHaveTextContent('Workspace open');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Fetch' })).toBeDisabled());

  const header = within(screen.getByRole('banner'));
  await user.click(header.getByRole('button', { name: 'Sign in' }));
  const password = await within(await findForm()).findByLabelText('Password');
  // It handles keys once it has the focus.
  await waitFor(() => expect(password).toHaveFocus());
  // Who has started with the demo has not seen its public password.
  expect(password).toHaveValue('sightline');
  await user.keyboard('{Escape}');
  await expectNoDialog();
});

test('a profile is validated field by field, saved, and an unreachable service is reported', async () => {
  const page = await openSignedOut();
  const { user } = page;
  await user.click(await screen.findByRole('button', { name: 'Sign in to a service…' }));
  const dialog = within(await findForm());
  await fill(page, await dialog.findByLabelText('Base address'), 'http://api.example.org');
  await user.click(dialog.getByRole('button', { name: 'Save profile' }));
  expect(await dialog.findByText('Give the profile a name.')).toBeVisible();
  expect(dialog.getByText(/http:\/\/api\.example\.org” would be sent unencrypted/)).toBeVisible();

  await fill(page, dialog.getByLabelText('Name'), 'Nowhere');
  await fill(page, dialog.getByLabelText('Base address'), 'http://127.0.0.1:9');
  await fill(page, dialog.getByLabelText('Image address'), 'http://127.0.0.1:9/images');
  await user.click(dialog.getByRole('button', { name: 'Save profile' }));
  await screen.findByText('Sign in to Nowhere…');

  const form = within(await findForm());
  await fill(page, await form.findByLabelText('User name'), 'me');
  await fill(page, form.getByLabelText('Password'), 'secret');
  await user.keyboard('{Enter}');
  expect(await form.findByRole('alert')).toHaveTextContent(
    'You were not signed in. Nothing answers at 127.0.0.1:9: the connection was refused.',
  );
});

test('a profile is changed and deleted in the settings', async () => {
  const page = openPage(await openFilledCore());
  const { user } = page;
  await openSettings(page, 'Profiles');
  await user.click(await screen.findByRole('button', { name: /^New profile/ }));
  const form = within(await screen.findByRole('form', { name: 'New profile' }));
  await fill(page, form.getByLabelText('Name'), 'Second');
  await fill(page, form.getByLabelText('Base address'), 'https://api.example.org');
  await fill(page, form.getByLabelText('Image address'), 'https://images.example.org');
  await user.click(form.getByRole('button', { name: 'Save profile' }));

  // A new profile becomes the current one, and nothing of the demo profile's workspace shows.
  const signIn = await screen.findByRole('dialog', { name: 'Sign in' });
  expect(signIn).toBeVisible();
  expect(await screen.findByText('Sign in to Second…')).toBeVisible();
  expect(document.querySelector('footer')).toBeNull();
  const [profile = signIn] = within(signIn).getAllByLabelText('Profile');
  await user.click(profile);
  await user.click(await screen.findByRole('option', { name: 'Demo service' }));
  await user.click(await screen.findByRole('button', { name: 'Work offline' }));
  await expectNoDialog();

  await openSettings(page, 'Profiles');
  const profiles = () => within(screen.getByRole('list', { name: 'Profiles' }));
  await user.click(await screen.findByRole('button', { name: 'Edit Second' }));
  const edited = within(await screen.findByRole('form', { name: 'Edit profile' }));
  await fill(page, edited.getByLabelText('Name'), 'Third');
  await user.click(edited.getByRole('button', { name: 'Save profile' }));
  await waitFor(() => expect(profiles().getByText('Third')).toBeVisible());

  await user.click(profiles().getByRole('button', { name: 'Delete Third' }));
  await user.click(await profiles().findByRole('button', { name: 'Cancel' }));
  expect(profiles().getByText('Third')).toBeVisible();
  await user.click(await profiles().findByRole('button', { name: 'Delete Third' }));
  await profiles().findByRole('button', { name: 'Cancel' });
  await user.click(profiles().getByRole('button', { name: 'Delete Third' }));
  await waitFor(() => expect(profiles().queryByText('Third')).toBeNull());
});

test('without the service a restart still shows the workspace, and states what needs the service', async () => {
  const folder = await makeTempFolder();
  const before = await openFilledCore(undefined, { folder });
  await before.close();
  const page = openPage(await openFilledCore(undefined, { folder, demo: false }));
  const { user } = page;
  await user.click(await screen.findByRole('button', { name: 'Work offline' }));
  await waitFor(() => expect(statusBar()).toHaveTextContent('Workspace open'));
  expect(await screen.findByText('Fetching requires sign-in.')).toBeVisible();
  await user.click(within(screen.getByRole('banner')).getByRole('button', { name: 'Sign in' }));
  const dialog = within(await findForm());
  // The user name is filled in, so that the opened dialog moves the focus to the password.
  await waitFor(() => expect(dialog.getByLabelText('Password')).toHaveFocus());
  await user.keyboard('sightline{Enter}');
  expect(await dialog.findByRole('alert')).toBeVisible();
});

test('the right password after a wrong one signs in', async () => {
  const page = await openSignedOut();
  const { user } = page;
  const dialog = await openForm(page);
  await user.click(dialog.getByLabelText('User name'));
  await fill(page, dialog.getByLabelText('User name'), 'analyst@example.org');
  await fill(page, dialog.getByLabelText('Password'), 'Sightline');
  await user.keyboard('{Enter}');
  expect(await dialog.findByRole('alert')).toHaveTextContent('refused the user name or the password.');
  await fill(page, dialog.getByLabelText('Password'), 'sightline');
  await submit(page);
});

test('keys do nothing on the first screen, since what they act on is not there', async () => {
  const { app, user } = await openSignedOut();
  await screen.findByRole('button', { name: 'Start with the demo' });
  await user.keyboard('ar');
  expect(app.stores.ui.getState()).toMatchObject({ dialog: null, tool: 'select' });
});
