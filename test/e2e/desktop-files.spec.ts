import { writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from './fixtures.ts';
import { openSettings } from './sign-in.ts';

test('a workspace and a case package are opened with the desktop app', async ({ app }) => {
  await openSettings(app.page, 'Workspace');
  const folder = path.join(app.dataDir, 'exports');
  await app.page.getByRole('button', { name: 'Save a copy…' }).click();
  await expect(app.page.getByRole('article', { name: /^Copy to/ })).toHaveAttribute('data-state', 'complete');

  const opened = await app.restart({ file: path.join(folder, 'workspace.gpkg') });
  const dialog = opened.getByRole('dialog', { name: 'Open another workspace' });
  await expect(dialog).toContainText('workspace.gpkg');
  await app.screenshot('desktop-opened-workspace');
  await dialog.getByRole('button', { name: 'Open', exact: true }).click();
  await expect(opened.getByText('workspace.gpkg is open.')).toBeVisible();

  // A file that is no package is refused like one that was chosen.
  const file = path.join(await mkdtemp(path.join(folder, 'case-')), 'Busan.sightline');
  const refused = await app.restart({ file, meanwhile: () => writeFileSync(file, 'no package') });
  await expect(refused.getByRole('dialog', { name: 'Open a case package' })).toContainText(
    'Busan.sightline cannot be opened.',
  );
});
