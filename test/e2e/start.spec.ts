import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from './fixtures.ts';
import { reloadPage } from './sign-in.ts';

test('the app opens its page, in other browsers too, and starts again', async ({ app, browser }) => {
  const { page } = app;
  await test.step('the app opens its page', async () => {
    await expect(app.page).toHaveTitle('Sightline');
  });

  await test.step('diagnostics are shown, and saved as shown; the logs are named', async () => {
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

  await test.step('the address file opens the page in another browser, again and again', async () => {
    for (let time = 0; time < 2; time += 1) {
      const context = await browser.newContext();
      const page = await context.newPage();
      await page.goto(pathToFileURL(path.join(app.dataDir, 'browser', 'open-sightline.html')).href);
      await expect(page).toHaveURL(/^http:\/\/127\.\d+\.\d+\.\d+:\d+\/$/);
      await expect(page.getByRole('button').first()).toBeVisible();
      await context.close();
    }
  });

  await test.step('a panel whose code cannot be loaded reports it and tries again', async () => {
    const code = '**/assets/layers-panel-*.js';
    await page.route(code, (route) => route.abort());
    await reloadPage(page);
    await page.keyboard.press('5');
    const panel = page.getByRole('region', { name: 'Layers panel' });
    await expect(panel).toContainText('This part of the page could not be loaded');
    await page.unroute(code);
    await panel.getByRole('button', { name: 'Try again' }).click();
    await expect(panel.getByRole('heading', { name: 'Layers', exact: true })).toBeVisible();
  });

  await test.step('the app starts again on its data', async () => {
    const page = await app.restart();
    await expect(page).toHaveTitle('Sightline');
  });
});

test.describe('the content security policy', () => {
  test.use({ allowsViolations: true });

  test('the page is alone: nothing from elsewhere is loaded, and nothing inline runs', async ({ app }) => {
    const outcome = await app.page.evaluate(async () => {
      const script = document.createElement('script');
      script.textContent = 'window.inlineRan = true';
      document.head.append(script);
      const elsewhere = await fetch('http://127.0.0.1:9/').then(
        () => 'reached',
        () => 'refused',
      );
      return {
        elsewhere,
        inlineRan: 'inlineRan' in window,
        hasNode: 'process' in window || 'require' in window,
      };
    });
    expect(outcome).toEqual({ elsewhere: 'refused', inlineRan: false, hasNode: false });
  });
});
