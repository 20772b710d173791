import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { detectionTextRequestSchema } from '../../../../../shared/exchange/detection-text.ts';
import { beginExports, exportTo } from '../../../../builders/export-builder.ts';
import { positions } from '../../../../builders/positions.ts';
import { buildFeature, buildRecord } from '../../../../builders/record-builder.ts';
import { fillWorkspace, openTestWorkspace } from '../../../../builders/workspace-builder.ts';

const ring = positions('10 20, 11 20, 11 21, 10 20');

async function openParts() {
  const workspace = await openTestWorkspace();
  await fillWorkspace(workspace, [
    buildRecord({
      features: [
        buildFeature({
          geometry: { type: 'Point', coordinates: [121.5, -31.25] },
          properties: { name: '=1+1' },
        }),
        buildFeature({ geometry: { type: 'Polygon', coordinates: [ring] } }),
        buildFeature({ geometry: { type: 'Point', coordinates: [1, 2, 3] } }),
      ],
    }),
  ]);
  const ids = [...(await workspace.matchingIds({}))];
  return { workspace, ids, exports: beginExports(workspace).exports };
}

test.each(['geojson', 'csv'] as const)('%s is copied as an export writes it', async (format) => {
  const { workspace, ids, exports } = await openParts();
  const [first = 0, second = 0] = ids;
  const { file, job } = await exportTo(workspace, 'x', {
    format,
    scope: { kind: 'ids', ids: [first, second] },
  });
  // Twice the same one, and one that is not there.
  const copied = await exports.text({ ids: [second, first, second, 999_999], format });
  expect(copied).toEqual({
    ok: true,
    value: {
      text: readFileSync(file, 'utf8'),
      detections: 2,
      warnings: [expect.stringContaining('left out: id 999999.'), ...job.warnings],
    },
  });
});

test('WKT is a line of the whole geometry for each', async () => {
  const { ids, exports } = await openParts();
  const copied = await exports.text({ ids, format: 'wkt' });
  expect(copied.ok && copied.value.text.trimEnd().split('\n').sort()).toEqual([
    'POINT (121.5 -31.25)',
    'POINT Z (1 2 3)',
    'POLYGON ((10 20, 11 20, 11 21, 10 20))',
  ]);
});

test('copying can be given up, is bounded, and needs a workspace', async () => {
  const { ids, exports } = await openParts();
  const given = await exports.text({ ids, format: 'csv' }, AbortSignal.abort());
  expect(given).toMatchObject({ ok: false, failure: { code: 'cancelled' } });
  const none = await beginExports(undefined).exports.text({ ids, format: 'csv' });
  expect(none).toMatchObject({ ok: false, failure: { code: 'no-workspace' } });
  const many = Array.from({ length: 20_001 }, (_, index) => index + 1);
  expect(detectionTextRequestSchema.safeParse({ ids: many, format: 'csv' }).success).toBe(false);
});
