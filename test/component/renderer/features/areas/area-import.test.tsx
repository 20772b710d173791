import { readFileSync } from 'node:fs';
import { fireEvent, screen, waitFor, within } from '@testing-library/dom';
import { zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { inProject } from '../../../../../scripts/lib/paths.mjs';
import { square } from '../../../../builders/new-area.ts';
import { openFilledCore } from '../../../../builders/page/filled-core.ts';
import { type OpenPage, openPage } from '../../../../builders/page/open-page.tsx';
import { addAreas, chooseFiles, showPanel } from '../../../../builders/page/page-actions.ts';

function sample(name: string): File {
  return new File([readFileSync(inProject('test', 'fixtures', 'areas', name))], name);
}

async function chooseAreas(page: OpenPage, ...files: readonly File[]): Promise<void> {
  const button = await screen.findByRole('button', { name: /^Import…/ });
  await page.user.click(button);
  await chooseFiles(page, ...files);
}

/** The preview of an import, and the list of areas. */
async function openAreas() {
  const page = openPage(await openFilledCore());
  await showPanel(page, 'Areas');
  const list = () => screen.findByRole('list', { name: 'Areas of this workspace' });
  return {
    ...page,
    page,
    findPreview: async () => within(await screen.findByRole('region', { name: 'Area import' })),
    list,
    expectAreas: async (count: number) =>
      waitFor(async () => expect(within(await list()).getAllByRole('listitem')).toHaveLength(count)),
  };
}

test('areas of several files are previewed, selected, imported and undone together', async () => {
  const { page, user, list, expectAreas, findPreview } = await openAreas();
  await addAreas(page, [square('Site 1', [10, 10], 1)]);
  await expectAreas(1);
  await chooseAreas(
    page,
    ...[
      'accept--shapefile.zip',
      'accept--kml-folders.kml',
      'fix--geojson-antimeridian-jump.geojson',
      'fix--geojson-clockwise.geojson',
      'reject--geojson-bow-tie.geojson',
    ].map(sample),
  );
  const preview = await findPreview();
  const files = preview.getByRole('list', { name: 'Files' });
  await waitFor(() => expect(files).toHaveAttribute('aria-busy', 'false'));
  expect(
    within(files).getByText(/crosses the antimeridian was split there\. \(fix--geojson-antimeridian/),
  ).toBeVisible();
  expect(within(files).getByRole('alert')).toHaveTextContent(
    /Nothing was imported.*crosses or touches itself at/,
  );
  const found = within(preview.getByRole('list', { name: 'Areas found' }));
  expect(found.getAllByRole('checkbox')).toHaveLength(7);
  expect(found.getByText('400 km² · 4 vertices · as “Site 1 (2)”')).toBeVisible();
  await user.click(found.getByRole('button', { name: 'Zoom to Site 2' }));

  await user.click(found.getByRole('checkbox', { name: /Site 2/ }));
  await user.click(await preview.findByRole('button', { name: /^Import 6 areas/ }));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Area import' })).toBeNull());
  await expectAreas(7);
  expect(within(await list()).getByRole('button', { name: /Site 1 \(2\)/ })).toBeVisible();
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await expectAreas(1);
});

test('of an archive with several layers those are chosen as a whole', async () => {
  const { page, user, expectAreas, findPreview } = await openAreas();
  const kml = (names: readonly string[]) =>
    new TextEncoder().encode(
      `<kml><Document>${names
        .map(
          (name, at) =>
            `<Placemark><name>${name}</name><Polygon><outerBoundaryIs><LinearRing><coordinates>${at},0 ${at + 1},0 ${at + 1},1 ${at},0</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark>`,
        )
        .join('')}</Document></kml>`,
    );
  const layersOfFile = { 'ports.kml': kml(['North', 'South']), 'zones.kml': kml(['One', 'Two', 'Three']) };
  await chooseAreas(page, new File([zipSync(layersOfFile)], 'harbours.zip'));
  const preview = await findPreview();
  const layers = within(await preview.findByRole('list', { name: 'Layers of the file' }));
  expect(layers.getAllByRole('checkbox')).toHaveLength(2);
  await user.click(layers.getByRole('checkbox', { name: 'zones · 3 areas' }));
  expect(await preview.findByRole('button', { name: /^Import 2 areas/ })).toBeEnabled();
  await user.click(preview.getByRole('checkbox', { name: /^Two/ }));
  await user.click(layers.getByRole('checkbox', { name: 'ports · 2 areas' }));
  await user.click(layers.getByRole('checkbox', { name: 'zones · 3 areas' }));
  await user.click(await preview.findByRole('button', { name: /^Import 3 areas/ }));
  await expectAreas(3);
});

test('files that are dropped and text that is pasted are shown, and discarded without a trace', async () => {
  const { page, user, list, findPreview } = await openAreas();
  const dropped = { files: ['accept--gpx-closed-track.gpx', 'reject--other-prose.txt'].map(sample) };
  const dataTransfer = { ...dropped, types: ['Files'] };
  // The page takes files once all of it is loaded, after its first frame.
  await waitFor(() => expect(fireEvent.dragOver(document.body, { dataTransfer })).toBe(false));
  fireEvent.drop(document.body, { dataTransfer });
  const preview = await findPreview();
  const files = within(preview.getByRole('list', { name: 'Files' }));
  expect(await files.findByRole('alert')).toHaveTextContent('This is not GeoJSON, WKT, KML');
  expect(await preview.findByRole('button', { name: /^Import 1 area/ })).toBeEnabled();

  const text = 'POLYGON ((3 3, 4 3, 4 4, 3 4, 3 3))\nPOLYGON ((5 5, 6 5, 6 6, 5 6))';
  fireEvent.paste(document.body, { clipboardData: { files: [], getData: () => text } });
  expect(await files.findByText('2 areas found')).toBeVisible();
  expect(await preview.findByRole('button', { name: /^Import 3 areas/ })).toBeEnabled();
  await user.click(preview.getByRole('button', { name: /^Discard/ }));
  expect(await screen.findByText('No areas yet')).toBeVisible();

  // Outside the document, garbage collection could remove the input before a file is chosen; so it is looked for there.
  await chooseAreas(page, sample('accept--kmz.kmz'));
  expect(document.querySelector('input[type="file"]')).toBeNull();
  const again = await findPreview();
  (await again.findByRole('button', { name: /^Import \d areas?/ })).focus();
  await user.keyboard('{Enter}');
  expect(await list()).toBeVisible();
  // Imported and undone by keyboard.
  const drawing = within(screen.getByRole('group', { name: 'Draw a new area' }));
  drawing.getByRole('button', { name: /^Polygon/ }).focus();
  await user.keyboard('{Control>}z{/Control}');
  expect(await screen.findByText('No areas yet')).toBeVisible();
});

test('names in an uncertain code page are read again in the one that is chosen', async () => {
  const { page, user, findPreview } = await openAreas();
  // “Świnoujście” in Windows-1250.
  const name = Buffer.from([0x8c, ...Buffer.from('winouj'), 0x9c, ...Buffer.from('cie')]);
  const bytes = Buffer.concat([
    Buffer.from('name,wkt\n'),
    name,
    Buffer.from(',"POLYGON((14 53.8,14.4 53.8,14.4 54,14 53.8))"\n'),
  ]);
  await chooseAreas(page, new File([bytes], 'ports.csv'));
  const preview = await findPreview();
  expect(await preview.findByText('Œwinoujœcie')).toBeVisible();
  await user.selectOptions(preview.getByLabelText('Code page of the names'), 'Windows-1250');
  expect(await preview.findByText('Świnoujście')).toBeVisible();
});

test('the columns of a table can be chosen, and are offered again for a table with the same names', async () => {
  const { page, user, expectAreas, findPreview } = await openAreas();
  const square = 'POLYGON ((10 50, 11 50, 11 51, 10 51, 10 50))';
  const table = (name: string) => new File([`code,middle,edge\nA1,POINT (10.5 50.5),"${square}"\n`], name);
  await chooseAreas(page, table('first.csv'));
  const preview = await findPreview();
  expect(await preview.findByText('“middle” has geometries as WKT.')).toBeVisible();
  await user.click(preview.getByRole('button', { name: 'Change…' }));
  await user.selectOptions(preview.getByLabelText('Geometry (WKT, WKB or GeoJSON)'), 'edge');
  expect(await preview.findByText('1 area found')).toBeVisible();
  await user.selectOptions(preview.getByLabelText('Name'), 'code');
  expect(await preview.findByText(`A1 · ${square}`)).toBeVisible();
  await user.click(await preview.findByRole('button', { name: /^Import 1 area/ }));
  await expectAreas(1);

  await chooseAreas(page, table('second.csv'));
  const again = await findPreview();
  expect(await again.findByText(/The columns are those that you chose/)).toBeVisible();
  expect(again.getByText('1 area found')).toBeVisible();
  await user.click(again.getByRole('button', { name: 'Use the proposed ones' }));
  expect(await again.findByText(/There is no polygon in it/)).toBeVisible();
});
