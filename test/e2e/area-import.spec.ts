import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { zipSync } from 'fflate';
import { inProject } from '../../scripts/lib/paths.mjs';
import { addAreas, square } from './areas-setup.ts';
import { expect, test } from './fixtures.ts';
import { showPanel } from './sign-in.ts';

function sample(name: string): string {
  return inProject('test', 'fixtures', 'areas', name);
}

/** Drops or pastes files on the page. */
async function give(
  page: Page,
  how: 'drop' | 'paste',
  names: readonly string[],
  text?: string,
): Promise<void> {
  const files = await Promise.all(
    names.map(async (name) => ({
      name: path.basename(name),
      bytes: [...(await readFile(sample(name)))],
    })),
  );
  // The page takes files once all of it is loaded, after its first frame.
  await expect
    .poll(() =>
      page.evaluate(() => {
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File([], 'a'));
        const event = new DragEvent('dragover', { dataTransfer, bubbles: true, cancelable: true });
        document.body.dispatchEvent(event);
        document.body.dispatchEvent(new DragEvent('dragleave', { bubbles: true }));
        return event.defaultPrevented;
      }),
    )
    .toBe(true);
  await page.evaluate(
    ({ how, files, text }) => {
      const data = new DataTransfer();
      for (const { name, bytes } of files) data.items.add(new File([new Uint8Array(bytes)], name));
      if (text !== undefined) data.setData('text/plain', text);
      if (how === 'drop') {
        for (const type of ['dragover', 'drop']) {
          const init = { dataTransfer: data, bubbles: true, cancelable: true };
          document.body.dispatchEvent(new DragEvent(type, init));
        }
      } else {
        const init = { clipboardData: data, bubbles: true, cancelable: true };
        document.body.dispatchEvent(new ClipboardEvent('paste', init));
      }
    },
    { how, files, text },
  );
}

test('areas of several files are previewed, selected, imported and undone together', async ({ app }) => {
  const { page } = app;
  await showPanel(page, 'Areas');
  await addAreas(page, [square('Site 1', [10, 10], 1)]);
  const list = page.getByRole('list', { name: 'Areas of this workspace' });
  await expect(list.getByRole('listitem')).toHaveCount(1);

  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Import…' }).click();
  await (await choosing).setFiles(
    [
      'accept--shapefile.zip',
      'accept--kml-folders.kml',
      'fix--geojson-antimeridian-jump.geojson',
      'fix--geojson-clockwise.geojson',
      'reject--geojson-bow-tie.geojson',
    ].map(sample),
  );
  const panel = page.getByRole('region', { name: 'Area import' });
  const files = panel.getByRole('list', { name: 'Files' });
  const found = panel.getByRole('list', { name: 'Areas found' });
  await expect(files).toHaveAttribute('aria-busy', 'false');
  await expect(
    files.getByText(/crosses the antimeridian was split there\. \(fix--geojson-antimeridian/),
  ).toBeVisible();
  await expect(files.getByRole('alert')).toContainText(/Nothing was imported.*crosses or touches itself at/);
  await expect(found.getByRole('checkbox')).toHaveCount(7);
  await expect(found.getByText('400 km² · 4 vertices · as “Site 1 (2)”')).toBeVisible();
  await found.getByRole('button', { name: 'Zoom to Site 2' }).click();
  await app.screenshot('area-import-preview');

  await found.getByRole('checkbox', { name: /Site 2/ }).click();
  await panel.getByRole('button', { name: 'Import 6 areas' }).click();
  await expect(panel).toBeHidden();
  await expect(list.getByRole('listitem')).toHaveCount(7);
  await expect(list.getByRole('button', { name: /Site 1 \(2\)/ })).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(list.getByRole('listitem')).toHaveCount(1);
});

test('of an archive with several layers those are chosen as a whole', async ({ app }) => {
  const { page } = app;
  await showPanel(page, 'Areas');
  const kml = (names: readonly string[]) =>
    new TextEncoder().encode(
      `<kml><Document>${names
        .map(
          (name, at) =>
            `<Placemark><name>${name}</name><Polygon><outerBoundaryIs><LinearRing><coordinates>${at},0 ${at + 1},0 ${at + 1},1 ${at},0</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark>`,
        )
        .join('')}</Document></kml>`,
    );
  const files = { 'ports.kml': kml(['North', 'South']), 'zones.kml': kml(['One', 'Two', 'Three']) };
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Import…' }).click();
  await (await choosing).setFiles({
    name: 'harbours.zip',
    mimeType: 'application/zip',
    buffer: Buffer.from(zipSync(files)),
  });
  const panel = page.getByRole('region', { name: 'Area import' });
  const layers = panel.getByRole('list', { name: 'Layers of the file' });
  await expect(layers.getByRole('checkbox')).toHaveCount(2);
  await layers.getByRole('checkbox', { name: 'zones · 3 areas' }).click();
  await expect(panel.getByRole('button', { name: 'Import 2 areas' })).toBeEnabled();
  await panel.getByRole('checkbox', { name: /^Two/ }).click();
  await app.screenshot('area-import-layers');
  await layers.getByRole('checkbox', { name: 'ports · 2 areas' }).click();
  await layers.getByRole('checkbox', { name: 'zones · 3 areas' }).click();
  await panel.getByRole('button', { name: 'Import 3 areas' }).click();
  await expect(page.getByRole('list', { name: 'Areas of this workspace' }).getByRole('listitem')).toHaveCount(
    3,
  );
});

test('files that are dropped and text that is pasted are shown, and discarded without a trace', async ({
  app,
}) => {
  const { page } = app;
  await give(page, 'drop', ['accept--gpx-closed-track.gpx', 'reject--other-prose.txt']);
  const panel = page.getByRole('region', { name: 'Area import' });
  const files = panel.getByRole('list', { name: 'Files' });
  await expect(files.getByRole('alert')).toContainText('This is not GeoJSON, WKT, KML');
  await expect(panel.getByRole('button', { name: 'Import 1 area' })).toBeEnabled();

  const text = 'POLYGON ((3 3, 4 3, 4 4, 3 4, 3 3))\nPOLYGON ((5 5, 6 5, 6 6, 5 6))';
  await give(page, 'paste', [], text);
  await expect(files.getByText('2 areas found')).toBeVisible();
  await expect(panel.getByRole('button', { name: 'Import 3 areas' })).toBeEnabled();
  await panel.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByText('No areas yet')).toBeVisible();

  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Import…' }).click();
  const chooser = await choosing;
  // Outside the document, garbage collection could remove it before a file is chosen.
  await expect(page.locator('input[type="file"]')).toBeAttached();
  await chooser.setFiles(sample('accept--kmz.kmz'));
  await expect(page.locator('input[type="file"]')).not.toBeAttached();
  await panel.getByRole('button', { name: /^Import \d areas?$/ }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('list', { name: 'Areas of this workspace' })).toBeVisible();
  // Imported and undone by keyboard.
  await page.getByRole('group', { name: 'Draw a new area' }).getByRole('button', { name: 'Polygon' }).focus();
  await page.keyboard.press('Control+z');
  await expect(page.getByText('No areas yet')).toBeVisible();
});

test('names in an uncertain code page are read again in the one that is chosen', async ({ app }) => {
  const { page } = app;
  await showPanel(page, 'Areas');
  // “Świnoujście” in Windows-1250.
  const name = Buffer.from([0x8c, ...Buffer.from('winouj'), 0x9c, ...Buffer.from('cie')]);
  const buffer = Buffer.concat([
    Buffer.from('name,wkt\n'),
    name,
    Buffer.from(',"POLYGON((14 53.8,14.4 53.8,14.4 54,14 53.8))"\n'),
  ]);
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Import…' }).click();
  await (await choosing).setFiles([{ name: 'ports.csv', mimeType: 'text/csv', buffer }]);
  const panel = page.getByRole('region', { name: 'Area import' });
  await expect(panel.getByText('Œwinoujœcie', { exact: true })).toBeVisible();
  await app.screenshot('area-import-code-page');
  await panel.getByLabel('Code page of the names').selectOption('Windows-1250');
  await expect(panel.getByText('Świnoujście', { exact: true })).toBeVisible();
  await page.emulateMedia({ colorScheme: 'light' });
  await app.screenshot('area-import-code-page-light');
});
