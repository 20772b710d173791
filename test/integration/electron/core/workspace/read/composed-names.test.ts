import { expect, test } from 'vitest';
import { defaultTolerance } from '../../../../../../shared/passes/pass.ts';
import { buildFeature, buildRecord } from '../../../../../builders/record-builder.ts';
import { fillStore, openTestStore } from '../../../../../builders/workspace-builder.ts';

/** One name as Windows and Linux write it, and as macOS does; the third has no composed letters at all. */
const names = ['Gdańsk', 'Å Å', '한국', 'Việt', 'Plain'];

test.each(names)('%s is one value, however its letters are composed', (name) => {
  const store = openTestStore();
  const forms = [name.normalize('NFC'), name.normalize('NFD')];
  fillStore(
    store,
    forms.map((form) =>
      buildRecord({
        analytic: form,
        region: form,
        sensors: [{ sensorName: form }],
        features: [buildFeature({ properties: { [form]: form } })],
      }),
    ),
  );
  for (const form of forms) {
    const count = (filter: Parameters<typeof store.counts>[0]) => store.counts(filter).detections;
    expect(count({ text: form })).toBe(2);
    expect(count({ expression: `\`${form}\` = "${form}"` })).toBe(2);
    expect(count({ expression: `\`${form}\` contains "${form}"` })).toBe(2);
    expect(count({ expression: `\`${form}\` in ("${form}")` })).toBe(2);
    expect(count({ expression: `\`${form}\` != "${form}"` })).toBe(0);
    expect(count({ sensors: [forms[0] ?? ''], analytics: [forms[0] ?? ''], regions: [forms[0] ?? ''] })).toBe(
      2,
    );
    expect(store.recordPage({ text: form, having: 'any', offset: 0, limit: 10 }).total).toBe(2);
  }
  const passes = store.passPage({
    filter: {},
    groupBy: 'none',
    tolerance: defaultTolerance,
    sort: { field: 'time', order: 'DESC' },
    collapsed: [],
    offset: 0,
    limit: 10,
  });
  expect(passes.passes).toBe(1);
  for (const field of ['sensor', 'analytic', 'region', `property:${forms[0]}`] as const) {
    expect(store.fieldValues(field, forms[1] ?? '', 10)).toEqual([{ value: forms[0], count: 2 }]);
  }
});

test('two properties whose names differ by their form alone keep both values', () => {
  const store = openTestStore();
  const [composed, apart] = ['é'.normalize('NFC'), 'é'.normalize('NFD')];
  fillStore(store, [
    buildRecord({ features: [buildFeature({ properties: { [composed]: 1, [apart]: 2 } })] }),
  ]);
  expect(store.detectionDetail(1)?.detection.properties).toMatchObject({ [composed]: 1, [apart]: 2 });
});

test('a property without a name can be filtered', () => {
  const store = openTestStore();
  fillStore(store, [
    buildRecord({ features: [{ '': 1 }, { '': 2 }].map((properties) => buildFeature({ properties })) }),
  ]);
  expect(store.counts({ expression: '`` = 1' }).detections).toBe(1);
  expect(store.fieldValues('property:', '', 10)).toHaveLength(2);
});
