import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { savePicture } from './guide-picture.ts';
import { unfoldQuery } from './results-setup.ts';
import { seriousFindings } from './serious-findings.ts';
import { closeSettings, openSettings } from './sign-in.ts';

async function chooseTheme(page: Page, name: 'Light' | 'Dark'): Promise<void> {
  const settings = await openSettings(page, 'Appearance');
  await settings.getByText(name, { exact: true }).click();
  await closeSettings(page);
}

async function saveSearch(page: Page, name: string, days = 2): Promise<void> {
  const query = await unfoldQuery(page);
  await query.getByText(/^Advanced/).click();
  const day = new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 16).replace('T', ' ');
  await query.getByLabel('Uploaded after (UTC)', { exact: true }).fill(day);
  await page.getByRole('button', { name: 'Save search' }).click();
  const dialog = page.getByRole('dialog', { name: 'Saved search' });
  await dialog.getByLabel('Name').fill(name);
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
}

async function openPanel(page: Page) {
  await page.getByRole('application', { name: /^Map/ }).focus();
  await page.keyboard.press('7');
  const panel = page.getByRole('region', { name: 'Watch panel' });
  await expect(panel).toBeVisible();
  return panel;
}

test('a rule is made by keyboard, reports what a fetch brings, once, and is silenced and deleted', async ({
  app,
}) => {
  const { page } = app;
  const empty = await openPanel(page);
  await expect(empty.getByText('Nothing found yet')).toBeVisible();
  await empty.getByText('Rules', { exact: true }).click();
  await expect(empty.getByText('A rule needs a saved search', { exact: false })).toBeVisible();
  await empty.getByRole('button', { name: 'Go to Get' }).press('Enter');
  await saveSearch(page, 'Yellow Sea');

  const panel = await openPanel(page);
  await panel.getByRole('button', { name: 'New rule…' }).press('Enter');
  const form = page.getByRole('dialog', { name: 'New rule' });
  await expect(form.getByRole('textbox', { name: 'Name' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(form.getByText('Give the rule a name.')).toBeVisible();
  await expect(form.getByText('Choose a saved search.')).toBeVisible();
  await form.getByRole('textbox', { name: 'Name' }).fill('Large ships');
  await form.getByRole('combobox', { name: 'Saved search' }).selectOption('Yellow Sea');
  await expect(form.getByText(/^It has no schedule: the rule watches only when you fetch/)).toBeVisible();
  await form.getByRole('textbox', { name: 'Only detections that match' }).fill('length >');
  await expect(form.getByText(/The filter expression cannot be read/)).toBeVisible();
  await form.getByRole('textbox', { name: 'Only detections that match' }).fill('length > 330');
  await expect(form.getByText(/has fetched nothing yet/)).toBeVisible();
  await form.getByRole('combobox', { name: 'Report' }).selectOption('A pass that found nothing');
  await expect(form.getByText('Passes are counted at a place: choose an area.')).toBeVisible();
  await form
    .getByRole('combobox', { name: 'Report' })
    .selectOption('At least a number of them in passes in a row');
  await expect(form.getByRole('textbox', { name: 'In passes in a row' })).toBeVisible();
  expect(await seriousFindings(page)).toEqual([]);
  await form.getByRole('combobox', { name: 'Report' }).selectOption('A matching detection');
  expect(await seriousFindings(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(form).toBeHidden();
  await page
    .locator('.mantine-Notification-root')
    .filter({ hasText: 'What you typed as a new rule was discarded.' })
    .getByRole('button', { name: 'Undo' })
    .click();
  await expect(form.getByRole('textbox', { name: 'Only detections that match' })).toHaveValue('length > 330');
  await form.getByRole('textbox', { name: 'Name' }).press('Enter');
  await expect(form).toBeHidden();

  const rule = panel.getByRole('listitem', { name: 'Large ships' });
  await expect(rule).toContainText(
    'Not watched yet, because its saved search has not been fetched completely.',
  );
  await rule.getByRole('button', { name: 'Fetch now: Large ships' }).press('Enter');
  await expect(rule).toContainText(/Watched until \d{4}-/);
  const found = Number(/([\d,]+) findings?/.exec((await rule.textContent()) ?? '')?.[1]?.replaceAll(',', ''));
  expect(found).toBeGreaterThan(3);
  await expect(page.getByRole('button', { name: `Watch, ${found} unread` })).toBeVisible();
  const notifications = page.getByRole('alert').filter({ hasText: /Large vessel|more findings/ });
  expect(await notifications.count()).toBeLessThanOrEqual(3);

  await rule.getByRole('button', { name: 'Edit: Large ships' }).press('Enter');
  const edit = page.getByRole('dialog', { name: 'Edit the rule “Large ships”' });
  await expect(edit.getByText(/^Matches [\d,]+ of the [\d,]+ detections/)).toBeVisible();
  await edit.getByRole('textbox', { name: 'Only detections that match' }).fill('lenght_m > 330');
  await expect(edit.getByText(/No detection has a property “lenght_m”\. Did you mean/)).toBeVisible();
  await edit.getByRole('textbox', { name: 'Only detections that match' }).fill('inside("EEZ")');
  await expect(edit.getByText(/There is no layer “EEZ”/)).toBeVisible();
  await edit.getByRole('textbox', { name: 'Only detections that match' }).fill('');
  await expect(edit.getByText(/^Matches all [\d,]+ detections/)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(edit).toBeHidden();

  await panel.getByText(/^Inbox/).click();
  const list = panel.getByRole('list', { name: 'Findings, last found first' });
  const first = list.getByRole('listitem').first();
  await expect(first).toContainText(/Large vessel.*, \d+ m/);
  await expect(first).toContainText(/Collected \d+ h/);
  await first.getByText('Evidence').click();
  await expect(first).toContainText('Saved search “Yellow Sea”');
  await first.getByRole('button', { name: /^Show on the map/ }).press('Enter');
  await expect(page.getByRole('complementary', { name: 'Inspector' })).toContainText('Large vessel');
  await expect(page.getByRole('button', { name: `Watch, ${found - 1} unread` })).toBeVisible();
  expect(await seriousFindings(page)).toEqual([]);
  await savePicture(page, 'watch');
  await chooseTheme(page, 'Light');
  await chooseTheme(page, 'Dark');
  await page.setViewportSize({ width: 1024, height: 640 });
  await openPanel(page);
  await page.setViewportSize({ width: 1440, height: 900 });

  const pages = panel.getByRole('navigation', { name: 'Pages of findings' });
  await expect(pages).toContainText(`1–50 of ${found}`);
  await pages.getByRole('button', { name: 'Older' }).press('Enter');
  await expect(pages).toContainText(`51–100 of ${found}`);
  await pages.getByRole('button', { name: 'Newer' }).press('Enter');
  await expect(pages).toContainText(`1–50 of ${found}`);

  await list.getByRole('listitem').nth(1).getByRole('button', { name: 'Snooze' }).press('Enter');
  await page.getByRole('menuitem', { name: 'For a day' }).click();
  await expect(page.getByRole('button', { name: `Watch, ${found - 2} unread` })).toBeVisible();
  await panel.getByRole('combobox', { name: 'Findings shown' }).selectOption('Snoozed');
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await list.getByRole('button', { name: 'End the snooze' }).press('Enter');
  await expect(panel.getByText('Nothing snoozed')).toBeVisible();
  await panel.getByRole('button', { name: 'Mark all as read' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Watch', exact: true })).toBeVisible();

  // The overlap of the next run brings records again.
  await panel.getByText('Rules', { exact: true }).click();
  await rule.getByRole('button', { name: 'Silence: Large ships' }).press('Enter');
  await page.getByRole('menuitem', { name: 'What was collected until now' }).click();
  await expect(rule).toContainText('Silent about everything collected until');
  await rule.getByRole('button', { name: 'Fetch now: Large ships' }).press('Enter');
  await expect(rule.getByRole('button', { name: 'Fetch now: Large ships' })).toBeEnabled();
  await expect(rule).toContainText(`${found} findings`);

  const again = await app.restart({ demo: 'off' });
  await again.getByRole('button', { name: 'Work offline' }).click();
  const after = await openPanel(again);
  await after.getByText('Rules', { exact: true }).click();
  const restarted = after.getByRole('listitem', { name: 'Large ships' });
  await expect(restarted).toContainText(`${found} findings`);
  // Ended only now: what the second fetch brought may have been evaluated after its button could be pressed again.
  await restarted.getByRole('button', { name: 'Silence: Large ships' }).press('Enter');
  await again.getByRole('menuitem', { name: 'End this silence' }).press('Enter');
  await expect(restarted).not.toContainText('Silent about');
  await expect(restarted).toContainText(`${found} findings`);
  await restarted.getByRole('button', { name: 'Delete: Large ships' }).press('Enter');
  await expect(after.getByText('No rules yet')).toBeVisible();
  await again.getByRole('button', { name: 'Undo' }).click();
  await expect(restarted).toBeVisible();
});
