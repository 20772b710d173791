import { fireEvent, screen, waitFor, within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { openFilledCore } from '../../../../builders/page/filled-core.ts';
import { type OpenPage, openPage } from '../../../../builders/page/open-page.tsx';
import {
  chooseFiles,
  countInTable,
  expectInTable,
  openExpression,
  showPanel,
} from '../../../../builders/page/page-actions.ts';
import { fill, findQueryForm } from '../../../../builders/page/search-form.ts';
import { rectangle } from '../../../../builders/positions.ts';

const ports = [
  ['Busan', 129.04, 35.1],
  ['Ulsan', 129.38, 35.5],
  ['Pohang', 129.4, 36.02],
  ['Masan', 128.58, 35.19],
  ['Gwangyang', 127.7, 34.9],
] as const;

const portsFile = () =>
  new File(
    [
      ['name,longitude,latitude,berths', ...ports.map((port, index) => [...port, 10 + index].join(','))].join(
        '\n',
      ),
    ],
    'Ports.csv',
  );

const layers = () => screen.findByRole('region', { name: 'Your layers' });

const findItem = (name: string) => screen.findByRole('listitem', { name });

async function chooseFile(page: OpenPage, file: File): Promise<void> {
  await page.user.click(within(await layers()).getByRole('button', { name: 'Import a layer…' }));
  await chooseFiles(page, file);
}

const findForm = async (name: string) =>
  within(await screen.findByRole('form', { name: `Import ${name} as a layer` }));

async function importFile(page: OpenPage, file: File): Promise<void> {
  await chooseFile(page, file);
  if (!file.name.endsWith('.csv')) return;
  await page.user.click((await findForm(file.name)).getByRole('button', { name: 'Import' }));
}

async function expectItem(name: string, text: string): Promise<void> {
  await waitFor(() => expect(screen.getByRole('listitem', { name })).toHaveTextContent(text));
}

test('detections are shown and hidden by the areas of a layer', async () => {
  const page = openPage(
    await openFilledCore({ region: 'East Asia', analytic: 'LargeVesselDetection', maxRecords: 60 }),
  );
  const all = await countInTable();
  await showPanel(page, 'Layers');
  const geometry = rectangle(129, -85, 180, 85);
  const feature = JSON.stringify({ type: 'Feature', properties: {}, geometry });
  await importFile(page, new File([feature], 'East of Busan.geojson'));
  await expectItem('East of Busan', '1 area');

  const field = await openExpression(page);
  await fill(page, field, 'ins');
  await page.user.click(await screen.findByRole('option', { name: /inside\("East of Busan"\)/ }));
  await waitFor(() => expect((field as HTMLInputElement).value).toMatch(/inside\("East of Busan"\)/));
  await expect.poll(countInTable).toBeLessThan(all);
  const inside = await countInTable();
  await fill(page, field, 'longitude >= 129');
  await expectInTable(inside);
  await fill(page, field, 'not inside("East of Busan")');
  await expectInTable(all - inside);
  await fill(page, field, 'inside("West of Busan")');
  expect((await screen.findAllByText(/There is no layer “West of Busan”/))[0]).toBeVisible();
});

test('a newer file replaces a layer after a summary, with undo, and its areas become areas of interest', async () => {
  const page = openPage(await openFilledCore());
  const { user } = page;
  await showPanel(page, 'Layers');
  await importFile(page, portsFile());
  await expectItem('Ports', '5 points');
  const newer =
    'name,longitude,latitude,berths\nBusan,129.04,35.1,10\nUlsan,129.38,35.5,99\nMokpo,126.38,34.78,3\n';
  await importFile(page, new File([newer], 'Ports 2027.csv'));
  await expectItem('Ports 2027', '3 points');
  const item = within(await findItem('Ports'));
  await user.click(item.getByRole('button', { name: 'More actions for Ports' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Replace by a newer file…' }));
  const dialog = await screen.findByRole('dialog', { name: 'Replace Ports' });
  await waitFor(() => expect(dialog).toHaveTextContent('1 added, 3 removed, 1 changed, 1 the same.'));
  expect(dialog).toHaveTextContent('Features are matched by “name”.');
  await user.click(within(dialog).getByRole('button', { name: 'Replace' }));
  await waitFor(() => expect(dialog).not.toBeInTheDocument());
  await expectItem('Ports', '3 points');
  await expectItem('Ports 2027', '5 points');
  screen.getByRole('application', { name: /^Map/ }).focus();
  await user.keyboard('{Control>}z{/Control}');
  await expectItem('Ports', '5 points');

  const zone = { type: 'Feature', properties: { name: 'Exclusion zone' } };
  const geometry = rectangle(128.4, 34.6, 129.3, 35);
  await importFile(page, new File([JSON.stringify({ ...zone, geometry })], 'Zones.geojson'));
  const zones = within(await findItem('Zones'));
  await user.click(zones.getByRole('button', { name: 'More actions for Zones' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Use as areas of interest…' }));
  expect((await screen.findAllByText(/Exclusion zone/))[0]).toBeVisible();
});

test('a file that is no layer is refused with the reason, and one that is dropped on the panel becomes a layer', async () => {
  const page = openPage(await openFilledCore());
  await findQueryForm();
  await showPanel(page, 'Layers');
  await importFile(page, new File(['To whom it may concern'], 'notes.wkt'));
  const jobs = await screen.findByRole('region', { name: 'Background jobs' });
  await waitFor(() => expect(within(jobs).getAllByRole('article')[0]).toHaveTextContent('notes.wkt'));

  const feature = '{"type":"Feature","properties":{},"geometry":{"type":"Point","coordinates":[129,35]}}';
  const files = [new File([feature], 'Wreck.geojson')];
  const dataTransfer = { files, types: ['Files'], items: [{ kind: 'file' }] };
  fireEvent.dragOver(document.body, { dataTransfer });
  expect(await screen.findByText('Drop files to import layers or raw records')).toBeVisible();
  fireEvent.drop(document.body, { dataTransfer });
  await expectItem('Wreck', '1 point');
});

test('a table shows three rows as read with the reasons of its columns, which can be chosen and are offered again', async () => {
  const page = openPage(await openFilledCore());
  const { user } = page;
  await showPanel(page, 'Layers');
  const rows = [1, 2, 3, 4].map((number) => `P${number},129.${number},35.${number}`);
  const table = (name: string) => new File([['port,a,b', ...rows].join('\n')], name);
  await chooseFile(page, table('first.csv'));
  const form = await findForm('first.csv');
  expect(form.getAllByText(/no position$/)).toHaveLength(3);
  expect(form.getByRole('button', { name: 'Import' })).toBeDisabled();
  await user.selectOptions(form.getByLabelText('Longitude'), 'a');
  await user.selectOptions(form.getByLabelText('Latitude'), 'b');
  await user.click(form.getByRole('button', { name: 'Change…' }));
  await user.selectOptions(form.getByLabelText('Name, the label on the map'), 'port');
  expect(form.getByText(/^P1 · 35\.1000° N,? 129\.1000° E$/)).toBeVisible();
  await user.click(form.getByRole('button', { name: 'Import' }));
  await expectItem('first', '4 points');

  await chooseFile(page, table('second.csv'));
  const again = await findForm('second.csv');
  expect(again.getByText(/The columns are those that you chose/)).toBeVisible();
  await user.click(again.getByRole('button', { name: 'Use the proposed ones' }));
  expect(again.getByRole('button', { name: 'Import' })).toBeDisabled();
  await user.click(again.getByRole('button', { name: 'Cancel' }));
  await chooseFile(page, table('third.csv'));
  await user.click((await findForm('third.csv')).getByRole('button', { name: 'Import' }));
  await expectItem('third', '4 points');
});

test.each([
  ['lon,lat', '512345.6,4100000.1', /“lon” has the name of longitudes, but values such as “512345\.6”/],
  ['lon,lat', '35.1,129.2', /“lat” has the name of latitudes, but values such as “129\.2”/],
  ['x,y', 'left,right', /“x” has the name of longitudes, but values such as “left”/],
])('columns %s of %s are not proposed, with the reason', async (heading, row, reason) => {
  const page = openPage(await openFilledCore());
  await showPanel(page, 'Layers');
  await chooseFile(page, new File([`${heading}\n${row}\n`], 'other.csv'));
  const form = await findForm('other.csv');
  expect(form.getByText(reason)).toBeVisible();
  expect(form.getByRole('button', { name: 'Import' })).toBeDisabled();
});
