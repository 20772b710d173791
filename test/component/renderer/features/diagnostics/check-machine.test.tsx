import { screen, waitFor } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { openFilledCore } from '../../../../builders/page/filled-core.ts';
import { openPage } from '../../../../builders/page/open-page.tsx';
import { runCommand } from '../../../../builders/page/page-actions.ts';

test('the computer is checked at a click, with the renderer of this window', async () => {
  const page = openPage(await openFilledCore());
  await runCommand(page, 'Check this computer');
  await page.user.click(await screen.findByRole('button', { name: 'Check this computer' }));
  const report = await screen.findByRole('textbox', { name: 'Checks of this computer' });
  await waitFor(() => expect(report).toHaveTextContent(/Sightline .*Free space: .*Writing: /s));
  expect(report).toHaveTextContent('WebGL: good. WebGL 2 by');
});
