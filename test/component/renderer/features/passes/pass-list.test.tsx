import { screen, waitFor } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { PassList } from '../../../../../renderer/features/passes/pass-list.tsx';
import { openFilledCore } from '../../../../builders/page/filled-core.ts';
import { openPage } from '../../../../builders/page/open-page.tsx';

test('a row of a pass states its detections once', async () => {
  const region = 'East Asia';
  const core = await openFilledCore({ region, analytic: 'LargeVesselDetection', maxRecords: 20 });
  openPage(core, { content: <PassList /> });
  await waitFor(() => expect(screen.getAllByRole('row').length).toBeGreaterThan(5));
  for (const row of screen.getAllByRole('row')) expect(row).not.toHaveTextContent(/\d of \d/);
});
