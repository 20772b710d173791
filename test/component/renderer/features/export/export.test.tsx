import { readFile } from 'node:fs/promises';
import { screen, waitFor, within } from '@testing-library/dom';
import { unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { openFilledCore } from '../../../../builders/page/filled-core.ts';
import { type OpenPage, openPage } from '../../../../builders/page/open-page.tsx';
import { choose, countInTable } from '../../../../builders/page/page-actions.ts';

async function openExport({ user }: OpenPage) {
  await user.keyboard('{Shift>}E{/Shift}');
  const element = await screen.findByRole('dialog', { name: 'Export detections' });
  const dialog = within(element);
  const [format = element] = await dialog.findAllByRole('combobox', { name: 'Format' });
  return { dialog, format };
}

/** The files of an export to a file of this name, once it is complete. */
async function findFiles(name: RegExp): Promise<readonly string[]> {
  const tray = within(await screen.findByRole('region', { name: 'Background jobs' }));
  const job = await tray.findByRole('article', { name });
  await waitFor(() => expect(job).toHaveTextContent('Complete'));
  const files = await within(job).findByRole('list', { name: 'Exported files' });
  return [...files.querySelectorAll('span')].map(({ textContent }) => textContent);
}

test('results are exported by keyboard, in a format whose limits are stated, and the choice is persisted', async () => {
  const page = openPage(await openFilledCore({ region: 'East Asia', maxRecords: 100 }));
  const { user } = page;
  await screen.findByRole('grid', { name: 'Detections' });
  const all = await countInTable();
  const { dialog, format } = await openExport(page);
  await waitFor(() => expect(format).toHaveFocus());
  await user.keyboard('{Enter}');
  await screen.findByRole('option', { name: 'CSV' });
  const marked = () => document.querySelector('[role=option][data-combobox-selected]')?.textContent;
  const options = screen.getAllByRole('option').length;
  for (let step = 0; step < options && marked() !== 'CSV'; step += 1) await user.keyboard('{ArrowDown}');
  expect(marked()).toBe('CSV');
  await user.keyboard('{Enter}');
  await waitFor(() => expect(format).toHaveValue('CSV'));
  expect(await dialog.findByText(/apostrophe in front/)).toBeVisible();
  await user.click(dialog.getByLabelText('Sensor footprints as a second file'));
  await user.click(dialog.getByLabelText('Verdicts, flags and notes as properties'));
  await user.click(dialog.getByRole('button', { name: /^Export [\d,]+ detections/ }));
  const files = await findFiles(/^Export to .*csv/);
  expect(files).toHaveLength(2);
  const text = await readFile(files[0] ?? '', 'utf8');
  const [header = ''] = text.split('\r\n');
  expect(header).toMatch(/^detection_id,record_id,.*,verdict,flagged,note,reviewer,reviewed_at,.*,WKT$/);
  expect(text.trimEnd().split(/\r\n(?=[\da-f-]+_[\w-]+,)/)).toHaveLength(all + 1);

  const again = await openExport(page);
  await waitFor(() => expect(again.format).toHaveValue('CSV'));
  expect(again.dialog.getByLabelText('Sensor footprints as a second file')).toBeChecked();

  // A GeoPackage with a project that shows it in QGIS as the map does.
  await choose(page, again.format, 'GeoPackage');
  const project = 'QGIS project with this view of the map, as a second file';
  await user.click(await again.dialog.findByLabelText(project));
  await user.click(again.dialog.getByRole('button', { name: /^Export [\d,]+ detections/ }));
  const toQgis = await findFiles(/^Export to .*gpkg/);
  const [projectFile] = Object.values(
    unzipSync(await readFile(toQgis.find((file) => file.endsWith('.qgz')) ?? '')),
  );
  const xml = new TextDecoder().decode(projectFile);
  expect(xml).toContain('<datasource>./detections.gpkg|layername=detections</datasource>');
  expect(xml).toContain('<mapcanvas ');
});
