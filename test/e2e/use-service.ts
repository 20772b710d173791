import { expect, type Page } from '@playwright/test';
import { submitSignIn } from './sign-in.ts';

/** Adds a profile for the service at `baseUrl` and makes it the current one; what is typed then is for this profile. */
export async function useService(page: Page, baseUrl: string): Promise<void> {
  await page.evaluate(async (address) => {
    const post = async (procedure: string, input: unknown) => {
      const response = await fetch(`/api/${procedure}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(input),
      });
      const { result } = await response.json();
      if (!result?.data?.ok) throw new Error(`${procedure}: ${JSON.stringify(result)}`);
      return result.data.value;
    };
    const profile = await post('session.saveProfile', {
      name: 'Behind a proxy',
      baseUrl: address,
      imageBaseUrl: address,
    });
    await post('session.selectProfile', profile.id);
  }, baseUrl);
  await expect(page.getByRole('button', { name: 'Sign in to Behind a proxy…' })).toBeVisible();
}

/** Signs in to that service with the demo service's account. */
export async function signInByHand(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign in to Behind a proxy…' }).click();
  await page.getByLabel('User name').fill('analyst@example.org');
  await page.getByRole('textbox', { name: 'Password' }).fill('sightline');
  await submitSignIn(page);
}
