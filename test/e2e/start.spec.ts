import { expect, test } from './fixtures.ts';

test('the app opens its page', async ({ app }) => {
  await expect(app.page).toHaveTitle('Sightline');
  await app.screenshot('start');
});

test('the app starts again on its data', async ({ app }) => {
  const page = await app.restart();
  await expect(page).toHaveTitle('Sightline');
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
