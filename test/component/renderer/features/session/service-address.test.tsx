import { screen, waitFor } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { ProfilesSection } from '../../../../../renderer/features/session/profiles-section.tsx';
import { SignInDialog } from '../../../../../renderer/features/session/sign-in-dialog.tsx';
import { openFilledCore } from '../../../../builders/page/filled-core.ts';
import { openPage } from '../../../../builders/page/open-page.tsx';

test('the demo service has no address, since its port is of no use to a person', async () => {
  const content = (
    <>
      <ProfilesSection />
      <SignInDialog />
    </>
  );
  const core = await openFilledCore();
  const { app } = openPage(core, { content });
  app.stores.ui.getState().openDialog('sign-in');
  await waitFor(() => expect(screen.getAllByText('Demo service inside Sightline')).toHaveLength(2));
  const [demo] = core.session.profiles();
  expect(demo?.baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+/);
  expect(document.body.textContent).not.toContain(demo?.baseUrl);
});
