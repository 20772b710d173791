import { screen, waitFor, within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { findRows } from '../../../../builders/page/detections.ts';
import { openFilledCore } from '../../../../builders/page/filled-core.ts';
import { openPage } from '../../../../builders/page/open-page.tsx';
import { runCommand, showPanel } from '../../../../builders/page/page-actions.ts';
import { fill, findQueryForm, openAdvanced } from '../../../../builders/page/search-form.ts';

test('the tour follows the user to a fetched detection, and does not start again by itself', async () => {
  const core = await openFilledCore(undefined, { signedIn: false });
  const page = openPage(core);
  const { user } = page;
  await user.click(await screen.findByRole('button', { name: 'Start with the demo' }));
  const findTour = () => screen.findByRole('region', { name: 'Tour' });
  const expectNoTour = () => waitFor(() => expect(screen.queryByRole('region', { name: 'Tour' })).toBeNull());
  const expectStep = (step: number) =>
    waitFor(() =>
      expect(screen.getByRole('region', { name: 'Tour' })).toHaveTextContent(`Step ${step} of 5`),
    );
  await expectStep(1);
  await user.click(within(await findTour()).getByRole('button', { name: 'Go to it' }));
  const query = within(await findQueryForm());
  await waitFor(() => expect(query.getAllByLabelText(/^Region/)[0]).toHaveFocus());
  await user.keyboard('East Asia{Enter}');
  await expectStep(2);
  // The list of regions is closed; the tour is not left.
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('listbox')).toBeNull());
  await expectStep(2);

  await openAdvanced(page);
  await fill(page, await query.findByLabelText('Maximum records'), '20');
  await user.click(query.getByRole('button', { name: 'Fetch' }));
  await expectStep(3);
  const [row] = await findRows('Detections');
  await user.click(row);
  await expectStep(4);
  expect(await screen.findByRole('region', { name: 'Detection fields' })).toBeVisible();
  await user.click(within(await findTour()).getByRole('button', { name: 'Next' }));
  await expectStep(5);
  // It ends with a file.
  const handOn = within(await screen.findByRole('region', { name: 'Hand on panel' }));
  await user.click(await handOn.findByRole('button', { name: /^Export GeoJSON/ }));
  await expectNoTour();
  await page.close();

  const again = openPage(core);
  await findRows('Detections');
  expect(screen.queryByRole('region', { name: 'Tour' })).toBeNull();
  // Called again, it begins at its first step and can be left there.
  await runCommand(again, 'Take the tour');
  // Until the palette is gone, Escape is its own.
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Command palette' })).toBeNull());
  await expectStep(1);
  await again.user.keyboard('{Escape}');
  await expectNoTour();
});

test('the guide is opened by key and by the “?” of a panel, searched and read', async () => {
  const page = openPage(await openFilledCore());
  const { user } = page;
  const query = within(await findQueryForm());
  expect(screen.queryByRole('region', { name: 'Tour' })).toBeNull();
  query.getAllByLabelText(/^Region/)[0]?.focus();
  await user.keyboard('{F1}');
  const element = await screen.findByRole('dialog', { name: 'User’s guide' });
  const guide = within(element);
  const search = await guide.findByRole('searchbox', { name: 'Search the guide' });
  await waitFor(() => expect(search).toHaveFocus());
  expect(guide.getByRole('heading', { name: 'First minutes' })).toBeVisible();
  await user.keyboard('geopackage qgis');
  const found = within(guide.getByRole('navigation', { name: 'Pages' }));
  await user.click(await found.findByRole('button', { name: /^Hand on/ }));
  expect(await guide.findByRole('article', { name: 'Hand on' })).toBeVisible();
  await fill(page, search, 'xyzzy');
  expect(await guide.findByText('No page contains “xyzzy”.')).toBeVisible();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(element).not.toBeInTheDocument());

  await showPanel(page, 'Areas');
  await user.click(screen.getByRole('button', { name: 'Help on Areas' }));
  const article = await screen.findByRole('article', { name: 'Areas and orders' });
  expect(within(article).getAllByRole('img')[0]).toBeVisible();
  // A link leads to another page.
  await user.click(within(article).getByRole('button', { name: 'get' }));
  expect(await screen.findByRole('article', { name: 'Get results' })).toBeVisible();
});
