import type { Locator, Page } from '@playwright/test';
import { showPanel } from './sign-in.ts';

/** Starts a new order; returns its form. */
export async function beginOrder(page: Page): Promise<Locator> {
  await showPanel(page, 'Orders');
  await page.getByRole('button', { name: 'New order' }).click();
  return page.getByRole('form', { name: 'New order' });
}

/** Fills in what every order needs, for areas that are there. */
export async function fillOrder(form: Locator, name: string, areas: readonly string[]): Promise<void> {
  await form.getByText(/^Optional/).click();
  await form.getByLabel('Name (optional)').fill(name);
  await form.getByText('Single analytics…').click();
  await form.getByRole('checkbox', { name: 'Small vessel', exact: true }).check();
  await form.getByRole('textbox', { name: 'From (UTC)' }).fill('2026-11-01');
  await form.getByRole('textbox', { name: 'To (UTC)' }).fill('2026-11-08');
  for (const area of areas) {
    await form.getByRole('combobox', { name: 'Areas' }).click();
    await form
      .page()
      .getByRole('option', { name: new RegExp(`^${area} ·`) })
      .click();
    await form.page().keyboard.press('Escape');
  }
}
