import { screen, within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { findRows } from '../../../../builders/page/detections.ts';
import { openFilledCore } from '../../../../builders/page/filled-core.ts';
import { openPage } from '../../../../builders/page/open-page.tsx';

test('of a detection time and place come first, and what else is known is folded until it is opened', async () => {
  const core = await openFilledCore({
    region: 'East Asia',
    analytic: 'LargeVesselDetection',
    maxRecords: 20,
  });
  const { app, user } = openPage(core);
  app.stores.inspector.getState().setDetailsOpen(false);
  const [row] = await findRows('Detections');
  await user.click(row);
  const inspector = within(await screen.findByRole('complementary', { name: 'Inspector' }));
  const details = await inspector.findByRole('button', { name: /^All details/ });
  expect(details).toHaveAttribute('aria-expanded', 'false');
  expect(inspector.getByText('Time').nextSibling).toHaveTextContent(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\dZ$/);
  expect(inspector.getByText('Length').nextSibling).toHaveTextContent(/ m$/);
  expect(inspector.getByRole('button', { name: /^Confirm/ })).toBeVisible();
  expect(inspector.queryByRole('region', { name: 'Record' })).toBeNull();
  await user.click(details);
  expect(inspector.getByRole('region', { name: 'Record' })).toBeVisible();
  expect(inspector.getByRole('region', { name: 'Position' })).toBeVisible();
  expect(localStorage.getItem('sightline.inspector')).toContain('"areDetailsOpen":true');
});
