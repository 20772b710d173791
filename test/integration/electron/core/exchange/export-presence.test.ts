import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { exportTo } from '../../../../builders/export-builder.ts';
import { buildPresenceRecords } from '../../../../builders/presence-records.ts';
import { fillWorkspace, openTestWorkspace } from '../../../../builders/workspace-builder.ts';

test('presence and the count behind it are written where they are chosen', async () => {
  const workspace = await openTestWorkspace();
  await fillWorkspace(workspace, buildPresenceRecords(9));
  const { file } = await exportTo(workspace, 'a.geojson', { format: 'geojson', presence: true });
  const { features } = JSON.parse(readFileSync(file, 'utf8')) as {
    features: { properties: Record<string, unknown> }[];
  };
  const counts = new Map<string, number>();
  for (const { properties } of features) {
    const key = `${properties.presence}, ${properties.seen_here}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  expect(Object.fromEntries(counts)).toEqual({
    'stationary, 9 of 9': 9,
    'gone, 6 of 9': 6,
    'new, 5 of 9': 5,
    'passing, 1 of 9': 9,
  });
  const csv = await exportTo(workspace, 'a.csv', { format: 'csv', presence: true });
  expect(readFileSync(csv.file, 'utf8').split('\n')[0]).toContain('presence,seen_here');
  const without = await exportTo(workspace, 'b.csv', { format: 'csv' });
  expect(readFileSync(without.file, 'utf8').split('\n')[0]).not.toContain('presence');
});
