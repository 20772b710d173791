import { expect, test } from 'vitest';
import { defaultTolerance } from '../../../../../../shared/passes/pass.ts';
import { buildRecord } from '../../../../../builders/record-builder.ts';
import { fillStore, openTestStore } from '../../../../../builders/workspace-builder.ts';

test.each(['0001-01-01T00:00:00Z', '1970-01-01T00:00:00Z', '9999-12-31T23:59:59.9999999Z'])(
  '%s is shown as the record has it, and in no axis, interval or order of time',
  (placeholder) => {
    const store = openTestStore();
    fillStore(store, [
      buildRecord(),
      buildRecord({
        uploadTime: placeholder,
        sensors: [{ startTimeUTC: placeholder, vendorId: 'undated' }],
        record: {
          header: { version: '1.0', generatorInfo: { id: 'g', generatorType: 'x', timeUTC: placeholder } },
        },
      }),
    ]);
    const collected = Date.parse('2026-11-18T03:12:45.120Z');
    const timeline = store.timeline({ filter: {}, by: 'collected', bins: 3 });
    expect(timeline).toMatchObject({ missing: 1 });
    expect(timeline.from).toBeLessThanOrEqual(collected);
    expect(Number(timeline.to) - Number(timeline.from)).toBeLessThan(86_400_000);
    expect(store.counts({ collectedFrom: 0 }).detections).toBe(1);
    const { rows } = store.detectionPage({
      filter: {},
      sort: { field: 'collected', order: 'DESC' },
      offset: 0,
      limit: 10,
    });
    expect(rows.map(({ collectedAt }) => collectedAt)).toEqual(['2026-11-18T03:12:45.120Z', placeholder]);
    expect(rows[1]?.traced).toMatchObject({ generation_latency: null, upload_latency: null });
    const passes = store.passPage({
      filter: {},
      groupBy: 'none',
      tolerance: defaultTolerance,
      sort: { field: 'time', order: 'DESC' },
      collapsed: [],
      offset: 0,
      limit: 10,
    });
    expect(passes.rows).toMatchObject([
      { pass: { startedAt: collected } },
      { pass: { startedAt: null, vendorId: 'undated' } },
    ]);
    expect(store.listProblems(10).map(({ message }) => message)).toEqual([
      expect.stringContaining(placeholder),
      expect.stringContaining(placeholder),
    ]);
  },
);
