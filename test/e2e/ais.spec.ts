import type { Page } from '@playwright/test';
import { toMarineCadastre, toRecord } from '../builders/ais-sea.ts';
import { simulatePass } from '../builders/ais-simulator.ts';
import { expect, test } from './fixtures.ts';
import { savePicture } from './guide-picture.ts';
import { openTab } from './results-setup.ts';
import { seriousFindings } from './serious-findings.ts';
import { reloadPage } from './sign-in.ts';

const sea = simulatePass({ seed: 50, ships: 60 });
const reports = toMarineCadastre(sea.contacts);

async function chooseFor(page: Page, command: string, name: string, text: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByPlaceholder(/Search commands/).fill(command);
  const choosing = page.waitForEvent('filechooser');
  // The one of the palette, which is behind that of the page.
  await page
    .getByRole('button', { name: new RegExp(`^${command}…`) })
    .last()
    .click();
  await (await choosing).setFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });
}

test('a file of reports is mapped, imported and matched, and an ambiguous match is decided', async ({
  app,
}) => {
  const { page } = app;
  await page.setViewportSize({ width: 1440, height: 900 });
  const jobs = page.getByRole('region', { name: 'Background jobs' }).getByRole('article');
  const record = toRecord(sea, '00000000-0000-4000-8000-00000000aaaa');
  await chooseFor(page, 'Import raw records from files', 'sea.json', JSON.stringify(record));
  await expect(jobs.first()).toHaveAttribute('data-state', 'complete');
  await expect(jobs.first()).toContainText(/\d+ detections: .*near/);
  await jobs.first().getByRole('button', { name: 'Show these results' }).click();
  await expect(page.getByRole('region', { name: 'Background jobs' })).toHaveCount(0);
  await expect(page.getByText(/^1 : \d{3},\d{3}$/)).toBeVisible();

  await openTab(page, 'AIS');
  const dock = page.getByRole('tabpanel', { name: 'AIS' });
  await expect(dock).toContainText('No AIS file');
  await chooseFor(page, 'Import AIS reports', 'reports.csv', reports);
  const form = page.getByRole('dialog', { name: /Import AIS reports from reports\.csv/ });
  await expect(form).toContainText('The columns are those of MarineCadastre.');
  await expect(form).toContainText(/The first rows? as read:.*Z · .* · [\d.]+ kn · MMSI \d{9}/);
  await form.getByRole('button', { name: 'Change…' }).click();
  await form.getByLabel('Time (UTC)').selectOption('');
  await expect(form).toContainText('Choose the column of Time (UTC).');
  await expect(form.getByRole('button', { name: 'Import', exact: true })).toBeDisabled();
  await form.getByLabel('Time (UTC)').selectOption({ label: 'BaseDateTime' });
  expect(await seriousFindings(page)).toEqual([]);
  await form.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(jobs.first()).toContainText('1 pass matched.');
  await page.keyboard.press('Escape');

  const row = dock.getByRole('table', { name: 'Passes' }).getByRole('row').nth(1);
  // Both side panels are open, and the table is not scrolled.
  const cover = dock.getByRole('columnheader', { name: 'Files cover place and time' });
  await expect(cover).toBeInViewport({ ratio: 1 });
  await row.getByRole('button').click();
  await dock.getByText(/^Other contacts of .* · \d+$/).click();
  await expect(dock.getByRole('table', { name: /Other contacts/ })).toContainText('no ship');
  await expect(dock.getByRole('table', { name: /were not seen/ })).not.toContainText('net or buoy');
  await dock.getByRole('button', { name: 'Zoom to the contacts' }).click();
  await expect(page.getByText(/^1 : \d{3},\d{3}$/)).toBeVisible();
  await savePicture(page, 'ais');
  expect(await seriousFindings(page)).toEqual([]);

  await dock.getByRole('button', { name: /^Decide \d+$/ }).click();
  const section = page.getByRole('complementary', { name: 'Inspector' }).getByRole('region', { name: 'AIS' });
  await expect(section).toContainText('To decide');
  await expect(section).toContainText('Inferred from reports.csv by place, length and heading');
  const candidates = section.getByRole('list', { name: 'Candidates' });
  await expect(candidates).toContainText(/from where it is expected, ±[\d,.]+/);
  await expect(candidates).not.toContainText(/less likely for the image as a whole(?! than)/);
  await section.scrollIntoViewIfNeeded();
  await section.getByRole('button', { name: 'Zoom to the contacts' }).click();
  await expect(page.getByText(/^1 : \d{1,2},?\d{3}$/)).toBeVisible();
  await savePicture(page, 'ais-section');
  const undecided = await dock.getByRole('button', { name: /Decide/ }).textContent();
  await section
    .getByRole('button', { name: /^This one/ })
    .first()
    .click();
  await expect(section).toContainText('Decided:');
  await expect(dock.getByRole('button', { name: undecided ?? '' })).toHaveCount(0);
  await page.keyboard.press('Control+z');
  await expect(section).not.toContainText('Decided:');
  await section.getByText('2 earlier decisions').click();
  await expect(section).toContainText('Withdrawn by');
  await section.getByText('2 earlier decisions').click();
  await section.getByRole('button', { name: 'None of them' }).click();
  await expect(section).toContainText('Decided: none of the candidates');

  await page.evaluate(() =>
    localStorage.setItem('sightline.settings', '{"version":1,"state":{"theme":"light"}}'),
  );
  await reloadPage(page);
  await openTab(page, 'AIS');
  await dock.getByRole('button', { name: /^Decide \d+$/ }).click();
  await section.scrollIntoViewIfNeeded();
  expect(await seriousFindings(page)).toEqual([]);

  // A pass that comes later is matched from the index of the file.
  const later = { ...sea, pass: { ...sea.pass, timeMs: (sea.pass.timeMs ?? 0) + 30 * 60_000 } };
  const laterRecord = toRecord(later, '00000000-0000-4000-8000-00000000bbbb');
  await chooseFor(page, 'Import raw records from files', 'later.json', JSON.stringify(laterRecord));
  await page.keyboard.press('Escape');
  const passes = dock.getByRole('table', { name: 'Passes' });
  await expect(passes.getByRole('row')).toHaveCount(3);
  await expect(passes).not.toContainText('is about to be matched');
  await expect(dock.getByRole('button', { name: /Read reports\.csv again/ })).toHaveCount(0);
  await expect(dock.getByRole('list', { name: 'Files' }).getByRole('listitem')).toHaveCount(1);
  await page.setViewportSize({ width: 1024, height: 640 });
  await dock
    .getByRole('table', { name: 'Passes' })
    .getByRole('row')
    .nth(1)
    .getByRole('button')
    .first()
    .click();
  await expect(dock.getByRole('table', { name: /were not seen/ })).toBeVisible();
  await page.evaluate(() =>
    localStorage.setItem('sightline.settings', '{"version":1,"state":{"theme":"dark"}}'),
  );
  await reloadPage(page);
  await openTab(page, 'AIS');
  await dock
    .getByRole('table', { name: 'Passes' })
    .getByRole('row')
    .nth(1)
    .getByRole('button')
    .first()
    .click();
  await expect(dock.getByRole('table', { name: /were not seen/ })).toBeVisible();
  await chooseFor(page, 'Import AIS reports', 'reports.csv', reports);
  await expect(form).toBeVisible();
  await form.getByRole('button', { name: 'Cancel' }).click();

  const rows = ['219000123,03/05/2026 09:31:05,129.2,35', '219000124,03/05/2026 09:40:05,129.2,35'];
  await chooseFor(page, 'Import AIS reports', 'days.csv', ['mmsi,time,lon,lat', ...rows].join('\n'));
  const days = page.getByRole('dialog', { name: /Import AIS reports from days\.csv/ });
  await expect(days.getByRole('radio')).toHaveCount(2);
  await expect(days.getByRole('radio', { name: /is 2026-03-05 .*: no pass within/ })).not.toBeChecked();
  await expect(days.getByRole('button', { name: 'Import', exact: true })).toBeDisabled();
  await days.getByRole('radio', { name: /is 2026-05-03 .*: 2 passes \(2026-05-03/ }).click();
  await expect(days.getByRole('button', { name: 'Import', exact: true })).toBeEnabled();
  await days.getByRole('button', { name: 'Cancel' }).click();

  await dock.getByRole('button', { name: 'Remove reports.csv' }).click();
  await dock.getByRole('alertdialog').getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(dock).toContainText('No AIS file');
  await expect(section).toHaveCount(0);
});
