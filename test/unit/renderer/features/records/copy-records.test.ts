import { expect, test } from 'vitest';
import { recordsAsTabs } from '../../../../../renderer/features/records/record-commands.ts';
import type { RecordRow } from '../../../../../shared/results/detection.ts';

const record: RecordRow = {
  recordId: 'a1',
  analytics: ['LargeVesselDetection', 'SPEX'],
  region: 'East Asia',
  productType: null,
  sensorNames: ['=X36'],
  collectedAt: '2026-11-20T03:00:00Z',
  uploadedAt: null,
  detections: 12,
  shownDetections: 0,
  problems: 0,
  featureProblems: 0,
  fields: 'all',
};

test('records are lines with their numbers, and nothing where a number is not known', () => {
  const notFetched: RecordRow = { ...record, recordId: 'b2', fields: 'none', detections: 0 };
  const [heading, first, second] = recordsAsTabs([record, notFetched]).split('\n');
  expect(heading?.split('\t')).toEqual([
    'record_id',
    'uploaded_utc',
    'collected_utc',
    'analytics',
    'region',
    'sensors',
    'image_product',
    'matching_detections',
    'detections',
    'problems',
  ]);
  // What a spreadsheet would run as a formula gets an apostrophe.
  expect(first?.split('\t')).toEqual([
    'a1',
    '',
    '2026-11-20T03:00:00Z',
    'LargeVesselDetection, SPEX',
    'East Asia',
    "'=X36",
    '',
    '0',
    '12',
    '0',
  ]);
  expect(second?.split('\t').slice(7, 9)).toEqual(['', '']);
});
