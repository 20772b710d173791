import { expect, type Page } from '@playwright/test';

/** Signs in to the demo service with the credentials that its sign-in form shows. */
export async function signInToDemo(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Use these' }).click();
  await submitSignIn(page);
}

/** Submits the sign-in form and waits until the user is signed in. */
export async function submitSignIn(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText(/signed in, /)).toBeVisible();
}

/** Shows a panel by its button in the rail. */
export async function showPanel(
  page: Page,
  name: 'Orders' | 'Areas' | 'Results' | 'Review' | 'Settings',
): Promise<void> {
  await page.getByRole('navigation').getByRole('button', { name }).click();
}
