import { screen, waitFor } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { SitesView } from '../../../../../renderer/features/sites/sites-view.tsx';
import { openFilledCore } from '../../../../builders/page/filled-core.ts';
import { openPage } from '../../../../builders/page/open-page.tsx';
import { positions } from '../../../../builders/positions.ts';

const region = 'East Asia';
const coordinates = [positions('124 33, 131 33, 131 40, 124 40, 124 33')];

test('why passes have no baseline stands once, above the table of sites', async () => {
  const core = await openFilledCore({ region, analytic: 'LargeVesselDetection', maxRecords: 20 });
  const { app } = openPage(core, { content: <SitesView /> });
  for (const name of ['Korean waters', 'Once more'])
    await app.api.areas.create.mutate({
      name,
      shape: { kind: 'polygon', polygon: { type: 'Polygon', coordinates } },
      site: { minShare: 0.01 },
    });
  await screen.findByRole('button', { name: 'Korean waters' });
  await screen.findByRole('button', { name: 'Once more' });
  expect(document.body.textContent?.match(/fewer than 8/g)).toHaveLength(1);
});

test('a pass without aircraft counts only at a site that is marked as an airdrome', async () => {
  const core = await openFilledCore({ region, analytic: 'AircraftDetection', maxRecords: 20 });
  const { app, user } = openPage(core, { content: <SitesView /> });
  await app.api.areas.create.mutate({
    name: 'Korean airfields',
    shape: { kind: 'polygon', polygon: { type: 'Polygon', coordinates } },
    site: { minShare: 0.01 },
  });
  await user.click(await screen.findByRole('button', { name: 'Korean airfields' }));
  const limit = /^Aircraft: “Finds aircraft in user-defined airdromes\.” The service does not state where/;
  expect(await screen.findByText(limit)).toBeVisible();
  expect(screen.getAllByText(/site not marked/).length).toBeGreaterThan(0);
  await user.click(screen.getByRole('button', { name: /^Counting all detections/ }));
  await user.click(await screen.findByRole('combobox', { name: 'Marked as' }));
  await user.click(await screen.findByRole('option', { name: 'Airdrome' }));
  await waitFor(() => expect(screen.queryByText(limit)).toBeNull());
  expect(screen.queryByText(/site not marked/)).toBeNull();
  const areas = await app.api.areas.list.query();
  expect(areas).toMatchObject({ value: [{ site: { minShare: 0.01, kind: 'airdrome' } }] });
});
