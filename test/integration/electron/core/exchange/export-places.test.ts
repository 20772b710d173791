import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { exportTo } from '../../../../builders/export-builder.ts';
import { rectangleRing } from '../../../../builders/positions.ts';
import { buildFeature, buildRecord } from '../../../../builders/record-builder.ts';
import { fillWorkspace, openTestWorkspace } from '../../../../builders/workspace-builder.ts';

test('the place is written where it is chosen: of points, of areas, and none at sea', async () => {
  const workspace = await openTestWorkspace();
  const aroundBusan = rectangleRing(129.0, 35.0, 129.1, 35.1);
  await fillWorkspace(workspace, [
    buildRecord({
      features: [
        buildFeature({ geometry: { type: 'Point', coordinates: [129.1, 35.05] } }),
        buildFeature({ geometry: { type: 'Polygon', coordinates: [aroundBusan] } }),
        buildFeature({ geometry: { type: 'Point', coordinates: [-150, -40] } }),
      ],
    }),
  ]);
  const { file } = await exportTo(workspace, 'a.geojson', { format: 'geojson', places: true });
  const { features } = JSON.parse(readFileSync(file, 'utf8')) as {
    features: { properties: Record<string, unknown> }[];
  };
  expect(features.map(({ properties }) => properties.place)).toEqual(['Busan', 'Busan', null]);
  const csv = await exportTo(workspace, 'a.csv', { format: 'csv', places: true });
  expect(readFileSync(csv.file, 'utf8').split('\n')[0]?.split(',')).toContain('place');
  const without = await exportTo(workspace, 'b.csv', { format: 'csv' });
  expect(readFileSync(without.file, 'utf8').split('\n')[0]?.split(',')).not.toContain('place');
});
