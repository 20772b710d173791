import type { Page } from '@playwright/test';
import type { NewArea } from '../../shared/areas/area.ts';
import { addAreas, square } from './areas-setup.ts';
import { expect, test } from './fixtures.ts';
import { showPanel } from './sign-in.ts';

test('areas are found, renamed, deleted and restored by keyboard, and survive a restart', async ({ app }) => {
  let { page } = app;
  await showPanel(page, 'Areas');
  await expect(page.getByText('No areas yet')).toBeVisible();

  await addAreas(page, [
    square('Yellow Sea approaches', [122, 34], 3),
    square('Date line', [178, -10], 5),
    { name: 'Ningbo', shape: { kind: 'circle', center: [122.1, 29.9], radiusMetres: 25_000 } },
  ]);
  const list = page.getByRole('list', { name: 'Areas of this workspace' });
  await expect(list.getByRole('listitem')).toHaveCount(3);
  await expect(list.getByRole('button', { name: /Ningbo 1,963 km²/ })).toBeVisible();
  await expect(list.getByRole('button', { name: /Date line.*sent as two areas/ })).toBeVisible();

  await page.getByLabel('Find an area by name').fill('NING');
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await page.getByLabel('Find an area by name').fill('nowhere');
  await expect(page.getByText('No area name contains “nowhere”')).toBeVisible();
  await page.getByLabel('Find an area by name').fill('');

  const first = list.getByRole('button', { name: /Yellow Sea/ });
  await first.focus();
  await page.keyboard.press('Enter');
  await expect(first).toHaveAttribute('aria-pressed', 'true');
  await app.screenshot('areas');
  // The second click of a double click hits the row that the first one hit.
  const last = list.getByRole('button', { name: /Ningbo/ });
  const before = await last.boundingBox();
  await last.click();
  await page.getByRole('checkbox', { name: 'Select Date line' }).click();
  await expect(page.getByRole('button', { name: 'Order these' })).toBeVisible();
  expect(await last.boundingBox()).toEqual(before);
  await page.getByRole('checkbox', { name: 'Select Date line' }).click();
  await first.click();

  await page.keyboard.press('F2');
  const field = page.getByLabel('New name of Yellow Sea approaches');
  await expect(field).toBeFocused();
  await page.keyboard.type(' ');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Enter a name for the area.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(first).toBeFocused();
  // Who leaves the name for another field stays there.
  await page.keyboard.press('F2');
  await expect(field).toBeFocused();
  const find = page.getByLabel('Find an area by name');
  await find.click();
  await expect(field).toBeHidden();
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
  await expect(find).toBeFocused();
  await first.focus();
  await page.keyboard.press('F2');
  await expect(field).toBeFocused();
  await page.keyboard.type('Yellow Sea west');
  await page.keyboard.press('Enter');
  await expect(list.getByRole('button', { name: /Yellow Sea west/ })).toBeFocused();

  await page.keyboard.press('Delete');
  await expect(list.getByRole('listitem')).toHaveCount(2);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(list.getByRole('button', { name: /Yellow Sea west/ })).toBeVisible();
  await expect(page.getByText('Undone: deleting “Yellow Sea west”.')).toBeVisible();
  // In a text field the key takes back what was typed there, and no edit.
  await find.press('w');
  await expect(find).toHaveValue('w');
  await page.keyboard.press('Control+z');
  await expect(find).toHaveValue('');
  await first.focus();
  await page.keyboard.press('Control+z');
  await expect(list.getByRole('button', { name: /Yellow Sea approaches/ })).toBeVisible();
  await expect(page.getByText('Undone: renaming “Yellow Sea approaches”.')).toBeVisible();
  await page.keyboard.press('Control+y');
  await expect(list.getByRole('button', { name: /Yellow Sea west/ })).toBeVisible();

  page = await app.restart();
  await page.getByRole('button', { name: 'Work offline' }).click();
  await showPanel(page, 'Areas');
  await expect(page.getByRole('button', { name: /Yellow Sea west/ })).toBeVisible();
});

test('a polygon drawn on the map becomes an area that can be ordered for', async ({ app }) => {
  const { page } = app;
  await showPanel(page, 'Areas');
  await page.getByRole('group', { name: 'Draw a new area' }).getByRole('button', { name: 'Polygon' }).click();
  const box = await page.getByRole('application', { name: /^Map/ }).boundingBox();
  if (!box) throw new Error('The map is not on screen.');
  for (const [x, y] of [
    [0.3, 0.3],
    [0.6, 0.35],
    [0.55, 0.7],
    [0.35, 0.65],
  ] as const) {
    await page.mouse.click(box.x + x * box.width, box.y + y * box.height, { delay: 40 });
  }
  await page.keyboard.press('Enter');
  const row = page.getByRole('button', { name: /Area 1 .*km².*Polygon · 4 vertices/ });
  await expect(row).toHaveAttribute('aria-pressed', 'true');
  await app.screenshot('area-drawn');

  await row.focus();
  await page.keyboard.press('Delete');
  await expect(row).toBeHidden();
  // The list may come before the response that can be undone.
  await expect(page.getByText('“Area 1” deleted.')).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(row).toBeVisible();

  await page
    .getByRole('region', { name: 'Areas panel' })
    .getByRole('button', { name: 'Order', exact: true })
    .click();
  await expect(page.getByRole('checkbox', { name: /Area 1/ })).toBeChecked();
});

/** Adds areas in one request. */
async function addManyAreas(page: Page, areas: readonly NewArea[]): Promise<void> {
  await page.evaluate(async (each) => {
    const response = await fetch('/api/areas.createMany', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(each),
    });
    const { result } = await response.json();
    if (!result?.data?.ok) throw new Error(`The areas were not added: ${JSON.stringify(result)}`);
  }, areas);
}

test('a list of 5,000 areas renders the rows that are seen, whatever is done with it', async ({ app }) => {
  const { page } = app;
  await showPanel(page, 'Areas');
  await addManyAreas(
    page,
    Array.from({ length: 5_000 }, (_, index) =>
      square(`Site ${index + 1}`, [(index % 100) - 50, Math.floor(index / 100) - 25], 0.5),
    ),
  );
  await expect(page.getByText(/^5,000 areas/)).toBeVisible();
  const list = page.getByRole('list', { name: 'Areas of this workspace' });
  const items = list.getByRole('listitem');
  const expectFewRows = async () => {
    await expect(items.first()).toBeVisible();
    expect(await items.count()).toBeLessThan(50);
  };
  await expectFewRows();

  const row = (name: string) => list.getByRole('button', { name: new RegExp(`^${name} `) });
  await row('Site 1').focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('End');
  await expect(row('Site 5000')).toBeFocused();
  await expect(row('Site 5000')).toBeInViewport();
  await expect(items.last()).toHaveAttribute('aria-posinset', '5000');
  await expect(items.last()).toHaveAttribute('aria-setsize', '5000');
  await expectFewRows();
  await page.keyboard.press('Space');
  await expect(page.getByText(/^2 areas selected/)).toBeVisible();

  // The focused row stays where the list is scrolled elsewhere, and the next key starts from it.
  await list.hover();
  await page.mouse.wheel(0, -60_000);
  await expect(row('Site 5000')).toBeFocused();
  await expect(row('Site 5000')).not.toBeInViewport();
  await page.keyboard.press('ArrowUp');
  await expect(row('Site 4999')).toBeFocused();
  await expect(row('Site 4999')).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(row('Site 4999')).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('F2');
  await expect(page.getByLabel('New name of Site 4999')).toBeFocused();
  await page.keyboard.type('The last but one');
  await page.keyboard.press('Enter');
  await expect(row('The last but one')).toBeFocused();
  await page.keyboard.press('Home');
  await expect(row('Site 1')).toBeFocused();
  await page.keyboard.press('Delete');
  await expect(row('Site 2')).toBeFocused();
  await page.keyboard.press('Control+z');
  await expect(page.getByText(/^5,000 areas/)).toBeVisible();
  await expectFewRows();
  await app.screenshot('areas-5000');

  // Tab leaves the list: only one of its rows is a stop.
  await expect(list.locator('[data-area-row][tabindex="0"]')).toHaveCount(1);

  await page.getByLabel('Find an area by name').fill('the last');
  await expect(items).toHaveCount(1);
  await page.getByLabel('Find an area by name').fill('');
  await expectFewRows();
  await page.getByRole('button', { name: 'Order these' }).click();
  const form = page.getByRole('region', { name: 'Orders panel' });
  // The one that was deleted and restored is no longer selected.
  await expect(form.getByRole('checkbox', { name: /^Site 1 / })).not.toBeChecked();
  await expect(form.getByRole('checkbox', { name: /^Site 5000 / })).toBeChecked();
  await expect(form.getByText('4,899 more')).toBeVisible();
});

test('the map’s menu has the actions of the areas that lie there', async ({ app }) => {
  const { page } = app;
  await showPanel(page, 'Areas');
  await addAreas(page, [square('Yellow Sea', [122, 34], 3)]);
  const list = page.getByRole('list', { name: 'Areas of this workspace' });
  await list.getByRole('button', { name: /^Yellow Sea / }).click();
  await page.keyboard.press('Shift+Z');
  const map = page.getByRole('application', { name: /^Map/ });
  const menu = page.getByRole('menu', { name: 'Map menu' });
  const areaMenu = page.getByRole('menu', { name: 'Yellow Sea' });
  /** By key the menu belongs to the middle of the map, where the area is, once it has come there. */
  const openAreaMenu = async () => {
    const item = menu.getByRole('menuitem', { name: 'Yellow Sea', exact: true });
    await expect(async () => {
      await map.press('Shift+F10');
      await expect(item).toBeVisible({ timeout: 1_000 });
    }).toPass();
    // The menu takes the focus a moment later, also where it was open already; until then it hears no key.
    await expect(menu.locator(':focus')).toHaveCount(1);
    await page.keyboard.press('ArrowDown');
    await expect(item).toBeFocused();
    await page.keyboard.press('ArrowRight');
    await expect(areaMenu.getByRole('menuitem', { name: 'Duplicate' })).toBeVisible();
  };
  await openAreaMenu();
  await app.screenshot('map-menu-area');
  await expect(areaMenu.getByRole('menuitem')).toHaveText([
    'Show in the list',
    'Order…',
    'Search here',
    'Zoom to',
    'Rename…',
    'Edit shape',
    'Duplicate',
    'Delete',
  ]);
  await areaMenu.getByRole('menuitem', { name: 'Duplicate' }).click();
  await expect(menu).toBeHidden();
  await expect(list.getByRole('button', { name: /^Yellow Sea copy / })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await page.keyboard.press('Control+z');
  await expect(list.getByRole('listitem')).toHaveCount(1);

  await openAreaMenu();
  await areaMenu.getByRole('menuitem', { name: 'Rename…' }).click();
  await expect(page.getByLabel('New name of Yellow Sea')).toBeFocused();
  await page.keyboard.press('Escape');

  await openAreaMenu();
  await areaMenu.getByRole('menuitem', { name: 'Search here' }).click();
  await expect(page.getByRole('combobox', { name: /^Area/ })).toHaveValue(/^Yellow Sea/);
});
