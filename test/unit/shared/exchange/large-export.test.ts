import { expect, test } from 'vitest';
import { exportFormats } from '../../../../shared/exchange/export-format.ts';
import { standardReport } from '../../../../shared/exchange/export-request.ts';
import { describeLarge } from '../../../../shared/exchange/large-export.ts';
import { reportKinds } from '../../../../shared/reports/report-kind.ts';

test('only formats whose readers open few detections are named, and only for many', () => {
  const named = (detections: number) =>
    exportFormats.flatMap(({ format }) => (describeLarge({ format }, detections) ? [format] : []));
  expect(named(500)).toEqual([]);
  expect(named(5001)).toEqual(['report-html', 'report-docx']);
  expect(named(65_535)).toEqual(['kml', 'kmz', 'cot', 'report-html', 'report-docx']);
});

test('a report is named beyond what its kind lists', () => {
  const named = (detections: number) =>
    reportKinds.filter((kind) =>
      describeLarge({ format: 'report-html', report: { ...standardReport, kind } }, detections),
    );
  expect(named(501)).toEqual(['detection']);
  expect(named(1_000_000)).toEqual(['pass', 'detection', 'ais']);
});

test('the size of KML is estimated', () => {
  expect(describeLarge({ format: 'kmz' }, 1_000_000)).toMatch(/^About 4\.1 GB of KML, /);
});

test('a KMZ that will lack tables, or be refused, is named as such', () => {
  expect(describeLarge({ format: 'kmz' }, 1_100_000)).toMatch(/^Probably some balloons without their table/);
  expect(describeLarge({ format: 'kmz' }, 2_000_000)).toMatch(/^Probably more than 4 GiB of KML/);
});
