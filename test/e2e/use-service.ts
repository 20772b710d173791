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
  // The form of the profile before is replaced, with what is typed in it, when the page is notified of the change.
  await expect(page.getByRole('button', { name: 'Workspace: Behind a proxy' })).toBeVisible();
}

/** Signs in with the demo service's account where its form does not offer it. */
export async function signInByHand(page: Page): Promise<void> {
  await page.getByLabel('User name').fill('analyst@example.org');
  await page.getByRole('textbox', { name: 'Password' }).fill('sightline');
  await submitSignIn(page);
}
