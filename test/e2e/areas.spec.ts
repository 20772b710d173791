import { addAreas, square } from './areas-setup.ts';
import { expect, test } from './fixtures.ts';
import { showPanel, signInToDemo } from './sign-in.ts';

test('areas are found, renamed, deleted and restored by keyboard, and survive a restart', async ({ app }) => {
  let { page } = app;
  await signInToDemo(page);
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

  await page.keyboard.press('F2');
  const field = page.getByLabel('New name of Yellow Sea approaches');
  await expect(field).toBeFocused();
  await page.keyboard.type(' ');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Give the area a name.')).toBeVisible();
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
  await signInToDemo(page);
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

  await page.getByRole('button', { name: 'Order', exact: true }).click();
  await expect(page.getByRole('checkbox', { name: /Area 1/ })).toBeChecked();
});
