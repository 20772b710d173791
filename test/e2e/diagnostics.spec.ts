import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from './fixtures.ts';

test('diagnostics are shown, and saved as shown; the logs are named', async ({ app }) => {
  const { page } = app;
  const run = async (command: string) => {
    await page.keyboard.press('Control+k');
    const search = page.getByPlaceholder(/Search commands/);
    await expect(search).toBeFocused();
    await search.fill(command);
    await page.keyboard.press('Enter');
  };
  await run('Open logs');
  await expect(page.getByText(`The logs are in ${path.join(app.dataDir, 'logs')}`)).toBeVisible();
  await run('Export diagnostics');
  const dialog = page.getByRole('dialog', { name: 'Export diagnostics' });
  const contents = dialog.getByLabel('Contents of the diagnostics');
  await expect(contents).toHaveValue(/Sightline \d+\.\d+\.\d+[\s\S]*start host=browser/);
  await expect(contents).toHaveValue(/call path=session\.signIn ms=\d+/);
  const shown = await contents.inputValue();
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Save…' }).click();
  const file = await (await download).path();
  expect(await readFile(file, 'utf8')).toBe(shown);
  await expect(dialog).toBeHidden();
});
