import { describe, expect, test } from 'vitest';
import { closeDatabase } from '../../../../../../../electron/core/workspace/file/sql.ts';
import { openReader } from '../../../../../../../electron/core/workspace/open/open-database.ts';
import { createWorkspaceStore } from '../../../../../../../electron/core/workspace/open/workspace-store.ts';
import { namedMissingText } from '../../../../../../../renderer/features/passes/pass-texts.ts';
import { decodeOutlines } from '../../../../../../../shared/passes/outline-feed.ts';
import {
  defaultTolerance,
  type Pass,
  type PassPageRequest,
} from '../../../../../../../shared/passes/pass.ts';
import type { DetectionFilter } from '../../../../../../../shared/results/detection.ts';
import { hasFeatures, toFieldList } from '../../../../../../../shared/results/field-list.ts';
import { positions } from '../../../../../../builders/positions.ts';
import { buildFeature, buildRecord } from '../../../../../../builders/record-builder.ts';
import {
  buildFetch,
  buildFetchedPage,
  fillStore,
  openTestStore,
  type TestStore,
} from '../../../../../../builders/workspace-builder.ts';

const usual: PassPageRequest = {
  filter: {},
  groupBy: 'none',
  tolerance: defaultTolerance,
  sort: { field: 'time', order: 'DESC' },
  collapsed: [],
  offset: 0,
  limit: 100,
};

function passesOf(store: TestStore, change: Partial<PassPageRequest> = {}): readonly Pass[] {
  const { rows } = store.passPage({ ...usual, ...change });
  return rows.flatMap((row) => (row.kind === 'pass' ? [row.pass] : []));
}

/** A footprint of one degree around the default feature, moved east. */
function footprint(east: number): string {
  return `POLYGON ((${121 + east} 31, ${122 + east} 31, ${122 + east} 32, ${121 + east} 32, ${121 + east} 31))`;
}

const first = { vendorId: 'V1', startTimeUTC: '2026-11-18T03:12:45.120Z', footprint: footprint(0) };
const second = { vendorId: 'V2', startTimeUTC: '2026-11-19T03:12:45Z', footprint: footprint(5) };

describe('images of a workspace', () => {
  test('records of one image are one pass, however its time is written', () => {
    const store = openTestStore();
    fillStore(store, [
      buildRecord({ sensors: [first], features: [buildFeature(), buildFeature()] }),
      buildRecord({
        analytic: 'LargeVesselDetection',
        sensors: [{ ...first, startTimeUTC: '2026-11-18T04:12:45.12+01:00' }],
      }),
      buildRecord({ sensors: [second], features: [] }),
    ]);
    const [late, early] = passesOf(store);
    expect(early).toMatchObject({
      vendorId: 'V1',
      startedAt: Date.parse(first.startTimeUTC),
      records: 2,
      detections: 3,
      reviewed: 0,
      polarization: 'VV',
      incidenceAngle: 31.25,
      azimuthAngle: 98.5,
      footprint: { state: 'ready' },
      byAnalytic: [
        { analytic: 'SmallVesselDetection', count: 2 },
        { analytic: 'LargeVesselDetection', count: 1 },
      ],
      disagreements: [],
    });
    // Imaged, nothing found.
    expect(late).toMatchObject({ vendorId: 'V2', records: 1, detections: 0 });
  });

  test('have the fields that were requested with any of their records, so that “not fetched” is not “not given”', () => {
    const store = openTestStore();
    const bare = { sensorType: null, polarization: null, footprint: null };
    const fillWith = (fields: string, sensor: Record<string, unknown>) => {
      const fetch = buildFetch();
      store.saveFetch(fetch);
      const page = buildFetchedPage(fetch, [buildRecord({ sensors: [sensor], features: [] })]);
      expect(store.ingestPage({ ...page, fields })).toMatchObject({ ok: true });
    };
    const polarizations = toFieldList(['content.sensorData.polarization']);
    fillWith(polarizations, { ...first, ...bare });
    const missing = (pass: Pass | undefined) =>
      pass &&
      [
        namedMissingText(pass, 'polarization'),
        namedMissingText(pass, 'sensorType'),
        namedMissingText(pass, 'footprint'),
      ].join();
    const [only] = passesOf(store);
    expect(missing(only)).toBe('polarization not given,sensor type not fetched,footprint not fetched');
    fillWith(toFieldList(['content.sensorData.footprint']), { ...first, ...bare });
    fillWith('all', { ...second, ...bare });
    const [whole, joined] = passesOf(store);
    expect(missing(joined)).toBe('polarization not given,sensor type not fetched,footprint not given');
    expect(missing(whole)).toBe('polarization not given,sensor type not given,footprint not given');
    expect(hasFeatures(joined?.fields ?? 'all')).toBe(false);
  });

  test('have all detections only if each of their records was fetched with them, so that 0 means that nothing was found', () => {
    const store = openTestStore();
    const fillWith = (fields: string, sensor: Record<string, unknown>) => {
      const fetch = buildFetch();
      store.saveFetch(fetch);
      const page = buildFetchedPage(fetch, [buildRecord({ sensors: [sensor], features: [] })]);
      expect(store.ingestPage({ ...page, fields })).toMatchObject({ ok: true });
    };
    const headers = toFieldList(['header.version']);
    fillWith('all', first);
    fillWith(headers, first);
    fillWith(headers, second);
    fillWith('all', second);
    fillWith('all', { ...first, vendorId: 'V3' });
    expect(
      passesOf(store).map(({ vendorId, fields, hasAllFeatures }) => [vendorId, fields, hasAllFeatures]),
    ).toEqual([
      ['V2', 'all', false],
      ['V1', 'all', false],
      ['V3', 'all', true],
    ]);
  });

  test('sensor, time and vendor id identify images; incomplete ones are separate', () => {
    const store = openTestStore();
    const bare = { sensorName: null, vendorId: null, startTimeUTC: null, svcId: null };
    fillStore(store, [
      buildRecord({ sensors: [first] }),
      buildRecord({ sensors: [{ ...first, sensorName: 'ICEYE-X8' }] }),
      buildRecord({ sensors: [{ ...first, startTimeUTC: '2026-11-18T03:12:45.121Z' }] }),
      buildRecord({ sensors: [{ ...first, vendorId: 'V9' }] }),
      buildRecord({ sensors: [bare] }),
      buildRecord({ sensors: [bare] }),
      buildRecord({ sensors: [{ ...bare, svcId: 'same' }] }),
      buildRecord({ sensors: [{ ...bare, svcId: 'same' }] }),
    ]);
    expect(
      passesOf(store)
        .map(({ records }) => records)
        .sort(),
    ).toEqual([1, 1, 1, 1, 1, 1, 2]);
  });

  test('disagreements between records of an image are named, and values that one lacks come from another', () => {
    const store = openTestStore();
    fillStore(store, [
      buildRecord({
        sensors: [{ ...first, incidenceAngle: null, polarization: 'VV', footprint: 'POLYGON' }],
      }),
      buildRecord({ sensors: [{ ...first, incidenceAngle: 40, polarization: 'VH' }] }),
    ]);
    expect(passesOf(store)).toMatchObject([
      {
        incidenceAngle: 40,
        polarization: 'VV',
        disagreements: ['polarization'],
        footprint: { state: 'ready' },
      },
    ]);
  });

  test('a malformed footprint is reported with its reason, and an image without one is listed', () => {
    const store = openTestStore();
    fillStore(store, [
      buildRecord({ sensors: [{ ...first, footprint: 'POLYGON ((121 31, 122 31' }] }),
      buildRecord({ sensors: [{ ...second, footprint: null, geometryReference: 'POINT (10 20)' }] }),
    ]);
    const [without, malformed] = passesOf(store);
    expect(malformed?.footprint).toMatchObject({
      state: 'malformed',
      reason: expect.stringContaining('WKT'),
    });
    expect(without).toMatchObject({ footprint: { state: 'none' }, squareMetres: null });
    expect(store.passPage(usual)).toMatchObject({ passes: 2, withoutFootprint: 2 });
    const [outline] = store.passOutlines([without?.key ?? '']);
    expect(outline).toMatchObject({ footprint: null, reference: [10, 20], isReferenceGiven: true });
    expect(decodeOutlines(store.passCoverage({}).buffer).count).toBe(0);
  });

  test('the reference is given, or a point inside the footprint that is marked as such', () => {
    const store = openTestStore();
    fillStore(store, [
      buildRecord({ sensors: [{ ...first, geometryReference: 'POINT (121.2 31.7)' }] }),
      buildRecord({ sensors: [{ ...second, geometryReference: 'nowhere' }] }),
    ]);
    const [late, early] = passesOf(store);
    expect(store.passOutlines([early?.key ?? '', 'none such', late?.key ?? ''])).toMatchObject([
      { reference: [121.2, 31.7], isReferenceGiven: true },
      { reference: [126.5, 31.5], isReferenceGiven: false },
    ]);
  });

  test('detections of a record with two images belong to the one they trace to, else to both', () => {
    const store = openTestStore();
    const recordId = '00000000-0000-4000-8000-00000000c0de';
    const traced = (sensorDataIndex: unknown) => buildFeature({ properties: { sensorDataIndex } });
    fillStore(store, [
      buildRecord({
        assignedId: recordId,
        sensors: [first, second],
        features: [traced(1), traced(1), traced(0), traced(null)],
      }),
    ]);
    const [late, early] = passesOf(store);
    expect([early?.detections, late?.detections]).toEqual([2, 3]);
    expect([early?.detectionsElsewhere, late?.detectionsElsewhere]).toEqual([2, 1]);
    expect(store.passIds(late?.key ?? '')).toHaveLength(3);
    expect(store.passesOfRecord(recordId)).toEqual([early?.key, late?.key]);
    expect(store.passDetail(late?.key ?? '')?.records).toMatchObject([
      { recordId, passKeys: [early?.key, late?.key] },
    ]);
  });

  test('a pass without detections states whether its records were fetched with features, and unreadable ones', () => {
    const store = openTestStore();
    const traced = (confidence: number) => buildFeature({ properties: { sensorDataIndex: 1, confidence } });
    fillStore(store, [
      buildRecord({ sensors: [first, second], features: [traced(0.5), traced(0.9)] }),
      buildRecord({
        sensors: [{ ...first, vendorId: 'V3' }],
        features: [{ type: 'Feature', geometry: 'none' }],
      }),
      buildRecord({ sensors: [{ ...first, vendorId: 'V4' }], features: [] }),
    ]);
    const withoutFeatures = buildFetch();
    const search = { ...withoutFeatures.search, fields: 'without-features' as const };
    store.saveFetch({ ...withoutFeatures, search });
    store.ingestPage(
      buildFetchedPage({ ...withoutFeatures, search }, [
        buildRecord({ sensors: [{ ...first, vendorId: 'V5' }], features: [] }),
      ]),
    );
    const countsOf = (filter: DetectionFilter) =>
      Object.fromEntries(
        passesOf(store, { filter }).map(({ key, vendorId, detections, detectionsElsewhere: elsewhere }) => {
          const [record] = store.passDetail(key)?.records ?? [];
          return [vendorId, [detections, elsewhere, record?.hasFeatures, record?.featureProblems]];
        }),
      );
    expect(countsOf({})).toEqual({
      V1: [0, 2, true, 0],
      V2: [2, 0, true, 0],
      V3: [0, 0, true, 1],
      V4: [0, 0, true, 0],
      V5: [0, 0, false, 0],
    });
    expect(countsOf({ minConfidence: 0.8 })).toMatchObject({ V1: [0, 1, true, 0], V2: [1, 0, true, 0] });
  });

  test('pages follow each other, sorted by any column, what has no value last', () => {
    const store = openTestStore();
    fillStore(
      store,
      [30, null, 20, 40].map((incidenceAngle, index) =>
        buildRecord({ sensors: [{ ...first, vendorId: `V${index}`, incidenceAngle }] }),
      ),
    );
    const angles = (order: 'ASC' | 'DESC') =>
      passesOf(store, { sort: { field: 'incidence', order } }).map(({ incidenceAngle }) => incidenceAngle);
    expect(angles('ASC')).toEqual([20, 30, 40, null]);
    expect(angles('DESC')).toEqual([40, 30, 20, null]);
    const sort = { field: 'incidence', order: 'ASC' } as const;
    expect(passesOf(store, { sort, offset: 1, limit: 2 }).map(({ vendorId }) => vendorId)).toEqual([
      'V0',
      'V3',
    ]);
    expect(passesOf(store, { text: 'v2' })).toHaveLength(1);
    expect(passesOf(store, { text: 'strip' })).toHaveLength(4);
    expect(passesOf(store, { text: 'nothing' })).toHaveLength(0);
  });

  test('verdicts count, and a changed record is read again', () => {
    const store = openTestStore();
    const recordId = '00000000-0000-4000-8000-00000000feed';
    const record = (features: readonly unknown[]) =>
      buildRecord({ assignedId: recordId, sensors: [first], features });
    const chip = buildFeature();
    fillStore(store, [record([chip])]);
    expect(passesOf(store)).toMatchObject([{ detections: 1, reviewed: 0 }]);
    const review = {
      recordId,
      identity: `chip 0 ${String(chip.properties.sarChipIdentifier)}`,
      review: {
        verdict: 'confirmed' as const,
        flagged: false,
        note: '',
        reviewer: 'analyst@example.org',
        reviewedAt: '2026-11-20T09:00:00.000Z',
      },
    };
    store.upsertReviews([review], [review]);
    expect(passesOf(store)).toMatchObject([{ detections: 1, reviewed: 1 }]);
    fillStore(store, [record([chip, buildFeature()])]);
    expect(passesOf(store)).toMatchObject([{ detections: 2, reviewed: 1 }]);
  });
});

describe('images under a filter', () => {
  function filled() {
    const store = openTestStore();
    fillStore(store, [
      buildRecord({ sensors: [first], features: [buildFeature(), buildFeature()] }),
      buildRecord({ sensors: [second], region: 'Eastern Europe', analytic: 'AircraftDetection' }),
      buildRecord({
        sensors: [{ ...first, vendorId: 'V3', sensorName: 'PAZ', footprint: footprint(58.5) }],
        features: [],
      }),
    ]);
    return store;
  }

  test.each<[string, DetectionFilter, string[]]>([
    ['time', { collectedFrom: Date.parse('2026-11-19T00:00:00Z') }, ['V2']],
    ['time, its end left out', { collectedTo: Date.parse('2026-11-18T03:12:45.120Z') }, []],
    ['sensor', { sensors: ['PAZ'] }, ['V3']],
    ['analytic', { analytics: ['AircraftDetection'] }, ['V2']],
    ['region', { regions: ['East Asia'] }, ['V1', 'V3']],
    ['a box that meets a corner', { boundingBox: [121.9, 31.9, 123, 33] }, ['V1']],
    ['a box across the antimeridian', { boundingBox: [179.8, 30, -179, 33] }, ['V3']],
    [
      'an outline',
      {
        within: [positions('126 30, 128 30, 127 31.5')],
      },
      ['V2'],
    ],
    ['confidence: all, also those with no matching detection', { minConfidence: 1 }, ['V1', 'V2', 'V3']],
    ['text: all', { text: 'AircraftDetection' }, ['V1', 'V2', 'V3']],
    ['ids: all', { ids: [1] }, ['V1', 'V2', 'V3']],
  ])('%s', (_, filter, vendorIds) => {
    const found = passesOf(filled(), { filter }).map(({ vendorId }) => vendorId);
    expect(found.sort()).toEqual(vendorIds);
  });

  test('those with no matching detection are left out on request', () => {
    const found = (filter: DetectionFilter) =>
      passesOf(filled(), { filter, onlyMatching: true })
        .map(({ vendorId }) => vendorId)
        .sort();
    expect(found({ minConfidence: 1 })).toEqual([]);
    expect(found({ ids: [1] })).toEqual(['V1']);
    // That nothing was found in V3 is known.
    expect(found({ sensors: ['PAZ'] })).toEqual(['V3']);
    expect(found({ expression: 'sensor = "PAZ"' })).toEqual(['V3']);
  });

  test('counts are those of the whole filter', () => {
    const store = filled();
    const of = (filter: DetectionFilter) =>
      passesOf(store, { filter }).find(({ vendorId }) => vendorId === 'V1')?.detections;
    expect([of({}), of({ minConfidence: 0.9 }), of({ text: 'chip' })]).toEqual([2, 0, 2]);
  });

  test('coverage has each image once, of those that the filter leaves', () => {
    const store = filled();
    const feed = decodeOutlines(store.passCoverage({}).buffer);
    expect([feed.count, feed.firstPosition.at(-1)]).toEqual([3, 15]);
    expect(decodeOutlines(store.passCoverage({ sensors: ['PAZ'] }).buffer).count).toBe(1);
    fillStore(store, [buildRecord({ sensors: [{ ...first, sensorDataIndex: 4 }], analytic: 'SPEX' })]);
    expect(decodeOutlines(store.passCoverage({}).buffer).count).toBe(3);
  });

  test('a condition means the same for images in an expression as in a member of the filter', () => {
    const store = filled();
    fillStore(store, [
      buildRecord({ sensors: [second], features: [], region: 'Eastern Europe', analytic: 'SPEX' }),
    ]);
    const day = (at: string) => Date.parse(at);
    const pairs: readonly (readonly [string, DetectionFilter])[] = [
      ['sensor = "paz"', { sensors: ['PAZ'] }],
      ['sensor in ("PAZ", "none such")', { sensors: ['PAZ'] }],
      ['sensor = "none such"', { sensors: [] }],
      ['region = "eastern europe"', { regions: ['Eastern Europe'] }],
      ['analytic = "SPEX"', { analytics: ['SPEX'] }],
      ['collected >= 2026-11-19', { collectedFrom: day('2026-11-19') }],
      ['collected > 2026-11-18', { collectedFrom: day('2026-11-19') }],
      ['collected <= 2026-11-18', { collectedTo: day('2026-11-19') }],
      ['collected = 2026-11-18', { collectedFrom: day('2026-11-18'), collectedTo: day('2026-11-19') }],
      ['uploaded < 2020-01-01', { uploadedTo: day('2020-01-01') }],
      [
        'collected >= 2026-11-18 and (sensor = "PAZ")',
        { collectedFrom: day('2026-11-18'), sensors: ['PAZ'] },
      ],
    ];
    for (const [expression, filter] of pairs) {
      const counted = (one: DetectionFilter) => [
        decodeOutlines(store.passCoverage(one).buffer).count,
        passesOf(store, { filter: one }).map(({ key }) => key),
        store.passStops({ filter: one, box: [100, 0, 150, 60] }),
        store
          .recordPage({ having: 'any', filter: one, offset: 0, limit: 100 })
          .rows.map(({ recordId }) => recordId),
      ];
      expect(counted({ expression }), expression).toEqual(counted(filter));
    }
    // The rest of an expression leaves the images whose detections match it.
    expect(decodeOutlines(store.passCoverage({ expression: 'length_m > 5' }).buffer).count).toBe(
      decodeOutlines(store.passCoverage({}).buffer).count,
    );
  });

  test('one image is filtered by sensor and time, or by ids where these are not unique', () => {
    const store = filled();
    const keyOf = (vendorId: string) => passesOf(store).find((pass) => pass.vendorId === vendorId)?.key ?? '';
    const startedAt = Date.parse(first.startTimeUTC);
    expect(store.passFilter(keyOf('V1'))).toEqual({
      sensors: ['ICEYE-X7'],
      collectedFrom: startedAt,
      collectedTo: startedAt + 1,
    });
    fillStore(store, [buildRecord({ sensors: [{ ...first, vendorId: 'V1 too' }] })]);
    const filter = store.passFilter(keyOf('V1'));
    expect(filter).toEqual({ ids: [...store.passIds(keyOf('V1'))] });
    expect(store.counts(filter ?? {}).detections).toBe(2);
    expect(store.passFilter('none such')).toBeUndefined();
    expect(store.passDetail('none such')).toBeUndefined();
  });
});

describe('groups of images', () => {
  const at = (day: number, sensor: Record<string, unknown> = {}) =>
    buildRecord({
      sensors: [{ ...first, vendorId: `D${day}`, startTimeUTC: `2026-11-${day}T05:00:00Z`, ...sensor }],
    });

  test('headings come before their members and have their sums; a closed one has no members', () => {
    const store = openTestStore();
    fillStore(store, [at(10), at(11), at(11, { vendorId: 'other' }), at(12, { startTimeUTC: null })]);
    const page = store.passPage({ ...usual, groupBy: 'day' });
    const shown = page.rows.map((row) =>
      row.kind === 'group' ? `${row.group.key}: ${row.group.passes}` : row.pass.vendorId,
    );
    const [last, before] = ['2026-11-11', '2026-11-10'].map((day) => Date.parse(day));
    expect(shown).toEqual([
      `day ${last}: 2`,
      'D11',
      'other',
      `day ${before}: 1`,
      'D10',
      'day null: 1',
      'D12',
    ]);
    expect(page).toMatchObject({ total: 7, passes: 4, groups: 3 });
    const closed = store.passPage({ ...usual, groupBy: 'day', collapsed: [`day ${last}`] });
    expect(closed).toMatchObject({ total: 5, passes: 4, groups: 3 });
    expect(closed.rows[0]).toMatchObject({ group: { isCollapsed: true, detections: 2 } });
  });

  test('similar geometry, by the requested tolerance', () => {
    const store = openTestStore();
    fillStore(store, [
      at(10),
      at(11, { incidenceAngle: 33 }),
      at(12, { azimuthAngle: 278.5 }),
      at(13, { footprint: 'POLYGON EMPTY' }),
    ]);
    const groupsOf = (tolerance = defaultTolerance) =>
      store
        .passPage({ ...usual, groupBy: 'geometry', tolerance })
        .rows.flatMap((row) => (row.kind === 'group' ? [[row.group.subject.kind, row.group.passes]] : []));
    expect(groupsOf()).toEqual([
      ['geometry', 2],
      ['geometry', 1],
      ['unknown', 1],
    ]);
    expect(groupsOf({ ...defaultTolerance, incidence: 1 })).toEqual([
      ['geometry', 1],
      ['geometry', 1],
      ['geometry', 1],
      ['unknown', 1],
    ]);
    expect(store.passPage({ ...usual, groupBy: 'location' })).toMatchObject({ groups: 2, passes: 4 });
    expect(store.passPage({ ...usual, groupBy: 'sensor' })).toMatchObject({ groups: 1, total: 5 });
  });
});

describe('a list of images', () => {
  const imageAt = (minute: number) =>
    buildRecord({
      sensors: [
        {
          vendorId: `image-${minute}`,
          startTimeUTC: new Date(Date.UTC(2026, 10, 1) + minute * 60_000).toISOString(),
          footprint: footprint(minute % 40),
        },
      ],
      features: minute % 3 === 0 ? [buildFeature()] : [],
    });

  test.each([
    { groupBy: 'none' },
    { groupBy: 'none', sort: { field: 'detections', order: 'ASC' } },
    { groupBy: 'none', text: 'sha' },
    { groupBy: 'place' },
    { groupBy: 'location' },
    { groupBy: 'geometry' },
  ] as const)('is made in steps, of the images of the first one, whatever comes between: %o', (change) => {
    const store = openTestStore();
    fillStore(
      store,
      Array.from({ length: 1000 }, (_, minute) => imageAt(minute)),
    );
    const request: PassPageRequest = { ...usual, ...change, limit: 1000 };
    const expected = store.passPage(request);
    store.clearCaches();
    const steps = store.passPage.inSteps(request);
    let count = 0;
    let step = steps.next();
    for (; !step.done; step = steps.next()) {
      count += 1;
      fillStore(store, [imageAt(2000 + count)]);
      store.passPage({ ...request, filter: { sensors: ['none'] } });
    }
    expect(step.value).toEqual(expected);
    expect(count).toBeGreaterThanOrEqual(3);
    const { database } = openReader(store.path);
    expect(store.passPage(request)).toEqual(createWorkspaceStore(database).passPage(request));
    closeDatabase(database);
  });

  test('counts each detection in the image that it is traced to, also of records that a page replaces in between', () => {
    const store = openTestStore();
    const recordAt = (index: number, version: number) =>
      buildRecord({
        assignedId: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
        sensors: [0, 1].map((sensor) => ({
          sensorDataIndex: sensor,
          vendorId: `image-${index % 5}-${sensor}`,
          startTimeUTC: new Date(Date.UTC(2026, 10, 1 + (index % 5) + 10 * sensor)).toISOString(),
        })),
        features: [0, 1, 1].map((sensor, chip) =>
          buildFeature({
            properties: { sensorDataIndex: sensor, sarChipIdentifier: `${index}-${chip}`, version },
          }),
        ),
      });
    const indexes = Array.from({ length: 2500 }, (_, index) => index);
    fillStore(
      store,
      indexes.map((index) => recordAt(index, 0)),
    );
    const expected = store.passPage(usual);
    store.clearCaches();
    const steps = store.passPage.inSteps(usual);
    let count = 0;
    let step = steps.next();
    for (; !step.done; step = steps.next()) {
      count += 1;
      fillStore(
        store,
        indexes.filter((index) => index % 100 === count).map((index) => recordAt(index, 1)),
      );
    }
    expect(step.value).toEqual(expected);
    expect(store.passPage(usual)).toEqual(expected);
    expect(count).toBeGreaterThanOrEqual(8);
  });
});
