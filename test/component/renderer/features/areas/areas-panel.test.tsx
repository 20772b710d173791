import { screen, waitFor, within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { square } from '../../../../builders/new-area.ts';
import { openFilledCore } from '../../../../builders/page/filled-core.ts';
import { Faults, type OpenPage, openPage } from '../../../../builders/page/open-page.tsx';
import { addAreas, closeDialog, openSettings, showPanel } from '../../../../builders/page/page-actions.ts';
import { fill } from '../../../../builders/page/search-form.ts';
import { makeTempFolder } from '../../../../builders/workspace-builder.ts';

const list = () => within(screen.getByRole('list', { name: 'Areas of this workspace' }));
const findArea = async (name: RegExp) => {
  await screen.findByRole('list', { name: 'Areas of this workspace' });
  return list().findByRole('button', { name });
};
const expectAreas = (count: number) =>
  waitFor(() => expect(list().getAllByRole('listitem')).toHaveLength(count));

const open = async (faults = new Faults()): Promise<OpenPage & { readonly page: OpenPage }> => {
  const page = openPage(await openFilledCore(), { faults });
  await showPanel(page, 'Areas');
  return { ...page, page };
};

test('areas are found, renamed, deleted and restored by keyboard, and survive a restart', async () => {
  const folder = await makeTempFolder();
  const core = await openFilledCore(undefined, { folder });
  const page = openPage(core);
  const { user } = page;
  await showPanel(page, 'Areas');
  expect(await screen.findByText('No areas yet')).toBeVisible();

  await addAreas(page, [
    square('Yellow Sea approaches', [122, 34], 3),
    square('Date line', [178, -10], 5),
    { name: 'Ningbo', shape: { kind: 'circle', center: [122.1, 29.9], radiusMetres: 25_000 } },
  ]);
  expect(await findArea(/Ningbo 1,963 km²/)).toBeVisible();
  await expectAreas(3);
  expect(await findArea(/Date line.*sent as two areas/)).toBeVisible();

  const find = screen.getByLabelText('Find an area by name');
  await fill(page, find, 'NING');
  await expectAreas(1);
  await fill(page, find, 'nowhere');
  expect(await screen.findByText('No area name contains “nowhere”')).toBeVisible();
  await user.clear(find);

  const first = await findArea(/Yellow Sea/);
  first.focus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(first).toHaveAttribute('aria-pressed', 'true'));
  await user.click(await findArea(/Ningbo/));
  await user.click(screen.getByRole('checkbox', { name: 'Select Date line' }));
  expect(await screen.findByRole('button', { name: /^Order these/ })).toBeVisible();
  await user.click(screen.getByRole('checkbox', { name: 'Select Date line' }));
  await user.click(first);

  await user.keyboard('{F2}');
  const findField = () => screen.findByLabelText('New name of Yellow Sea approaches');
  await waitFor(async () => expect(await findField()).toHaveFocus());
  await user.keyboard(' {Enter}');
  expect(await screen.findByText('Enter a name for the area.')).toBeVisible();
  await user.keyboard('{Escape}');
  await waitFor(async () => expect(await findArea(/Yellow Sea/)).toHaveFocus());
  // Who leaves the name for another field stays there.
  await user.keyboard('{F2}');
  const field = await findField();
  await waitFor(() => expect(field).toHaveFocus());
  await user.click(find);
  await waitFor(() => expect(field).not.toBeInTheDocument());
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  expect(find).toHaveFocus();
  (await findArea(/Yellow Sea/)).focus();
  await user.keyboard('{F2}');
  await waitFor(async () => expect(await findField()).toHaveFocus());
  await user.keyboard('Yellow Sea west{Enter}');
  await waitFor(async () => expect(await findArea(/Yellow Sea west/)).toHaveFocus());

  await user.keyboard('{Delete}');
  await expectAreas(2);
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await findArea(/Yellow Sea west/)).toBeVisible();
  expect(await screen.findByText('Undone: deleting “Yellow Sea west”.')).toBeVisible();
  (await findArea(/Yellow Sea west/)).focus();
  await user.keyboard('{Control>}z{/Control}');
  expect(await findArea(/Yellow Sea approaches/)).toBeVisible();
  expect(await screen.findByText('Undone: renaming “Yellow Sea approaches”.')).toBeVisible();
  await user.keyboard('{Control>}y{/Control}');
  expect(await findArea(/Yellow Sea west/)).toBeVisible();
  await page.close();
  await core.close();

  const again = openPage(await openFilledCore(undefined, { folder, signedIn: false }));
  await again.user.click(await screen.findByRole('button', { name: 'Work offline' }));
  await showPanel(again, 'Areas');
  expect(await findArea(/Yellow Sea west/)).toBeVisible();
});

test('a list of 5,000 areas renders the rows that are seen, whatever is done with it', async () => {
  const { page, user, app } = await open();
  const added = await app.api.areas.createMany.mutate(
    Array.from({ length: 5_000 }, (_, index) =>
      square(`Site ${index + 1}`, [(index % 100) - 50, Math.floor(index / 100) - 25], 0.5),
    ),
  );
  if (!added.ok) throw new Error(added.failure.message);
  expect(await screen.findByText(/^5,000 areas/)).toBeVisible();
  const items = () => list().getAllByRole('listitem');
  const expectFewRows = async () => {
    await waitFor(() => expect(items().length).toBeGreaterThan(0));
    expect(items().length).toBeLessThan(50);
  };
  await expectFewRows();

  const findRow = (name: string) => list().findByRole('button', { name: new RegExp(`^${name} `) });
  const expectFocus = (name: string) => waitFor(async () => expect(await findRow(name)).toHaveFocus());
  (await findRow('Site 1')).focus();
  await user.keyboard(' {End}');
  await expectFocus('Site 5000');
  expect(items().at(-1)).toHaveAttribute('aria-posinset', '5000');
  expect(items().at(-1)).toHaveAttribute('aria-setsize', '5000');
  await expectFewRows();
  await user.keyboard(' ');
  expect(await screen.findByText(/^2 areas selected/)).toBeVisible();

  await user.keyboard('{ArrowUp}');
  await expectFocus('Site 4999');
  await user.keyboard('{Enter}');
  await waitFor(async () => expect(await findRow('Site 4999')).toHaveAttribute('aria-pressed', 'true'));
  await user.keyboard('{F2}');
  await waitFor(() => expect(screen.getByLabelText('New name of Site 4999')).toHaveFocus());
  await user.keyboard('The last but one{Enter}');
  await expectFocus('The last but one');
  await user.keyboard('{Home}');
  await expectFocus('Site 1');
  await user.keyboard('{Delete}');
  await expectFocus('Site 2');
  await user.keyboard('{Control>}z{/Control}');
  expect(await screen.findByText(/^5,000 areas/)).toBeVisible();
  await expectFewRows();

  // Tab leaves the list: only one of its rows is a stop.
  expect(document.querySelectorAll('[data-area-row][tabindex="0"]')).toHaveLength(1);

  const find = screen.getByLabelText('Find an area by name');
  await fill(page, find, 'the last');
  await waitFor(() => expect(items()).toHaveLength(1));
  await user.clear(find);
  await waitFor(() => expect(items().length).toBeGreaterThan(1));
  await expectFewRows();
  await user.click(screen.getByRole('button', { name: /^Order these/ }));
  const form = within(await screen.findByRole('region', { name: 'Orders panel' }));
  // The one that was deleted and restored is no longer selected.
  expect(await form.findByText(/^Site 5000 · /)).toBeVisible();
  expect(form.queryByText(/^Site 1 · /)).toBeNull();
  expect(form.getByText(/4,900 more/)).toBeVisible();
});

test('selected areas are merged, simplified with a preview, and restored', async () => {
  const { page, user } = await open();
  await addAreas(page, [
    square('West', [10, 10], 2),
    square('East', [11, 11], 2),
    square('Far', [30, 10], 1),
    { name: 'Bay', shape: { kind: 'circle', center: [14, 12], radiusMetres: 150_000 } },
  ]);
  await findArea(/Bay/);
  await expectAreas(4);
  (await findArea(/West/)).focus();
  await user.keyboard(' {ArrowDown}{ArrowDown} ');
  expect(await screen.findByText(/^2 areas selected · /)).toBeVisible();
  await user.click(screen.getByRole('button', { name: /^Merge selected/ }));
  expect(await screen.findByText(/The areas lie apart: together they would be 2 polygons/)).toBeVisible();
  await expectAreas(4);

  await user.click(screen.getByRole('checkbox', { name: 'Select Far' }));
  await user.click(screen.getByRole('checkbox', { name: 'Select East' }));
  await user.click(screen.getByRole('checkbox', { name: 'Select Bay' }));
  await user.click(screen.getByRole('button', { name: /^Merge selected/ }));
  const merged = await findArea(/West and 2 more .*Polygon · \d+ vertices/);
  await waitFor(() => expect(merged).toHaveAttribute('aria-pressed', 'true'));
  await expectAreas(2);

  await user.click(await screen.findByRole('button', { name: /^Simplify…/ }));
  const form = within(await screen.findByRole('form', { name: 'Simplify West and 2 more' }));
  await fill(page, await form.findByLabelText(/^Vertices/), '9');
  expect(await form.findByText(/^loses [\d,.]+ km²$/)).toBeVisible();
  await waitFor(() => expect(form.getByRole('status')).toHaveAttribute('aria-busy', 'false'));
  await user.click(form.getByRole('button', { name: 'Apply' }));
  expect(await findArea(/West and 2 more .*Polygon · 9 vertices/)).toBeVisible();

  // The list may come before the response that can be undone.
  expect(await screen.findByText('“West and 2 more” changed.')).toBeVisible();
  await user.keyboard('{Control>}z{/Control}');
  await waitFor(() => expect(list().queryByRole('button', { name: /Polygon · 9 vertices/ })).toBeNull());
  await user.keyboard('{Control>}z{/Control}');
  await expectAreas(4);
});

test('only areas above the user’s cap are flagged', async () => {
  const faults = new Faults();
  // The caps of before their change may come after it.
  faults.set('areas.softCap', 'late');
  const { page, user } = await open(faults);
  await addAreas(page, [square('Small', [10, 10], 0.5), square('Large', [20, 10], 3)]);
  await findArea(/^Large/);
  expect(screen.queryByText(/your own cap/)).toBeNull();
  await openSettings(page, 'Limits');
  await fill(page, await screen.findByLabelText('One area (km²)'), '5000');
  await fill(page, screen.getByLabelText('All areas of an order (km²)'), '100000');
  await user.click(screen.getByRole('button', { name: 'Save caps' }));
  expect(await screen.findByText('Caps saved.')).toBeVisible();
  faults.set('areas.softCap');
  await closeDialog(page);
  await showPanel(page, 'Areas');
  const flagged = /km² is above your own cap of 5,000 km² for an area\./;
  await waitFor(() => expect(screen.getAllByText(flagged)).toHaveLength(1));
  await user.click(await findArea(/Large .*above your own cap/));
  const panel = within(screen.getByRole('region', { name: 'Areas panel' }));
  await user.click(await panel.findByRole('button', { name: /^Order(?!s)/ }));
  expect(await screen.findByText(/in all is above your own cap of 100,000 km² for an order\./)).toBeVisible();
});
