import { screen, waitFor, within } from '@testing-library/dom';
import { expect, onTestFinished, test } from 'vitest';
import type { Core } from '../../../../../electron/core/core.ts';
import {
  type FaultServer,
  pageWithNextOffset,
  startFaultServer,
  status,
} from '../../../../builders/fault-server.ts';
import { openFilledCore } from '../../../../builders/page/filled-core.ts';
import { type OpenPage, openPage } from '../../../../builders/page/open-page.tsx';
import { runCommand } from '../../../../builders/page/page-actions.ts';
import { fill, limitSearch } from '../../../../builders/page/search-form.ts';
import { makeTempFolder } from '../../../../builders/workspace-builder.ts';

const credentials = { username: 'analyst@example.org', password: 'any' };

/** A core that is signed in to a service of 35 records with injectable faults. */
async function openFaultyCore(): Promise<{ service: FaultServer; core: Core; folder: string }> {
  const service = await startFaultServer(35);
  onTestFinished(() => service.close());
  const folder = await makeTempFolder();
  const core = await openFilledCore(undefined, { signedIn: false, folder });
  const { url: baseUrl } = service;
  const profile = await core.session.saveProfile({ name: 'Faults', baseUrl, imageBaseUrl: baseUrl });
  if (!profile.ok) throw new Error(profile.failure.message);
  const { id: profileId } = profile.value;
  await core.session.selectProfile(profileId);
  expect(await core.session.signIn({ profileId, ...credentials })).toMatchObject({ ok: true });
  return { service, core, folder };
}

async function openFaultyPage(): Promise<OpenPage & { readonly service: FaultServer }> {
  const { service, core } = await openFaultyCore();
  const page = openPage(core);
  await limitSearch(page, 1000, 10);
  return { ...page, service };
}

/** The card at an index in the list of jobs, which a resumed fetch may replace. */
type Card = () => HTMLElement;

const cards = () => within(screen.getByRole('list', { name: 'Jobs and orders' })).getAllByRole('article');
const card =
  (index: number): Card =>
  () => {
    const found = cards()[index];
    if (!found) throw new Error(`There is no card ${index}.`);
    return found;
  };
const first = card(0);

const expectText = (found: Card, text: RegExp | string) =>
  waitFor(() => expect(found()).toHaveTextContent(text));
const expectState = (found: Card, state: string) =>
  waitFor(() => expect(found()).toHaveAttribute('data-state', state));
const fetchNow = async ({ user }: OpenPage) =>
  user.click(await screen.findByRole('button', { name: /^Fetch( again)?$/ }));
/** Clicks a button of a card, once the response to the last one has come. */
async function clickIn({ user }: OpenPage, found: Card, name: string): Promise<void> {
  const button = () => within(found()).getByRole('button', { name });
  await waitFor(() => expect(button()).toBeEnabled());
  await user.click(button());
}

/** Begins a fetch of its own: a running fetch of the same query would be shown instead. */
async function beginFetch(page: OpenPage, number: number): Promise<void> {
  await fill(page, screen.getByLabelText('Maximum records'), String(1000 + number));
  await fetchNow(page);
  await waitFor(() => expect(cards()).toHaveLength(number));
}

/** Lets requests wait until it is released. */
function holdRequests(service: FaultServer, isHeld: (body: string) => boolean): () => void {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  service.fault = async ({ body }) => {
    if (isHeld(body)) await released;
    return false;
  };
  return release;
}

test('a fetch shows why it waits, why it failed and why it stopped, and can be resumed', async () => {
  const page = await openFaultyPage();
  const { service } = page;
  service.failAt(20, status(503, { 'Retry-After': '86400' }), 1);
  await fetchNow(page);
  await expectText(first, 'Waiting before retrying');
  await expectText(first, /status 503.*pause of 24 h; Sightline waits 60 s at most.*In \d+ s/);
  await clickIn(page, first, 'Cancel');
  await expectText(first, 'Canceled; fetched data is saved');

  service.failAt(20, status(404));
  await clickIn(page, first, 'Resume');
  await expectState(first, 'failed');
  expect(first()).toHaveTextContent('20 records');

  service.failAt(20, pageWithNextOffset('"later"'), 1);
  await clickIn(page, first, 'Resume');
  await expectState(first, 'stopped');
  expect(first()).toHaveTextContent('it is not complete; the last page can be requested again');
  expect(first()).toHaveTextContent('which is not a whole number');
  await clickIn(page, first, 'Retry');
  await expectState(first, 'complete');
  await expectText(first, '35 records (35 new)');
});

test('a fourth fetch is queued, and can be cancelled before it begins', async () => {
  const page = await openFaultyPage();
  const { user } = page;
  const release = holdRequests(page.service, () => true);
  for (const number of [1, 2, 3]) await beginFetch(page, number);
  await beginFetch(page, 4);
  await expectText(first, 'Queued; starts when a running job ends');
  const states = () => cards().map(({ dataset }) => dataset.state);
  await clickIn(page, first, 'Cancel');
  // What runs is listed above it.
  await waitFor(() => expect(states()).toEqual(['running', 'running', 'running', 'cancelled']));
  release();
  await user.click(await screen.findByRole('button', { name: 'Show 1 more' }));
  await waitFor(() => expect(states()).toEqual(['cancelled', 'complete', 'complete', 'complete']));
});

test('fetches that ran when Sightline ended are offered at the next start, and resume by one click', async () => {
  const { service, core, folder } = await openFaultyCore();
  const before = openPage(core);
  await limitSearch(before, 1000, 10);
  const release = holdRequests(service, (body) => body.includes('offset: 20'));
  for (const number of [1, 2, 3]) {
    await beginFetch(before, number);
    await expectText(first, '20 records');
  }
  await before.close();
  await core.close();

  const page = openPage(await openFilledCore(undefined, { signedIn: false, folder }));
  const { user } = page;
  // Each is listed once: by the results panel, and not by the tray above it.
  await user.click(await screen.findByRole('button', { name: 'Work offline' }));
  const tray = within(await screen.findByRole('region', { name: 'Background jobs' }));
  expect(await tray.findByRole('button', { name: '3 fetches: listed in Get' })).toBeVisible();
  expect(screen.getAllByRole('article')).toHaveLength(3);
  await user.keyboard('2');
  await waitFor(() => expect(tray.getAllByRole('article')).toHaveLength(3));
  expect(screen.getAllByRole('article')).toHaveLength(3);
  await user.keyboard('3');
  // Without a sign-in, resuming one opens it, and it goes on then.
  await waitFor(() => expect(cards()).toHaveLength(3));
  await clickIn(page, first, 'Resume');
  expect(await screen.findByRole('dialog', { name: /Sign in/ })).toBeVisible();
  await user.keyboard('{Escape}');
  await expectText(first, 'Waiting for you to sign in');
  await clickIn(page, first, 'Cancel');
  await user.click(within(screen.getByRole('banner')).getByRole('button', { name: /^Sign in/ }));
  const dialog = within(await screen.findByRole('dialog', { name: /Sign in/ }));
  await fill(page, await dialog.findByLabelText(/^User name/), credentials.username);
  await fill(page, dialog.getByLabelText(/^Password/), credentials.password);
  await user.click(dialog.getByRole('button', { name: /^Sign in/ }));
  const offer = await screen.findByRole('region', { name: 'Interrupted jobs' });
  expect(offer).toHaveTextContent('2 fetches were interrupted when Sightline closed');
  release();
  await user.click(within(offer).getByRole('button', { name: 'Resume all' }));
  const complete = 'article[data-state="complete"]';
  await waitFor(() =>
    expect(screen.getByRole('list', { name: 'Jobs and orders' }).querySelectorAll(complete)).toHaveLength(2),
  );
  await expectText(card(1), '35 records');
  await waitFor(() => expect(offer).not.toBeInTheDocument());
});

test('braces around a query are offered once to a service that refuses bare ones, and remembered', async () => {
  const page = await openFaultyPage();
  const { service, user } = page;
  service.fault = ({ path, body }, response) => {
    if (path !== '/psdm/graphql/gmss' || body.startsWith('{')) return false;
    response.writeHead(400, { 'Content-Type': 'application/json' }).end('{"message":"Unexpected name."}');
    return true;
  };
  await fetchNow(page);
  await expectState(first, 'failed');
  expect(first()).toHaveTextContent('status 400');
  await clickIn(page, first, 'Send queries in braces, and resume');
  await expectState(first, 'complete');
  await expectText(first, '35 records (35 new)');

  await runCommand(page, 'Show the fetch history');
  const history = within(await screen.findByRole('dialog', { name: 'History' }));
  const [query] = await history.findAllByText('Query text');
  if (!query) throw new Error('There is no query.');
  await user.click(query);
  expect(await history.findByText(/^\{\s*svc_udp_analyticgeojsonrecord/)).toBeVisible();
  await user.keyboard('{Escape}');

  await beginFetch(page, 2);
  await expectState(first, 'complete');
});

test('a profile whose queries are left as they are is not offered braces again', async () => {
  const page = await openFaultyPage();
  page.service.failAt(0, status(400));
  await fetchNow(page);
  const offered = () => within(first()).queryByRole('button', { name: /braces/ });
  await clickIn(page, first, 'Leave them as they are');
  await waitFor(() => expect(offered()).toBeNull());
  await clickIn(page, first, 'Resume');
  await expectState(first, 'failed');
  expect(await within(first()).findByRole('button', { name: 'Resume' })).toBeVisible();
  expect(offered()).toBeNull();
});
