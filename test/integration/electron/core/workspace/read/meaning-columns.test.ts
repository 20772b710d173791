import { expect, test } from 'vitest';
import { propertyCorrectionsKey } from '../../../../../../electron/core/workspace/read/property-corrections.ts';
import type { DetectionRow } from '../../../../../../shared/results/detection.ts';
import { cellValue } from '../../../../../../shared/results/field-value.ts';
import { meaningFields } from '../../../../../../shared/results/meaning-fields.ts';
import type { PropertyCorrection } from '../../../../../../shared/results/property-correction.ts';
import { buildFeature, buildRecord } from '../../../../../builders/record-builder.ts';
import { seededRandom } from '../../../../../builders/seeded-random.ts';
import { fillStore, openTestStore, type TestStore } from '../../../../../builders/workspace-builder.ts';

const format = { productType: 'VESSEL', documentVersion: '2.0' };

function record(properties: readonly Record<string, unknown>[], product: object = format) {
  return buildRecord({
    features: properties.map((each) => buildFeature({ properties: each })),
    content: { product },
  });
}

function correct(store: TestStore, corrections: readonly Omit<PropertyCorrection, 'at'>[]): void {
  const at = '2026-11-27T08:00:00.000Z';
  store.saveSetting(propertyCorrectionsKey, JSON.stringify(corrections.map((one) => ({ ...one, at }))));
}

function rowsOf(store: TestStore): readonly DetectionRow[] {
  const request = { filter: {}, sort: { field: 'id', order: 'ASC' }, offset: 0, limit: 1000 } as const;
  return store.detectionPage(request).rows;
}

const idsOf = (store: TestStore, expression: string) => [...store.matchingIds({ expression })];

test('of several lengths one counts in lists, filters, statistics and sorting', () => {
  const store = openTestStore();
  fillStore(store, [
    record([
      { LENGTH: 12.5, Length: 10.5, length: 11.5 },
      { sarLengthFeet: 100 },
      { length: '-3', aisLength: 9 },
    ]),
  ]);
  const [first, second] = rowsOf(store);
  expect(first && cellValue(first, 'length')).toBe(11.5);
  expect(second && cellValue(second, 'length')).toBeCloseTo(30.48);
  expect(idsOf(store, 'length between 11.5 and 11.5')).toEqual([1]);
  expect(idsOf(store, 'length > 30')).toEqual([2]);
  expect(idsOf(store, 'length is empty')).toEqual([3]);
  expect(store.distribution({ filter: {}, field: 'length', bins: 2 })).toMatchObject({
    count: 2,
    max: 30.48,
  });
});

test('a value by which AIS states that it is not known is no value, in lists, filters and sorting', () => {
  const store = openTestStore();
  const properties = [
    { aisLength: 0, aisCourse: 360 },
    { aisLength: 40, aisCourse: 0 },
    { aisLength: 1022, aisCourse: 12.5 },
    { aisLength: '0', length: 0 },
    { aisLength: '12' },
  ];
  fillStore(store, [record(properties)]);
  expect(rowsOf(store).map((row) => cellValue(row, 'property:aisLength'))).toEqual([
    null,
    40,
    null,
    null,
    '12',
  ]);
  expect(idsOf(store, 'aisLength < 2000')).not.toEqual(expect.arrayContaining([1, 3, 4]));
  expect(idsOf(store, 'aisLength is empty')).toEqual([1, 3, 4]);
  expect(idsOf(store, 'aisCourse >= 0')).toEqual([2, 3]);
  expect(idsOf(store, 'aisCourse is empty')).toEqual([1, 4, 5]);
});

test('a list of classes is filtered by its likeliest class, its share, and any class', () => {
  const store = openTestStore();
  fillStore(store, [
    record([
      {
        classificationDetails: [
          { label: 'tanker', probability: 0.22 },
          { label: 'cargo', probability: 0.71 },
        ],
      },
      { classificationDetails: [{ label: 'Tanker', probability: 0.6 }] },
      { vesselClass: 'tanker' },
      {},
    ]),
  ]);
  expect(idsOf(store, 'class = "tanker"')).toEqual([2, 3]);
  expect(idsOf(store, 'class = "tanker" and class_share >= 0.5')).toEqual([2]);
  expect(idsOf(store, 'classes contains "tanker"')).toEqual([1, 2, 3]);
  expect(store.fieldValues('classes', 'tan', 10)).toEqual([
    { value: 'tanker', count: 2 },
    { value: 'Tanker', count: 1 },
  ]);
  expect(store.groupCounts({ filter: {}, by: 'class' })).toEqual([
    { key: null, count: 1 },
    { key: 'cargo', count: 1 },
    { key: 'tanker', count: 1 },
    { key: 'Tanker', count: 1 },
  ]);
});

test('the share of one class is filtered, sorted and counted, also where it is not the likeliest', () => {
  const store = openTestStore();
  fillStore(store, [
    record([
      {
        classificationDetails: [
          { label: 'General cargo', probability: 0.22 },
          { label: 'Tanker', probability: 0.71 },
        ],
      },
      { classificationDetails: [{ label: 'tanker', probability: 0.6 }, { label: 'general CARGO' }] },
      { aisClassification: [{ label: 'tanker', probability: 0.9 }] },
      { vesselClass: 'tanker' },
    ]),
  ]);
  expect(idsOf(store, 'class_share.`general cargo` >= 0.2')).toEqual([1]);
  expect(idsOf(store, 'class_share.tanker >= 0.3')).toEqual([1, 2]);
  expect(idsOf(store, 'class_share.tanker between 0.65 and 1 and class_share.fishing is empty')).toEqual([1]);
  const field = 'class_share:Tanker' as const;
  expect(store.distribution({ filter: {}, field, bins: 2 })).toMatchObject({ count: 2, max: 0.71 });
  expect(rowsOf(store).map((row) => cellValue(row, field))).toEqual([0.71, 0.6, null, null]);
  const sorted = { filter: {}, sort: { field, order: 'DESC' }, offset: 0, limit: 2 } as const;
  expect(store.detectionPage(sorted).rows.map(({ id }) => id)).toEqual([1, 2]);
});

test('a correction applies to its product format at once, and can be taken back', () => {
  const store = openTestStore();
  const properties = { size: 200, length: 40 };
  fillStore(store, [record([properties]), record([properties], { ...format, documentVersion: '2.1' })]);
  expect(idsOf(store, 'length = 40')).toEqual([1, 2]);
  correct(store, [{ ...format, property: 'size', as: { meaning: 'lengthMetres', unit: 'feet' } }]);
  expect(idsOf(store, 'length > 60')).toEqual([1]);
  expect(rowsOf(store).map((row) => cellValue(row, 'length'))).toEqual([200 * 0.3048, 40]);
  correct(store, [{ ...format, property: 'length', as: { meaning: null, unit: '' } }]);
  expect(idsOf(store, 'length is empty')).toEqual([1]);
  correct(store, []);
  expect(idsOf(store, 'length = 40')).toEqual([1, 2]);
});

test.each([1, 2, 3, 4])('columns and rows have the same values of any properties (seed %i)', (seed) => {
  const random = seededRandom(seed);
  const names = [
    'length',
    'LENGTH',
    'sarLengthM',
    'vessel_length_ft',
    'aisLength',
    'size',
    'speed',
    'speedKts',
  ];
  const more = [
    'heading',
    'beam',
    'class',
    'classificationDetails',
    'vesselType',
    'aisMmsi',
    'name',
    'area_ha',
  ];
  const values = [12, 0, -4, '7.5', 'tanker', null, true, 123456789, [{ label: 'cargo', score: 40 }, 'tug']];
  const properties = () =>
    Object.fromEntries(
      Array.from({ length: random.between(0, 5) }, () => [
        random.pick([...names, ...more]),
        random.pick(values),
      ]),
    );
  const store = openTestStore();
  const formats = [format, { productType: 'X' }, {}];
  const records = Array.from({ length: 12 }, () =>
    record(Array.from({ length: 8 }, properties), random.pick(formats)),
  );
  fillStore(store, records);
  correct(store, [
    { ...format, property: 'size', as: { meaning: 'lengthMetres', unit: 'km' } },
    { ...format, property: 'length', as: { meaning: 'widthMetres', unit: 'm' } },
    { productType: 'X', documentVersion: null, property: 'name', as: { meaning: 'className', unit: '' } },
    {
      productType: null,
      documentVersion: null,
      property: 'speed',
      as: { meaning: 'speedKnots', unit: 'kmh' },
    },
  ]);
  const rows = rowsOf(store);
  expect(rows).toHaveLength(96);
  for (const field of meaningFields) {
    const ofRows = new Map<string, number>();
    for (const row of rows) {
      const value = cellValue(row, field);
      for (const each of value === null
        ? []
        : field === 'classes'
          ? String(value).split(', ')
          : [String(value)])
        ofRows.set(each, (ofRows.get(each) ?? 0) + 1);
      if (value !== null && field !== 'classes') {
        const literal = typeof value === 'number' ? value : JSON.stringify(value);
        expect(idsOf(store, `${field} = ${literal}`)).toContain(row.id);
      }
    }
    const counted = store.fieldValues(field, '', 1000).map(({ value, count }) => [value, count] as const);
    expect(new Map(counted), field).toEqual(ofRows);
  }
});
