import { expect, test } from 'vitest';
import { requestRows } from '../../../../../renderer/features/orders/request-view.tsx';
import type { AreaShape } from '../../../../../shared/areas/area.ts';
import { requestToDraft } from '../../../../../shared/orders/draft/request-to-draft.ts';
import { readOrderTarget } from '../../../../../shared/orders/overlap/order-target.ts';
import { fullOrderRequest } from '../../../../builders/demo-service.ts';
import { buildArea } from '../../../../builders/filled-workspace.ts';

function rowsOf(request: unknown): Record<string, readonly string[]> {
  const read = requestToDraft(JSON.stringify(request));
  if (!read.ok) throw new Error(read.failure.message);
  return Object.fromEntries(requestRows(read.value.draft).map(({ label, lines }) => [label, lines]));
}

test('every field of a request is described in words', () => {
  expect(rowsOf(fullOrderRequest())).toMatchObject({
    Name: ['Harbour watch'],
    Purpose: ['Test'],
    Notes: ['Umlauts: äöü, and a 日本 note.'],
    'Contact email': ['analyst@example.org'],
    Analytics: ['Small vessel', 'Change'],
    'Time ranges': ['2026-11-01 00:00:00Z → 2026-12-01 00:00:00Z'],
    Areas: [expect.stringMatching(/^Circle · 12.5 km around /), expect.stringMatching(/^Polygon · .* km²$/)],
  });
});

test('an area of the workspace has its name, and numbers are rounded', () => {
  const circle: AreaShape = { kind: 'circle', center: [129, 35], radiusMetres: 12_345.678901 };
  const area = { ...buildArea('Busan anchorage'), shape: circle };
  const request = {
    request: {
      aois: [
        { type: 'point', latitude_deg: 35, longitude_deg: 129, radius_km: 12.345678901 },
        { type: 'point', latitude_deg: 36, longitude_deg: 129, radius_km: 2.0004999 },
      ],
    },
  };
  const read = requestToDraft(JSON.stringify(request));
  if (!read.ok) throw new Error(read.failure.message);
  const rows = Object.fromEntries(
    requestRows(read.value.draft, [area]).map(({ label, lines }) => [label, lines]),
  );
  expect(rows.Areas).toEqual(['Busan anchorage', expect.stringMatching(/^Circle · 2 km around /)]);
  const target = readOrderTarget(JSON.stringify(request), [area]);
  expect(target.ok && target.value.areas.map(({ name }) => name)).toEqual([
    'Busan anchorage',
    'Ordered area 2',
  ]);
});

test('change detection parameters under either name, and what the form does not know', () => {
  const { request, ...names } = fullOrderRequest();
  const { changeDetAnalyticParams: _other, ...rest } = request as Record<string, unknown>;
  const rows = rowsOf({
    ...names,
    priority: 'high',
    request: {
      ...rest,
      changeDetParameters: {
        changeDetectionType: ['CONSTRUCTION', 'A_NEW_TYPE'],
        maxImageWindowHrs: 72,
        recurringOrderParams: {
          bounds: { min: '2026-11-01T00:00:00.000Z', max: '2027-11-01T00:00:00.000Z' },
          count: 4,
          time: 'any',
          cadence: 'weekly',
          minimumDaysBetweenImages: 5,
        },
      },
    },
  });
  expect(rows).toMatchObject({
    'Change detection': ['Construction', 'A_NEW_TYPE'],
    'Image window': ['72 h'],
    'Recurs between': ['2026-11-01 00:00:00Z → 2027-11-01 00:00:00Z'],
    'Number of runs': ['4'],
    'Time of day of the images': ['Any time'],
    Cadence: ['weekly'],
    'Minimum days between images': ['5'],
    'Other fields': ['priority = "high"'],
  });
});

test('what a request does not say has no lines', () => {
  const rows = rowsOf({ request: {} });
  expect(rows.Name).toEqual([]);
  expect(rows.Areas).toEqual([]);
  expect(rows).not.toHaveProperty('Change detection');
});
