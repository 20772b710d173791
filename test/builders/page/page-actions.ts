/** Actions of users in many tests of the page. */
import { screen, waitFor, within } from '@testing-library/dom';
import { expect, vi } from 'vitest';
import type { Core } from '../../../electron/core/core.ts';
import { demoCredentials } from '../../../electron/core/demo-service/demo-credentials.ts';
import type { NewArea } from '../../../shared/areas/area.ts';
import { succeed } from '../../../shared/result.ts';
import type { OpenPage } from './open-page.tsx';
import { fill } from './search-form.ts';

/** Shows a panel by its button in the rail; the panel. */
export async function showPanel({ user }: OpenPage, name: string): Promise<HTMLElement> {
  const rail = within(await screen.findByRole('navigation', { name: 'Panels' }));
  const panel = { name: `${name} panel` };
  // A click on the button of the panel that is shown would hide it.
  if (screen.queryByRole('region', panel)) return screen.findByRole('region', panel);
  if (name === 'Watch') await user.keyboard('7');
  else if (['Orders', 'Areas'].includes(name)) {
    if (!screen.queryByRole('region', { name: 'Get panel' })) {
      await user.click(rail.getByRole('button', { name: 'Get' }));
    }
    const askedFor = within(await screen.findByRole('region', { name: 'Asked for' }));
    await user.click(askedFor.getByRole('button', { name }));
  } else await user.click(rail.getByRole('button', { name: new RegExp(`^${name}\\b`) }));
  return screen.findByRole('region', panel);
}

/** Opens a section of the settings by the button in the rail; the dialog. */
export async function openSettings({ user }: OpenPage, section: string): Promise<HTMLElement> {
  const rail = within(await screen.findByRole('navigation', { name: 'Panels' }));
  await user.click(rail.getByRole('button', { name: 'Settings' }));
  const dialog = await screen.findByRole('dialog', { name: 'Settings' });
  const sections = within(await within(dialog).findByRole('navigation'));
  await user.click(sections.getByRole('button', { name: section }));
  await within(dialog).findByRole('region', { name: section });
  return dialog;
}

/** Closes the dialog that is open. */
export async function closeDialog({ user }: OpenPage): Promise<void> {
  const dialog = screen.getByRole('dialog');
  await user.click(within(dialog).getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(dialog).not.toBeInTheDocument());
}

/** Runs the first command that the palette finds for a text. */
export async function runCommand(page: OpenPage, text: string): Promise<void> {
  await screen.findByRole('navigation', { name: 'Panels' });
  await page.user.keyboard('{Control>}k{/Control}');
  const search = await screen.findByPlaceholderText(/Search commands/);
  await fill(page, search, text);
  const dialog = within(screen.getByRole('dialog'));
  await dialog.findAllByRole('button', { name: new RegExp(text, 'i') });
  await page.user.keyboard('{Enter}');
}

/** Chooses an option of a list that opens on a click. */
export async function choose({ user }: OpenPage, field: HTMLElement, option: string | RegExp): Promise<void> {
  await user.click(field);
  await user.click(await screen.findByRole('option', { name: option }));
}

/** Chooses one of the views behind “More”. */
export async function openTab({ user }: Pick<OpenPage, 'user'>, name: string): Promise<void> {
  await user.click(await screen.findByRole('button', { name: 'More views' }));
  await user.click(await screen.findByRole('menuitem', { name }));
  expect(screen.getByRole('tab', { name })).toHaveAttribute('aria-selected', 'true');
}

/** Gives files to the file dialog that is open. */
export async function chooseFiles({ user }: OpenPage, ...files: readonly File[]): Promise<void> {
  const inputs = await waitFor(() => {
    const found = document.querySelectorAll<HTMLInputElement>('body > input[type=file]');
    expect(found).toHaveLength(1);
    return found;
  });
  for (const input of inputs) await user.upload(input, [...files]);
}

/** The number of detections that the table's heading counts, for the filter that is set now. */
export async function countInTable(): Promise<number> {
  return waitFor(() => {
    const heading = screen.getByRole('tab', { name: /^Table · / });
    expect(heading.querySelector('[aria-busy="true"]')).toBeNull();
    return Number(/\d[\d,]*/.exec(heading.textContent)?.[0].replaceAll(',', ''));
  });
}

/** Waits until the page shows all that was fetched: while results arrive, the rows of a table change their places. */
export async function expectSettled({ app }: OpenPage): Promise<void> {
  const counted = await app.api.results.counts.query({});
  if (!counted.ok) throw new Error(counted.failure.message);
  await expectInTable(counted.value.detections);
  await waitFor(() => expect(app.queryClient.isFetching()).toBe(0));
}

/** Waits until the table's heading counts so many detections. */
export async function expectInTable(count: number): Promise<void> {
  await expect.poll(countInTable).toBe(count);
}

/** Opens the filter editor as an expression; its field. */
export async function openExpression({ user }: OpenPage): Promise<HTMLElement> {
  await user.keyboard('/');
  const editor = within(await screen.findByLabelText('Filter what is shown'));
  await user.click(await editor.findByRole('button', { name: 'As an expression' }));
  return editor.findByRole('combobox', { name: 'Filter expression' });
}

/** Closes the filter editor. */
export async function closeFilter({ user }: OpenPage): Promise<void> {
  const editor = screen.getByLabelText('Filter what is shown');
  await user.click(within(editor).getByRole('button', { name: 'Done' }));
  await waitFor(() => expect(editor).not.toBeInTheDocument());
}

/** Shows only what matches an expression. */
export async function filterTo(page: OpenPage, expression: string): Promise<void> {
  await fill(page, await openExpression(page), expression);
  await page.user.keyboard('{Enter}');
  await closeFilter(page);
}

/** Adds areas past the page, for tests that are not about drawing. */
export async function addAreas({ app }: OpenPage, areas: readonly NewArea[]): Promise<void> {
  for (const area of areas) {
    const added = await app.api.areas.create.mutate(area);
    if (!added.ok) throw new Error(added.failure.message);
  }
}

/** The notification that contains a text. */
export async function findNotification(text: string | RegExp): Promise<HTMLElement> {
  const found = (await screen.findAllByText(text)).flatMap((element) => {
    const notification = element.closest<HTMLElement>('[role="alert"]');
    return notification ? [notification] : [];
  });
  const [notification] = found;
  if (!notification) throw new Error(`No notification contains ${text}.`);
  return notification;
}

/** Undoes what a notification states. */
export async function undo({ user }: OpenPage, text: string | RegExp): Promise<void> {
  await user.click(within(await findNotification(text)).getByRole('button', { name: 'Undo' }));
}

/** Signs in to the service at an address, with a profile that is added unless it is there. */
export async function useService({ session }: Core, address: string): Promise<void> {
  const known = session.profiles().find(({ baseUrl }) => baseUrl === address);
  const form = { name: 'Behind a proxy', baseUrl: address, imageBaseUrl: address };
  const saved = known ? succeed(known) : await session.saveProfile(form);
  if (!saved.ok) throw new Error(saved.failure.message);
  const signedIn = await session.signIn({ profileId: saved.value.id, ...demoCredentials });
  if (!signedIn.ok) throw new Error(signedIn.failure.message);
}

/** Returns the text that the browser downloads when the user does something. */
export async function downloadAfter(act: () => Promise<unknown>): Promise<string> {
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  await act();
  await waitFor(() => expect(click).toHaveBeenCalledOnce());
  const [link] = click.mock.contexts as HTMLAnchorElement[];
  const { href = '' } = link ?? {};
  click.mockRestore();
  return (await fetch(href.startsWith('blob:') ? href : new URL(href).pathname)).text();
}
