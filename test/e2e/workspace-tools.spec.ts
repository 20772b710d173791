import { closeSync, openSync, writeSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Locator, Page } from '@playwright/test';
import { expect, type RunningApp, test } from './fixtures.ts';
import { countInTable } from './results-setup.ts';
import { openSettings } from './sign-in.ts';

test.use({ results: { region: 'East Asia', maxRecords: 60 } });

function jobCard(page: Page, title: string | RegExp): Locator {
  return page.getByRole('article', { name: title });
}

async function expectComplete(card: Locator): Promise<void> {
  await expect(card).toHaveAttribute('data-state', 'complete');
}

async function downloadFrom(app: RunningApp, card: Locator, name: string): Promise<string> {
  const download = app.page.waitForEvent('download');
  await card.getByRole('link', { name: /Download/ }).click();
  const file = path.join(app.dataDir, name);
  await (await download).saveAs(file);
  return file;
}

test('a workspace is copied, compacted, left for an empty one, and opened again from the copy', async ({
  app,
}) => {
  const { page } = app;
  const detections = await countInTable(page);
  await openSettings(page, 'Workspace');
  await page.getByRole('button', { name: 'Save a copy…' }).click();
  const copyCard = jobCard(page, /^Copy to/);
  await expectComplete(copyCard);
  await app.screenshot('workspace-section');
  const copy = await downloadFrom(app, copyCard, 'copy.gpkg');
  await copyCard.getByRole('button', { name: 'Dismiss' }).click();

  await openSettings(page, 'Workspace');
  await page.getByRole('button', { name: 'Compact…' }).click();
  await expect(page.getByRole('dialog')).toContainText('record by record');
  await app.screenshot('workspace-compact');
  await page.getByRole('dialog').getByRole('button', { name: 'Compact', exact: true }).click();
  await expectComplete(jobCard(page, 'Compact the workspace'));
  await expect(jobCard(page, 'Compact the workspace')).toContainText('before');
  await expect.poll(() => countInTable(page)).toBe(detections);

  await openSettings(page, 'Workspace');
  await page.getByRole('button', { name: 'Open another…' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('list', { name: 'Workspaces' }).getByRole('listitem')).toHaveCount(1);
  await dialog.getByLabel('Name of the new workspace').fill('Case Ningbo');
  await app.screenshot('workspace-open');
  await dialog.getByRole('button', { name: 'Create and open' }).click();
  await expect(dialog).toBeHidden();

  await openSettings(page, 'Workspace');
  await expect(page.getByText('Case Ningbo')).toBeVisible();
  await page.getByRole('button', { name: 'Open another…' }).click();
  const chooser = page.waitForEvent('filechooser');
  await dialog.getByRole('button', { name: 'Choose a file…' }).click();
  await (await chooser).setFiles(copy);
  await expect(dialog.getByText('copy.gpkg', { exact: true })).toBeVisible();
  await expect(dialog).toContainText('60 records');
  await app.screenshot('workspace-offered');
  await dialog.getByRole('button', { name: 'Open', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect.poll(() => countInTable(page)).toBe(detections);
});

test('the contents of a damaged workspace are recovered', async ({ app }) => {
  const detections = await countInTable(app.page);
  const folder = path.join(app.dataDir, 'workspaces');
  const [name = ''] = (await readdir(folder)).filter((file) => file.endsWith('.gpkg'));
  // While it is closed, something destroys its beginning.
  const damaged = await app.restart({ demo: 'off', whileStopped: () => zero(path.join(folder, name)) });
  // No one is signed in, and rescuing needs no one.
  await damaged.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await damaged.getByRole('button', { name: 'Recover its contents…' }).click();
  const dialog = damaged.getByRole('dialog');
  await expect(dialog.getByRole('radio', { name: /damaged/ })).toBeChecked();
  await app.screenshot('workspace-rescue');
  await dialog.getByRole('button', { name: 'Rebuild', exact: true }).click();
  const card = jobCard(damaged, 'Rebuild the workspace');
  await expectComplete(card);
  await expect(card).toContainText('60 records');
  await expect.poll(() => countInTable(damaged)).toBe(detections);
  await app.screenshot('workspace-rescued');
});

test('a case is exported, and imported as a new workspace', async ({ app }) => {
  const { page } = app;
  const detections = await countInTable(page);
  await openSettings(page, 'Workspace');
  await page.getByRole('button', { name: 'Export a case…' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('radio', { name: /^All/ })).toBeChecked();
  await app.screenshot('case-export');
  await dialog.getByRole('button', { name: 'Export the case' }).click();
  const card = jobCard(page, /^Case /);
  await expectComplete(card);
  await expect(card).toContainText('60 records');
  await app.screenshot('case-exported');
  const file = await downloadFrom(app, card, 'case.gpkg');

  await openSettings(page, 'Workspace');
  await page.getByRole('button', { name: 'Import a case…' }).click();
  const chooser = page.waitForEvent('filechooser');
  await dialog.getByRole('button', { name: 'Choose a case…' }).click();
  await (await chooser).setFiles(file);
  await expect(dialog).toContainText('everything in the workspace');
  await dialog.getByRole('radio', { name: 'As a new workspace' }).check();
  await app.screenshot('case-open');
  await dialog.getByRole('button', { name: 'Import' }).click();
  await expect(dialog).toBeHidden();
  await expectComplete(jobCard(page, /^Import/));
  await expect.poll(() => countInTable(page)).toBe(detections);
  await app.screenshot('case-imported');
});

test('conflicting reviews of a case are shown, and resolved one by one', async ({ app }) => {
  await countInTable(app.page);
  const files = await readdir(path.join(app.dataDir, 'workspaces'));
  const name = files.find((file) => file.endsWith('.gpkg')) ?? '';
  const workspace = path.join(app.dataDir, 'workspaces', name);
  const withoutSignIn = async (whileStopped: () => void) => {
    const page = await app.restart({ demo: 'off', whileStopped });
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    await openSettings(page, 'Workspace');
    return page;
  };
  const anna = await withoutSignIn(() =>
    inFile(
      workspace,
      `INSERT INTO reviews (detection_id, record_id, identity, verdict, flagged, note, reviewer, reviewed_at)
       SELECT fid, record_id, 'chip 0 ' || chip_identifier, 'confirmed', 0, 'tug beside it',
         'anna', '2026-11-20T08:00:00.000Z' FROM detections WHERE chip_identifier NOT NULL ORDER BY fid LIMIT 3`,
    ),
  );
  await anna.getByRole('button', { name: 'Export a case…' }).click();
  await anna.getByRole('dialog').getByRole('button', { name: 'Export the case' }).click();
  const made = jobCard(anna, /^Case /);
  await expectComplete(made);
  await expect(made).toContainText('3 reviews');
  const file = await downloadFrom(app, made, 'case.gpkg');

  const berta = await withoutSignIn(() =>
    inFile(workspace, "UPDATE reviews SET verdict = 'rejected', note = '', flagged = 1, reviewer = 'berta'"),
  );
  await berta.getByRole('button', { name: 'Import a case…' }).click();
  const dialog = berta.getByRole('dialog');
  const chooser = berta.waitForEvent('filechooser');
  await dialog.getByRole('button', { name: 'Choose a case…' }).click();
  await (await chooser).setFiles(file);
  const disagreements = dialog.getByRole('list', { name: 'Conflicts' }).getByRole('listitem');
  await expect(disagreements).toHaveCount(3);
  await expect(disagreements.first()).toContainText('Here: rejected, flagged (berta');
  await expect(disagreements.first()).toContainText('Case: confirmed, “tug beside it” (anna');
  await disagreements.first().getByRole('checkbox').check();
  await app.screenshot('case-conflicts');
  await dialog.getByRole('button', { name: 'Import' }).click();
  const taken = jobCard(berta, /^Import/);
  await expectComplete(taken);
  await expect(taken).toContainText('1 review');
  await app.restart({
    demo: 'off',
    whileStopped: () => {
      const reviewers = inFile(workspace, 'SELECT reviewer FROM reviews ORDER BY detection_id');
      expect(reviewers.map(({ reviewer }) => reviewer).toSorted()).toEqual(['anna', 'berta', 'berta']);
    },
  });
});

function inFile(file: string, text: string) {
  const database = new DatabaseSync(file);
  try {
    return database.prepare(text).all();
  } finally {
    database.close();
  }
}

function zero(file: string): void {
  const handle = openSync(file, 'r+');
  writeSync(handle, Buffer.alloc(100), 0, 100, 0);
  closeSync(handle);
}
