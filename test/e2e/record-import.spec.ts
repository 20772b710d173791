import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { buildFeature, buildRecord, buildUuid } from '../builders/record-builder.ts';
import { expect, test } from './fixtures.ts';
import { tableRows } from './inspector-setup.ts';
import { countInTable } from './results-setup.ts';

test('raw records are imported from files and from a folder, and what is not taken is listed', async ({
  app,
}) => {
  const { page } = app;
  const folder = await mkdtemp(path.join(os.tmpdir(), 'sightline-records-'));
  try {
    const record = () =>
      JSON.stringify(buildRecord({ assignedId: buildUuid(), features: [buildFeature(), buildFeature()] }));
    const file = path.join(folder, 'first.ndjson');
    await writeFile(file, `${record()}\n{"assignedId":\n${record()}\n`);
    await mkdir(path.join(folder, 'bucket', 'day'), { recursive: true });
    await writeFile(path.join(folder, 'bucket', 'day', 'second.json'), record());
    await writeFile(path.join(folder, 'bucket', 'notes.txt'), 'not a record');

    const choose = async (command: string, chosen: string) => {
      await page.keyboard.press('Control+k');
      await page.getByPlaceholder(/Search commands/).fill(command);
      const choosing = page.waitForEvent('filechooser');
      await page.getByRole('button', { name: new RegExp(command) }).click();
      await (await choosing).setFiles(chosen);
    };
    await choose('Import raw records from files', file);
    const jobs = page.getByRole('region', { name: 'Background jobs' }).getByRole('article');
    await expect(jobs.first()).toContainText('2 new records. Not taken: 1 item');
    await expect(jobs.first()).toContainText('Complete');
    await expect(async () => expect(await countInTable(page)).toBe(4)).toPass();
    await app.screenshot('record-import');
    await jobs
      .first()
      .getByText(/^\d+ notes?$/)
      .click();
    await expect(jobs.first()).toContainText('line 2: is not valid JSON');

    // The provenance is the file, never a query.
    await tableRows(page).first().click();
    const origin = page
      .getByRole('complementary', { name: 'Inspector' })
      .getByRole('region', { name: 'Record' });
    await expect(origin).toContainText(/From file\s*first\.ndjson/);
    await expect(origin.getByText('Query that fetched it')).toHaveCount(0);

    await choose('Import raw records from a folder', path.join(folder, 'bucket'));
    await expect(async () => expect(await countInTable(page)).toBe(6)).toPass();
  } finally {
    await rm(folder, { recursive: true });
  }
});
