import { screen, waitFor, within } from '@testing-library/dom';
import { beforeEach, expect, test } from 'vitest';
import { exportChoice } from '../../../../../renderer/features/export/export-commands.ts';
import { HandOnPanel } from '../../../../../renderer/features/export/hand-on.tsx';
import { exportOptionsSchema, standardReport } from '../../../../../shared/exchange/export-request.ts';
import { openFilledCore } from '../../../../builders/page/filled-core.ts';
import { openPage } from '../../../../builders/page/open-page.tsx';

beforeEach(() => exportChoice.getState().setOptions(exportOptionsSchema.parse({ format: 'csv' })));

test('without a detection nothing is offered to be handed on', async () => {
  openPage(await openFilledCore(), { content: <HandOnPanel /> });
  expect(await screen.findByText('No detections on this disk yet')).toBeVisible();
  expect(screen.queryByRole('radio')).toBeNull();
});

test('formats are listed by whom they are for, the last used on top, with what goes out', async () => {
  const { app, user } = openPage(await openFilledCore({ region: 'East Asia', maxRecords: 20 }), {
    content: <HandOnPanel />,
  });
  expect(await screen.findByText(/^What goes out: [\d,]+ detections, all on this disk\.$/)).toBeVisible();
  const [first] = screen.getAllByRole('radio');
  expect(first).toBeChecked();
  expect(first).toHaveAccessibleName('CSV');
  const titles = (group: string) =>
    within(screen.getByRole('region', { name: group }))
      .getAllByRole('radio')
      .map((each) => (each as HTMLInputElement).value);
  expect(titles('For a reader')).toEqual(['report-html', 'report-docx', 'kmz']);
  expect(titles('For a tool')).toEqual(['geojson', 'gpkg', 'shp']);
  expect(titles('For training')).toEqual(['labels', 'coco', 'accuracy']);
  const tool = within(screen.getByRole('region', { name: 'For a tool' }));
  await user.click(tool.getByRole('button', { name: /^\d more…$/ }));
  expect(titles('For a tool')).toContain('parquet');
  await user.click(screen.getByRole('radio', { name: 'GeoPackage' }));
  await user.click(screen.getByRole('button', { name: 'Options…' }));
  await waitFor(() => expect(app.stores.ui.getState().dialog).toBe('export'));
  expect(exportChoice.getState().next?.format).toBe('gpkg');
  // Only what was exported is the last used.
  expect(exportChoice.getState().options.format).toBe('csv');
});

test('what is chosen is written at once, with the options of the last export', async () => {
  exportChoice
    .getState()
    .setOptions(exportOptionsSchema.parse({ format: 'csv', reviews: true, byteOrderMark: true }));
  const { app, user } = openPage(await openFilledCore({ region: 'East Asia', maxRecords: 20 }), {
    content: <HandOnPanel />,
  });
  await user.click(await screen.findByRole('radio', { name: 'GeoJSON' }));
  await user.click(screen.getByRole('button', { name: /^Export GeoJSON · [\d,]+$/ }));
  await waitFor(() => expect(app.stores.ui.getState().jobsOpen).toBe(true));
  expect(app.stores.ui.getState().dialog).toBeNull();
  expect(exportChoice.getState().options).toMatchObject({ format: 'geojson', reviews: true });
  const [first] = screen.getAllByRole('radio');
  expect(first).toHaveAccessibleName('GeoJSON');
});

test('a report of a site that is not chosen opens the dialog first', async () => {
  const report = { ...standardReport, kind: 'site' as const };
  exportChoice.getState().setOptions(exportOptionsSchema.parse({ format: 'report-html', report }));
  const { app, user } = openPage(await openFilledCore({ region: 'East Asia', maxRecords: 20 }), {
    content: <HandOnPanel />,
  });
  await user.click(await screen.findByRole('button', { name: /^Write the report · [\d,]+…$/ }));
  await waitFor(() => expect(app.stores.ui.getState().dialog).toBe('export'));
  expect(screen.queryByRole('button', { name: 'Options…' })).toBeNull();
});
