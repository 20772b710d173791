import type { Page } from '@playwright/test';
import { addAreas, square } from './areas-setup.ts';
import { expect, test } from './fixtures.ts';
import { closeSettings, openSettings, showPanel } from './sign-in.ts';

/** Where a share of the map lies on the page. */
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

test('distance and area are measured live on the map, and cleared with Escape', async ({ app }) => {
  const { page } = app;
  await page.getByRole('button', { name: 'Measure distance and area' }).click();
  await press(page, 0.3, 0.5);
  await page.mouse.move(...(await onMap(page, 0.7, 0.45)), { steps: 3 });
  const length = page.getByRole('status', { name: 'Length', exact: true });
  await expect(length).toHaveText(/^[\d,.]+ km$/);
  const first = await length.textContent();
  await press(page, 0.7, 0.45);
  await press(page, 0.55, 0.8);
  await expect(length).not.toHaveText(first ?? '');
  await expect(page.getByRole('status', { name: 'Enclosed area' })).toHaveText(/^would enclose [\d,.]+ km²$/);
  await app.screenshot('area-measure');

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

test('a corner that is drawn near that of another area becomes the same, unless snapping is off', async ({
  app,
}) => {
  const { page } = app;
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
    await page.mouse.click(pixel[0] + 90, pixel[1] - 10, { delay: 40 });
    await page.mouse.click(pixel[0] + 80, pixel[1] + 70, { delay: 40 });
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

test('selected areas are merged, simplified with a preview, and restored', async ({ app }) => {
  const { page } = app;
  await showPanel(page, 'Areas');
  await addAreas(page, [
    square('West', [10, 10], 2),
    square('East', [11, 11], 2),
    square('Far', [30, 10], 1),
    { name: 'Bay', shape: { kind: 'circle', center: [14, 12], radiusMetres: 150_000 } },
  ]);
  const list = page.getByRole('list', { name: 'Areas of this workspace' });
  await expect(list.getByRole('listitem')).toHaveCount(4);

  await list.getByRole('button', { name: /West/ }).focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Space');
  await expect(page.getByText(/^2 areas selected · /)).toBeVisible();
  await page.getByRole('button', { name: 'Merge selected' }).click();
  await expect(page.getByText(/The areas lie apart: together they would be 2 polygons/)).toBeVisible();
  await expect(list.getByRole('listitem')).toHaveCount(4);

  await page.getByRole('checkbox', { name: 'Select Far' }).click();
  await page.getByRole('checkbox', { name: 'Select East' }).click();
  await page.getByRole('checkbox', { name: 'Select Bay' }).click();
  await page.getByRole('button', { name: 'Merge selected' }).click();
  const merged = list.getByRole('button', { name: /West and 2 more .*Polygon · \d+ vertices/ });
  await expect(merged).toHaveAttribute('aria-pressed', 'true');
  await expect(list.getByRole('listitem')).toHaveCount(2);

  await zoomToSelected(page);
  await page.getByRole('button', { name: 'Simplify…' }).click();
  const form = page.getByRole('form', { name: 'Simplify West and 2 more' });
  await form.getByLabel(/^Vertices/).fill('9');
  await expect(form.getByText(/^loses [\d,.]+ km²$/)).toBeVisible();
  await expect(form.getByRole('status')).toHaveAttribute('aria-busy', 'false');
  await app.screenshot('area-simplify');
  await form.getByRole('button', { name: 'Apply' }).click();
  await expect(list.getByRole('button', { name: /West and 2 more .*Polygon · 9 vertices/ })).toBeVisible();

  // The list may come before the response that can be undone.
  await expect(page.getByText('“West and 2 more” changed.')).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(list.getByRole('button', { name: /Polygon · 9 vertices/ })).toBeHidden();
  await page.keyboard.press('Control+z');
  await expect(list.getByRole('listitem')).toHaveCount(4);
});

test('only areas above the user’s cap are flagged', async ({ app }) => {
  const { page } = app;
  await showPanel(page, 'Areas');
  await addAreas(page, [square('Small', [10, 10], 0.5), square('Large', [20, 10], 3)]);
  await expect(page.getByText(/your own cap/)).toBeHidden();
  await openSettings(page, 'Limits');
  await page.getByLabel('One area (km²)').fill('5000');
  await page.getByLabel('All areas of an order (km²)').fill('100000');
  await page.getByRole('button', { name: 'Save caps' }).click();
  await expect(page.getByText('Caps saved.')).toBeVisible();
  await closeSettings(page);
  await showPanel(page, 'Areas');
  await expect(page.getByText(/km² is above your own cap of 5,000 km² for an area\./)).toHaveCount(1);
  const large = page.getByRole('button', { name: /Large .*above your own cap/ });
  await large.click();
  await page
    .getByRole('region', { name: 'Areas panel' })
    .getByRole('button', { name: 'Order', exact: true })
    .click();
  await expect(page.getByRole('region', { name: 'This order' })).toContainText(
    'in all is above your own cap of 100,000 km² for an order.',
  );
});

/** Finds the north-east corner of the area at 11° N 11° E by what the status bar says of the pointer. */
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
