import { expect, type Locator, type Page } from '@playwright/test';

/** Starts with the demo on the first screen. */
export async function signInToDemo(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Start with the demo' }).click();
  await waitUntilSignedIn(page);
}

/** Submits the sign-in form and waits until the user is signed in, and the map drawn. */
export async function submitSignIn(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(dialog).toBeHidden();
  await waitUntilSignedIn(page);
}

/** Waits until the page shows who is signed in, and has drawn the map. */
export async function waitUntilSignedIn(page: Page): Promise<void> {
  await expect(accountButton(page)).toBeVisible();
  await waitForMap(page);
}

/** The account menu, which is there while a user is signed in; its name states for how long. */
export function accountButton(page: Page) {
  return page.getByRole('button', { name: /account .+ signed in, / });
}

/** Waits until the map has been drawn once: before, it ignores the pointer. */
async function waitForMap(page: Page): Promise<void> {
  await expect(page.getByRole('contentinfo').getByText(/^1 : /)).toBeVisible();
}

/** Reloads the page and waits until it handles keys and shows who is signed in. */
export async function reloadPage(page: Page): Promise<void> {
  await page.reload();
  await waitUntilSignedIn(page);
}

/** Shows a panel by its button in the rail; a click on the button of the panel that is shown would hide it. */
export async function showPanel(
  page: Page,
  name: 'Orders' | 'Areas' | 'Get' | 'Review' | 'Hand on' | 'Layers' | 'Watch',
): Promise<void> {
  const panel = page.getByRole('region', { name: `${name} panel` });
  if (await panel.isVisible()) return;
  const rail = page.getByRole('navigation', { name: 'Panels' });
  if (name === 'Orders' || name === 'Areas') {
    if (!(await page.getByRole('region', { name: 'Get panel' }).isVisible()))
      await rail.getByRole('button', { name: 'Get' }).click();
    await page.getByRole('region', { name: 'Asked for' }).getByRole('button', { name, exact: true }).click();
  } else if (name === 'Watch') await page.keyboard.press('7');
  else await rail.getByRole('button', { name }).click();
  await expect(panel).toBeVisible();
}

/** Opens a section of the settings by the button in the rail; the dialog. */
export async function openSettings(page: Page, section: string): Promise<Locator> {
  const dialog = page.getByRole('dialog', { name: 'Settings' });
  await page.getByRole('navigation', { name: 'Panels' }).getByRole('button', { name: 'Settings' }).click();
  await dialog.getByRole('navigation').getByRole('button', { name: section }).click();
  await expect(dialog.getByRole('region', { name: section })).toBeVisible();
  return dialog;
}

/** Closes the settings. */
export async function closeSettings(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Settings' });
  await dialog.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(dialog).toBeHidden();
}
