import { sendJson } from '../builders/http-server.ts';
import { buildFeature, buildPage, buildRecord } from '../builders/record-builder.ts';
import { startServiceServer } from '../builders/service-server.ts';
import { addAreas, square } from './areas-setup.ts';
import { expect, test } from './fixtures.ts';
import { signInByHand, useService } from './use-service.ts';

test.use({ signedIn: false });

const records = (...names: readonly string[]) =>
  names.map((assignedId, index) =>
    buildRecord({
      assignedId,
      uploadTime: '2026-11-10T00:00:00Z',
      features: [
        buildFeature({ geometry: { type: 'Point', coordinates: [121 + index, 31] } }),
        buildFeature({ geometry: { type: 'Point', coordinates: [121 + index, 32] } }),
      ],
    }),
  );

test('a check of everything shows what is new, gone and changed; a run that fails states why', async ({
  app,
}) => {
  const { page } = app;
  const service = await startServiceServer();
  try {
    let held: readonly unknown[] = records('r-stays', 'r-changes', 'r-goes');
    let refuses = false;
    service.fault = ({ path }, response) => {
      if (path !== '/psdm/graphql/gmss') return false;
      if (refuses) sendJson(response, 403, { message: 'Not for this account.' });
      else response.writeHead(200, { 'Content-Type': 'application/json' }).end(buildPage(held));
      return true;
    };
    await useService(page, service.url);
    await signInByHand(page);
    await addAreas(page, [square('Yellow Sea approaches', [120.5, 30.5], 2)]);

    // The area is one of what is shown: two of three records have detections in it.
    const query = page.getByRole('form', { name: 'Query' });
    await query.getByRole('combobox', { name: /^Area/ }).click();
    await page.getByRole('option', { name: /Yellow Sea approaches/ }).click();
    await page.getByRole('button', { name: 'Fetch', exact: true }).click();
    await expect(page.getByText('Table · 4')).toBeVisible();
    await expect(page.getByTitle('inside Yellow Sea approaches').first()).toBeAttached();

    await page.getByRole('button', { name: 'Save search' }).click();
    const dialog = page.getByRole('dialog', { name: 'Saved search' });
    await dialog.getByLabel('Name').fill('Approaches');
    await expect(dialog.getByText(/shown inside Yellow Sea approaches/)).toBeVisible();
    await page.keyboard.press('Enter');
    const searches = page.getByRole('region', { name: 'Saved searches' });
    const run = searches.getByRole('button', { name: 'Run Approaches' });
    await run.click();
    await expect(searches.getByText('+6')).toBeVisible();

    const [stays, changes] = held;
    held = [stays, { ...(changes as object), header: { version: '9.9' } }, ...records('r-new')];
    await searches.getByRole('button', { name: 'More actions for Approaches' }).click();
    await page.getByRole('menuitem', { name: 'Run full check' }).click();
    await expect(searches.getByText('+8')).toBeVisible();
    await searches.getByRole('button', { name: 'More actions for Approaches' }).click();
    await page.getByRole('menuitem', { name: /Compare the last two checks/ }).click();
    const comparison = page.getByRole('dialog', { name: /Last two checks/ });
    await expect(comparison.getByText('r-new')).toBeVisible();
    await comparison.getByText('Gone · 1').click();
    await expect(comparison.getByText('r-goes')).toBeVisible();
    await expect(comparison.getByText(/They stay in the workspace/)).toBeVisible();
    await comparison.getByText('Changed · 1').click();
    await expect(comparison.getByRole('row').filter({ hasText: 'header.version' })).toContainText('"9.9"');
    await app.screenshot('search-comparison-changed');
    await comparison.getByRole('button', { name: 'Show record r-changes' }).click();
    await expect(comparison).toBeHidden();
    await expect(page.getByText('Table · 2')).toBeVisible();

    await searches.getByRole('button', { name: 'Open the results of Approaches' }).click();
    await expect(searches.getByText('0 new')).toBeVisible();

    refuses = true;
    await run.click();
    await expect(searches.getByText(/The last run failed\. .*Not for this account/)).toBeVisible();
    // The last run that succeeded; a busy machine may have needed minutes since.
    await expect(searches.getByText(/updated (just now|\d+ min ago)/)).toBeVisible();
    await app.screenshot('search-failed');
    refuses = false;
    await run.click();
    await expect(searches.getByText(/The last run failed/)).toBeHidden();
  } finally {
    await service.close();
  }
});
