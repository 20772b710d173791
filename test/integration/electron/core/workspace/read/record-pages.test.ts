import { expect, test } from 'vitest';
import { closeDatabase } from '../../../../../../electron/core/workspace/file/sql.ts';
import { openReader } from '../../../../../../electron/core/workspace/open/open-database.ts';
import { createWorkspaceStore } from '../../../../../../electron/core/workspace/open/workspace-store.ts';
import type { RecordPageRequest } from '../../../../../../shared/results/detection.ts';
import { buildFeature, buildRecord } from '../../../../../builders/record-builder.ts';
import { fillStore, openTestStore, type TestStore } from '../../../../../builders/workspace-builder.ts';

const recordAt = (index: number) =>
  buildRecord({
    analytic: index % 2 === 0 ? 'LargeVesselDetection' : 'SmallVesselDetection',
    uploadTime: new Date(Date.UTC(2026, 10, 1) + ((index * 37) % 500) * 1000 + (index % 3)).toISOString(),
    features: index % 3 === 0 ? [] : [buildFeature({ properties: { confidence: (index % 10) / 10 } })],
  });

function pageOfFresh(store: TestStore, request: RecordPageRequest) {
  const { database } = openReader(store.path);
  const page = createWorkspaceStore(database).recordPage(request);
  closeDatabase(database);
  return page;
}

test.each<Omit<RecordPageRequest, 'offset' | 'limit'>>([
  { having: 'any' },
  { having: 'detections' },
  { having: 'nothing' },
  { having: 'any', text: 'large' },
  { having: 'any', filter: { analytics: ['LargeVesselDetection'] } },
  { having: 'any', filter: { minConfidence: 0.5 } },
  { having: 'nothing', filter: { sensors: ['ICEYE-X7'], collectedFrom: 0 } },
])('records are listed in steps, whatever pages come between: %o', (list) => {
  const store = openTestStore();
  fillStore(
    store,
    Array.from({ length: 5000 }, (_, index) => recordAt(index)),
  );
  const request: RecordPageRequest = { ...list, offset: 100, limit: 500 };
  const steps = store.recordPage.inSteps(request);
  let count = 0;
  for (let step = steps.next(); !step.done; step = steps.next()) {
    count += 1;
    fillStore(store, [recordAt(5000 + 2 * count), recordAt(6000 + 3 * count)]);
    if (count % 2 === 0) store.recordPage({ ...request, having: 'detections' });
  }
  expect(count).toBeGreaterThanOrEqual(2);
  const listed = store.recordPage(request);
  expect(listed).toEqual(pageOfFresh(store, request));
  const uploads = listed.rows.map(({ uploadedAt }) => Date.parse(uploadedAt ?? ''));
  expect(uploads).toEqual(uploads.toSorted((one, other) => other - one));
  expect(listed.rows.length).toBe(500);
});
