import { screen } from '@testing-library/dom';
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
