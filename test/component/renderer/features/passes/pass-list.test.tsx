import { screen, waitFor } from '@testing-library/dom';
import { expect, test, vi } from 'vitest';
import { PassList } from '../../../../../renderer/features/passes/pass-list.tsx';
import { unwrap } from '../../../../../renderer/ui/failure-error.ts';
import { openFilledCore } from '../../../../builders/page/filled-core.ts';
import { openPage } from '../../../../builders/page/open-page.tsx';

test('a row of a pass states its detections once', async () => {
  const region = 'East Asia';
  const core = await openFilledCore({ region, analytic: 'LargeVesselDetection', maxRecords: 20 });
  openPage(core, { content: <PassList /> });
  await waitFor(() => expect(screen.getAllByRole('row').length).toBeGreaterThan(5));
  for (const row of screen.getAllByRole('row')) expect(row).not.toHaveTextContent(/\d of \d/);
});

test('passes are zoomed to as soon as they are chosen, before the map has drawn them', async () => {
  const core = await openFilledCore({
    region: 'East Asia',
    analytic: 'LargeVesselDetection',
    maxRecords: 20,
  });
  const { app } = openPage(core, { content: <PassList /> });
  const { api, engine, stores } = app;
  const stops = unwrap(await api.passes.stops.query({ filter: {}, box: [-180, -85, 180, 85] }));
  const keys = stops.slice(0, 3).map(({ key }) => key);
  expect(keys).toHaveLength(3);
  const zoom = vi.spyOn(engine, 'zoomToGeometry');
  stores.passes.getState().choose(keys);
  await app.commands.run('passes.zoom');
  await waitFor(() => expect(zoom).toHaveBeenCalledOnce());
  expect(zoom.mock.calls[0]?.[0]).toHaveProperty('geometries.length', 3);
});
