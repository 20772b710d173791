import type { Page } from '@playwright/test';
import type { NewArea } from '../../shared/areas/area.ts';
import { square } from '../builders/new-area.ts';
import { addAreas } from './areas-setup.ts';
import { expect, test } from './fixtures.ts';
import { showPanel } from './sign-in.ts';

/** The place of a share of the map on the page. */
async function onMap(page: Page, x: number, y: number): Promise<[number, number]> {
  const box = await page.getByRole('application', { name: /^Map/ }).boundingBox();
  if (!box) throw new Error('The map is not on screen.');
  return [box.x + x * box.width, box.y + y * box.height];
}

async function press(page: Page, x: number, y: number): Promise<void> {
  const at = await onMap(page, x, y);
  await page.mouse.move(...at, { steps: 3 });
  await page.mouse.click(...at, { delay: 40 });
}

/** Puts the area with this name into the middle of the map. */
async function zoomTo(page: Page, name: RegExp): Promise<void> {
  await page.getByRole('list', { name: 'Areas of this workspace' }).getByRole('button', { name }).click();
  await zoomToSelected(page);
}

/** Zooms to the selected area, and waits until the map has come to rest at another scale. */
async function zoomToSelected(page: Page): Promise<void> {
  const scale = page.getByRole('contentinfo').getByText(/^1 : [\d,]+$/);
  const before = (await scale.textContent()) ?? '';
  await page
    .getByRole('region', { name: 'Areas panel' })
    .getByRole('button', { name: 'Zoom to', exact: true })
    .click();
  // The status bar follows the map when it is at rest.
  await expect(scale).not.toHaveText(before);
}

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

test('areas are measured, drawn, snapped, ordered and listed with the mouse', async ({ app }) => {
  const { page } = app;
  await test.step('distance and area are measured live on the map, and cleared with Escape', async () => {
    await page.getByRole('button', { name: 'Measure distance and area' }).click();
    await press(page, 0.3, 0.5);
    await page.mouse.move(...(await onMap(page, 0.7, 0.45)), { steps: 3 });
    const length = page.getByRole('status', { name: 'Length', exact: true });
    await expect(length).toHaveText(/^[\d,.]+ km$/);
    const first = await length.textContent();
    await press(page, 0.7, 0.45);
    await press(page, 0.55, 0.8);
    await expect(length).not.toHaveText(first ?? '');
    await expect(page.getByRole('status', { name: 'Enclosed area' })).toHaveText(
      /^would enclose [\d,.]+ km²$/,
    );

    await page.keyboard.press('Enter');
    const ended = await length.textContent();
    await page.mouse.move(...(await onMap(page, 0.3, 0.7)), { steps: 3 });
    await expect(length).toHaveText(ended ?? '');

    await page.keyboard.press('Escape');
    await expect(length).toBeHidden();
    await expect(page.getByRole('button', { name: 'Measure distance and area' })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Measure distance and area' })).toHaveAttribute(
      'aria-pressed',
      'false',
    );
  });

  await test.step('a corner that is drawn near that of another area becomes the same, unless snapping is off', async () => {
    await showPanel(page, 'Areas');
    await addAreas(page, [square('Base', [10, 10], 1)]);
    await zoomTo(page, /Base/);
    const corners = async () =>
      await page.evaluate(async () => {
        const response = await fetch('/api/areas.list');
        const { result } = await response.json();
        return result.data.value.map((area: { shape: { polygon: { coordinates: number[][][] } } }) =>
          area.shape.polygon.coordinates[0]?.map((position) => position.map((degree) => degree.toFixed(9))),
        );
      });
    const pixel = await cornerOnMap(page);
    const draw = async () => {
      await page.getByRole('application', { name: /^Map/ }).focus();
      await page.keyboard.press('P');
      // The first corner is placed six pixels next to the north-east corner of the base.
      await page.mouse.move(pixel[0] + 5, pixel[1] - 4, { steps: 3 });
      await page.mouse.click(pixel[0] + 5, pixel[1] - 4, { delay: 40 });
      await page.mouse.click(pixel[0] + 60, pixel[1] - 10, { delay: 40 });
      await page.mouse.click(pixel[0] + 50, pixel[1] + 70, { delay: 40 });
      await page.keyboard.press('Enter');
    };
    await draw();
    await expect(page.getByRole('button', { name: /Area 1 .*3 vertices/ })).toBeVisible();
    const corner = ['11.000000000', '11.000000000'];
    expect((await corners())[1]).toContainEqual(corner);

    await page.getByRole('application', { name: /^Map/ }).focus();
    await page.keyboard.press('Shift+S');
    await draw();
    await expect(page.getByRole('button', { name: /Area 2 .*3 vertices/ })).toBeVisible();
    expect((await corners())[2]).not.toContainEqual(corner);
  });

  await test.step('the second click of a double click hits the row that the first one hit', async () => {
    await showPanel(page, 'Areas');
    const base = page.getByRole('button', { name: /^Base / });
    const before = await base.boundingBox();
    await base.click();
    await page.getByRole('checkbox', { name: 'Select Area 1' }).click();
    await expect(page.getByRole('button', { name: 'Order these' })).toBeVisible();
    expect(await base.boundingBox()).toEqual(before);
    await page.getByRole('checkbox', { name: 'Select Area 1' }).click();
  });

  await test.step('a polygon drawn on the map becomes an area that can be ordered for', async () => {
    await showPanel(page, 'Areas');
    await page
      .getByRole('group', { name: 'Draw a new area' })
      .getByRole('button', { name: 'Polygon' })
      .click();
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
    const row = page.getByRole('button', { name: /Area 3 .*km².*Polygon · 4 vertices/ });
    await expect(row).toHaveAttribute('aria-pressed', 'true');

    await row.focus();
    await page.keyboard.press('Delete');
    await expect(row).toBeHidden();
    // The list may come before the response that can be undone.
    await expect(page.getByText('“Area 3” deleted.')).toBeVisible();
    // In a text field the key takes back what was typed there, and no edit.
    const find = page.getByLabel('Find an area by name');
    await find.press('A');
    await expect(find).toHaveValue('A');
    await page.keyboard.press('Control+z');
    await expect(find).toHaveValue('');
    await expect(row).toBeHidden();
    await page.getByRole('button', { name: /^Area 1 / }).focus();
    await page.keyboard.press('Control+z');
    await expect(row).toBeVisible();

    await page
      .getByRole('region', { name: 'Areas panel' })
      .getByRole('button', { name: 'Order', exact: true })
      .click();
    await expect(page.getByRole('form', { name: 'New order' }).getByText(/^Area 3 · /)).toBeVisible();
  });

  await test.step('the map’s menu has the actions of the areas that lie there', async () => {
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
    await expect(list.getByRole('button', { name: /^Yellow Sea copy / })).toBeHidden();

    await openAreaMenu();
    await areaMenu.getByRole('menuitem', { name: 'Rename…' }).click();
    await expect(page.getByLabel('New name of Yellow Sea')).toBeFocused();
    await page.keyboard.press('Escape');

    await openAreaMenu();
    await areaMenu.getByRole('menuitem', { name: 'Search here' }).click();
    await expect(page.getByRole('combobox', { name: /^Area/ })).toHaveValue(/^Yellow Sea/);
  });

  await test.step('a row keeps the focus where the list is scrolled elsewhere', async () => {
    await showPanel(page, 'Areas');
    await addManyAreas(
      page,
      Array.from({ length: 5_000 }, (_, index) =>
        square(`Site ${index + 1}`, [(index % 100) - 50, Math.floor(index / 100) - 25], 0.5),
      ),
    );
    const list = page.getByRole('list', { name: 'Areas of this workspace' });
    const row = (name: string) => list.getByRole('button', { name: new RegExp(`^${name} `) });
    await row('Site 1').focus();
    await page.keyboard.press('End');
    await expect(row('Site 5000')).toBeFocused();
    await expect(row('Site 5000')).toBeInViewport();
    // The focused row stays where the list is scrolled elsewhere, and the next key starts from it.
    await list.hover();
    await page.mouse.wheel(0, -60_000);
    await expect(row('Site 5000')).toBeFocused();
    await expect(row('Site 5000')).not.toBeInViewport();
    await page.keyboard.press('ArrowUp');
    await expect(row('Site 4999')).toBeFocused();
    await expect(row('Site 4999')).toBeInViewport();
  });
});

/** Finds the north-east corner of the area at 11° N 11° E by the position of the pointer in the status bar. */
async function cornerOnMap(page: Page): Promise<[number, number]> {
  const read = async (x: number, y: number): Promise<[number, number]> => {
    const field = page
      .getByRole('contentinfo')
      .getByText(/\d° N .*\d° E/)
      .first();
    const before = (await field.isVisible()) ? await field.textContent() : null;
    await page.mouse.move(x, y);
    await expect(field).toHaveText(/\d° N .*\d° E/);
    if (before !== null) await expect(field).not.toHaveText(before);
    const [latitude = Number.NaN, longitude = Number.NaN] = ((await field.textContent()) ?? '')
      .split(/[NE,]/)
      .map((part) => Number.parseFloat(part))
      .filter((value) => !Number.isNaN(value));
    return [longitude, latitude];
  };
  const [x1, y1] = await onMap(page, 0.45, 0.45);
  const [x2, y2] = await onMap(page, 0.55, 0.55);
  const [west, north] = await read(x1, y1);
  const [east, south] = await read(x2, y2);
  // Over two degrees near the equator the map is as good as linear.
  const x = x1 + ((11 - west) / (east - west)) * (x2 - x1);
  const y = y1 + ((north - 11) / (north - south)) * (y2 - y1);
  return [x, y];
}
