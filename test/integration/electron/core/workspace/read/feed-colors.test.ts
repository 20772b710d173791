import { expect, test } from 'vitest';
import type { DetectionField } from '../../../../../../shared/results/detection-field.ts';
import { colorCodes, decodeFeedColors } from '../../../../../../shared/results/feed-colors.ts';
import { toFieldList } from '../../../../../../shared/results/field-list.ts';
import { buildFeature, buildProcessor, buildRecord } from '../../../../../builders/record-builder.ts';
import {
  buildFetch,
  buildFetchedPage,
  fillStore,
  openTestStore,
  type TestStore,
} from '../../../../../builders/workspace-builder.ts';

const { absent, highest, notFetched, other } = colorCodes;

const decode = (message: ArrayBuffer) =>
  decodeFeedColors(message, (bytes) => new TextDecoder().decode(bytes));

function colorsOf(store: TestStore, field: DetectionField) {
  const { version, scale, codes } = decode(store.feedColors(field).buffer);
  return { version, scale, codes: [...codes] };
}

test('names are colored by frequency, and what is not traced to an image has no value', () => {
  const store = openTestStore();
  const detections = (sensorDataIndex: number | null, count: number) =>
    Array.from({ length: count }, () => buildFeature({ properties: { sensorDataIndex } }));
  const sensors = [{ polarization: 'VV' }, { polarization: 'HH', startTimeUTC: '2026-11-19T03:12:45.120Z' }];
  fillStore(store, [
    buildRecord({ sensors, features: [...detections(0, 1), ...detections(1, 2), ...detections(null, 1)] }),
  ]);
  expect(colorsOf(store, 'polarization')).toEqual({
    version: store.feedValues('confidence').version,
    scale: {
      kind: 'categories',
      names: ['HH', 'VV'],
      hasOther: false,
      hasAbsent: true,
      hasNotFetched: false,
    },
    codes: [1, 0, 0, absent],
  });
});

test('beyond the most frequent names all others have one color', () => {
  const store = openTestStore();
  const modes = ['a', 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
  fillStore(
    store,
    modes.map((sensorMode) => buildRecord({ sensors: [{ sensorMode }] })),
  );
  const { scale, codes } = colorsOf(store, 'sensor_mode');
  expect(scale).toMatchObject({ names: ['a', 'b', 'c', 'd', 'e', 'f'], hasOther: true, hasAbsent: false });
  expect(codes).toEqual([0, 0, 1, 2, 3, 4, 5, other, other]);
});

test('numbers of images, properties and parameters are a ramp, and texts among them make names', () => {
  const store = openTestStore();
  const processor = (threshold: unknown) => {
    const built = buildProcessor();
    return { ...built, parameters: { ...(built.parameters as object), threshold, model: 'a' } };
  };
  const record = (incidenceAngle: number | null, threshold: unknown, length: unknown) =>
    buildRecord({
      sensors: [{ incidenceAngle }],
      processors: [processor(threshold)],
      features: [buildFeature({ properties: { length, long: true } })],
    });
  fillStore(store, [record(20, 1, 5), record(30, 2, 'long'), record(null, 3, 5), record(40, 3, null)]);
  expect(colorsOf(store, 'incidence')).toMatchObject({
    scale: { kind: 'ramp', low: 20, high: 40, hasAbsent: true },
    codes: [0, highest / 2, absent, highest],
  });
  expect(colorsOf(store, 'parameter:threshold')).toMatchObject({
    scale: { kind: 'ramp', low: 1, high: 3, hasAbsent: false },
    codes: [0, highest / 2, highest, highest],
  });
  expect(colorsOf(store, 'parameter:model').scale).toMatchObject({ kind: 'categories', names: ['a'] });
  expect(colorsOf(store, 'property:length')).toMatchObject({
    scale: { kind: 'categories', names: ['5', 'long'] },
    codes: [0, 1, 0, absent],
  });
  expect(colorsOf(store, 'property:long').scale).toMatchObject({ names: ['true'] });
  expect(colorsOf(store, 'property:nothing')).toMatchObject({
    scale: { kind: 'ramp', low: null, high: null, hasAbsent: true },
    codes: [absent, absent, absent, absent],
  });
});

test('what was not requested is apart from what is absent, for fields and for parameters', () => {
  const store = openTestStore();
  fillStore(store, [
    buildRecord({ sensors: [{ polarization: 'HH' }] }),
    buildRecord({ sensors: [{ polarization: null }] }),
  ]);
  const fetch = buildFetch();
  store.saveFetch(fetch);
  const { features } = buildRecord().content as { features: readonly unknown[] };
  const page = buildFetchedPage(fetch, [{ assignedId: 'partial', content: { features } }]);
  const outcome = store.ingestPage({ ...page, fields: toFieldList(['content.features.properties']) });
  expect(outcome).toMatchObject({ ok: true });
  expect(colorsOf(store, 'polarization')).toMatchObject({
    scale: { names: ['HH'], hasAbsent: true, hasNotFetched: true },
    codes: [0, absent, notFetched],
  });
  expect(colorsOf(store, 'parameter:threshold').codes).toEqual([absent, absent, notFetched]);
  expect(colorsOf(store, 'confidence').scale).toMatchObject({ hasNotFetched: false });
});

test('a message that is not whole is refused', () => {
  const store = openTestStore();
  fillStore(store, [buildRecord()]);
  const message = store.feedColors('sensor');
  expect(() => decode(message.buffer.slice(0, 20))).toThrow('cut short');
  expect(() => decode(message.buffer.slice(4))).toThrow('Not the colors');
});

test('the column of a color is read in steps, between which the file responds to other calls', () => {
  const store = openTestStore();
  fillStore(store, [buildRecord()]);
  expect(store.feedColors.inSteps('property:length').next().done).toBe(false);
});
