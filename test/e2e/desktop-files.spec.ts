import { rmSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from './fixtures.ts';
import { openSettings } from './sign-in.ts';

test('a workspace and a case are opened with the desktop app', async ({ app }) => {
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

  // A case that is opened in this way may as well be imported.
  const file = path.join(folder, 'workspace.gpkg');
  const again = await app.restart({ file, whileStopped: () => rmSync(`${file}.safety`, { force: true }) });
  await again.getByRole('button', { name: 'Import into a workspace…' }).click();
  const imported = again.getByRole('dialog', { name: 'Import a case' });
  await expect(imported).toContainText('workspace.gpkg');

  // A file that is no case is refused like one that was chosen.
  const broken = path.join(await mkdtemp(path.join(folder, 'case-')), 'Busan.gpkg');
  const refused = await app.restart({ file: broken, whileStopped: () => writeFileSync(broken, 'no case') });
  await expect(refused.getByRole('dialog')).toContainText('Busan.gpkg cannot be opened');
});
