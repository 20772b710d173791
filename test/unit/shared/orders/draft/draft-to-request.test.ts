import { describe, expect, it, test } from 'vitest';
import {
  changeDetectionApplies,
  recurringCadences,
  recurringTimes,
} from '../../../../../shared/orders/draft/draft-change-detection.ts';
import { draftToRequest } from '../../../../../shared/orders/draft/draft-to-request.ts';
import {
  blankChangeDetection,
  blankDraft,
  blankRecurring,
  type DraftArea,
  type DraftRecurring,
  type OrderDraft,
} from '../../../../../shared/orders/draft/order-draft.ts';
import { orderRequestSchema } from '../../../../../shared/orders/request/order-request.ts';
import { analytics } from '../../../../../shared/results/analytics.ts';
import { makeArea, makeDraft, rectangleShape } from '../../../../builders/order-draft-builder.ts';
import { positions, rectangle } from '../../../../builders/positions.ts';

const areas = [
  makeArea('box', rectangleShape(120, 34, 124, 36)),
  makeArea('pacific', rectangleShape(170, 0, 190, 1)),
  makeArea('port', { kind: 'circle', center: [181, 35.5], radiusMetres: 12_500 }),
  makeArea('knot', {
    kind: 'polygon',
    polygon: {
      type: 'Polygon',
      coordinates: [positions('0 0, 2 2, 2 0, 0 2, 0 0')],
    },
  }),
];
const built = (change: Partial<OrderDraft> = {}) => {
  const outcome = draftToRequest(makeDraft(change), areas);
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.problems));
  return outcome;
};
const problemsOf = (change: Partial<OrderDraft>) => {
  const outcome = draftToRequest(makeDraft(change), areas);
  return outcome.ok ? [] : outcome.problems;
};
const fieldsOf = (change: Partial<OrderDraft>) => problemsOf(change).map(({ field }) => field);
const change = (
  fields: Partial<OrderDraft['changeDetection']>,
  recurring: Partial<DraftRecurring> | null = null,
): Partial<OrderDraft> => ({
  analytics: ['ChangeDetection'],
  changeDetection: {
    ...blankChangeDetection,
    types: ['OBJECT_LEVEL'],
    recurring: recurring && { ...blankRecurring, ...recurring },
    ...fields,
  },
});

describe('draftToRequest', () => {
  it('writes every field of the document', () => {
    const outcome = built({
      purchaseReason: 'Traffic',
      customerNotes: 'Call first',
      contactEmail: ' analyst@example.org ',
      analytics: ['ChangeDetection', 'SPEX'],
      ranges: [
        { from: '2026-11-01', to: '2026-11-20 08:30', extras: [] },
        { from: '2027-01-01T00:00:00Z', to: '2027-02-01', extras: [] },
      ],
      areas: [
        { kind: 'area', areaId: 'id of port' },
        { kind: 'point', name: '', latitude: 1, longitude: 2, radiusKilometres: 4.35, extras: [] },
      ],
      changeDetection: {
        types: ['PORT_TRAFFIC', 'OBJECT_LEVEL'],
        maxImageWindowHours: ' 36.5 ',
        recurring: {
          bounds: { from: '2026-11-01', to: '2026-12-01' },
          count: '4',
          time: 'any',
          cadence: 'weekly',
          minimumDaysBetweenImages: '0',
        },
      },
    });
    expect(JSON.parse(outcome.bodyText)).toEqual({
      descriptiveName: 'Weekly',
      purchaseReason: 'Traffic',
      customerNotes: 'Call first',
      request: {
        type: 'workflow',
        contactEmail: 'analyst@example.org',
        workflowRequest: { type: 'analytic', analytics: ['ChangeDetection', 'SPEX'] },
        schedule: [
          { type: 'range', range: { min: '2026-11-01T00:00:00.000Z', max: '2026-11-20T08:30:00.000Z' } },
          { type: 'range', range: { min: '2027-01-01T00:00:00Z', max: '2027-02-01T00:00:00.000Z' } },
        ],
        aois: [
          { type: 'point', latitude_deg: 35.5, longitude_deg: -179, radius_km: 12.5 },
          { type: 'point', latitude_deg: 1, longitude_deg: 2, radius_km: 4.35 },
        ],
        changeDetAnalyticParams: {
          changeDetectionType: ['PORT_TRAFFIC', 'OBJECT_LEVEL'],
          maxImageWindowHrs: 36.5,
          recurringOrderParams: {
            bounds: { min: '2026-11-01T00:00:00.000Z', max: '2026-12-01T00:00:00.000Z' },
            count: 4,
            time: 'any',
            cadence: 'weekly',
            minimumDaysBetweenImages: 0,
          },
        },
      },
    });
    expect(orderRequestSchema.parse(outcome.request)).toEqual(outcome.request);
  });

  it('leaves out blank texts and parameters that are not given', () => {
    const outcome = built({ descriptiveName: '  ' });
    expect(Object.keys(outcome.request)).toEqual(['request']);
    expect(outcome.bodyText).not.toContain('changeDet');
    expect(outcome.notes).toEqual([]);
  });

  it('names every required field of a blank draft', () => {
    const outcome = draftToRequest(blankDraft, []);
    expect(outcome.ok ? [] : outcome.problems.map(({ field }) => field)).toEqual([
      'contactEmail',
      'analytics',
      'ranges.0.from',
      'ranges.0.to',
      'areas',
    ]);
  });

  test.each<[string, Partial<OrderDraft>, string]>([
    ['an e-mail without a host', { contactEmail: 'analyst' }, 'contactEmail'],
    ['an empty analytic', { analytics: ['SPEX', ' '] }, 'analytics.1'],
    ['an analytic twice', { analytics: ['SPEX', 'SPEX'] }, 'analytics.1'],
    ['no range', { ranges: [] }, 'ranges'],
    [
      'a day that does not exist',
      { ranges: [{ from: '2026-02-30', to: '2026-03-01', extras: [] }] },
      'ranges.0.from',
    ],
    [
      'an end before its start',
      { ranges: [{ from: '2026-03-02', to: '2026-03-01', extras: [] }] },
      'ranges.0.to',
    ],
    [
      'an end at its start',
      { ranges: [{ from: '2026-03-01', to: '2026-03-01', extras: [] }] },
      'ranges.0.to',
    ],
    [
      'an instant in another zone',
      { ranges: [{ from: '2026-03-01T00:00:00+09:00', to: '2026-03-02', extras: [] }] },
      'ranges.0.from',
    ],
    ['no area', { areas: [] }, 'areas'],
    ['an area that is gone', { areas: [{ kind: 'area', areaId: 'gone' }] }, 'areas.0'],
    [
      'an area twice',
      {
        areas: [
          { kind: 'area', areaId: 'id of box' },
          { kind: 'area', areaId: 'id of box' },
        ],
      },
      'areas.1',
    ],
    ['an area that crosses itself', { areas: [{ kind: 'area', areaId: 'id of knot' }] }, 'areas.0'],
    [
      'a point off the Earth',
      { areas: [{ kind: 'point', name: '', latitude: 91, longitude: 0, radiusKilometres: 1, extras: [] }] },
      'areas.0.latitude',
    ],
    [
      'a radius of nothing',
      { areas: [{ kind: 'point', name: '', latitude: 9, longitude: 0, radiusKilometres: 0, extras: [] }] },
      'areas.0.radiusKilometres',
    ],
    ['no change detection type', change({ types: [], maxImageWindowHours: '4' }), 'changeDetection.types'],
    ['a type twice', change({ types: ['PARKING_LOT', 'PARKING_LOT'] }), 'changeDetection.types.1'],
    ['a negative window', change({ maxImageWindowHours: '-1' }), 'changeDetection.maxImageWindowHours'],
    ['a window in words', change({ maxImageWindowHours: 'two days' }), 'changeDetection.maxImageWindowHours'],
    ['a count of nothing', change({}, { count: '0' }), 'changeDetection.recurring.count'],
    ['a broken count', change({}, { count: '2.5' }), 'changeDetection.recurring.count'],
    ['an unknown time of day', change({}, { time: 'noon' }), 'changeDetection.recurring.time'],
    ['an unknown cadence', change({}, { cadence: 'yearly' }), 'changeDetection.recurring.cadence'],
    [
      'a negative gap',
      change({}, { minimumDaysBetweenImages: '-1' }),
      'changeDetection.recurring.minimumDaysBetweenImages',
    ],
    [
      'half of the bounds',
      change({}, { bounds: { from: '2026-11-01', to: '' } }),
      'changeDetection.recurring.bounds.to',
    ],
    [
      'bounds that end before they start',
      change({}, { bounds: { from: '2026-11-02', to: '2026-11-01' } }),
      'changeDetection.recurring.bounds.to',
    ],
  ])('refuses %s at its field, with a remedy', (_, draft, field) => {
    expect(fieldsOf(draft)).toEqual([field]);
    expect(problemsOf(draft)[0]?.message).toMatch(/\.$/);
  });

  it('reports all problems at once', () => {
    expect(fieldsOf({ contactEmail: '', analytics: [], ranges: [], areas: [] })).toEqual([
      'contactEmail',
      'analytics',
      'ranges',
      'areas',
    ]);
  });

  it('accepts every time of day and cadence of the document', () => {
    for (const time of recurringTimes) expect(fieldsOf(change({}, { time }))).toEqual([]);
    for (const cadence of recurringCadences) expect(fieldsOf(change({}, { cadence }))).toEqual([]);
    expect(recurringTimes).toContain('any');
  });

  it('sends analytics and types that the service does not document, with a note', () => {
    const outcome = built({
      ...change({ types: ['FLOOD'] }),
      analytics: ['ChangeDetection', 'WakeDetection'],
    });
    expect(outcome.bodyText).toContain('FLOOD');
    expect(outcome.notes.filter((note) => note.includes('may refuse'))).toHaveLength(2);
  });

  it('splits areas that pass 180°, with a note, whether referenced or inline', () => {
    const outcome = built({
      areas: [
        { kind: 'area', areaId: 'id of pacific' },
        { kind: 'polygon', name: 'Aleutians', polygon: rectangle(175, 50, 185, 52), extras: [] },
      ],
    });
    expect(outcome.notes).toEqual([
      '“pacific” crosses the antimeridian and is sent as 2 areas that meet at 180°.',
      '“Aleutians” crosses the antimeridian and is sent as 2 areas that meet at 180°.',
    ]);
    expect(orderRequestSchema.parse(outcome.request).request.aois).toHaveLength(4);
  });

  it('keeps inapplicable parameters in the draft, neither sent nor checked', () => {
    const outcome = built({ ...change({ maxImageWindowHours: 'nonsense' }), analytics: ['SPEX'] });
    expect(outcome.bodyText).not.toContain('changeDet');
    expect(outcome.notes).toEqual([expect.stringMatching(/not sent/)]);
  });

  it('notes that change detection without parameters is not documented', () => {
    expect(built({ analytics: ['ChangeDetection'] }).notes).toEqual([
      expect.stringMatching(/No change detection parameters/),
    ]);
  });

  it('gives the form priority over preserved parts, and notes the ones left out', () => {
    const outcome = built({
      extras: [
        { path: ['descriptiveName'], value: 5 },
        { path: ['request', 'type'], value: 'other' },
        { path: ['request', 'changeDetAnalyticParams', 'strength'], value: 3 },
        { path: ['request', 'priority'], value: 'high' },
      ],
    });
    expect(outcome.request).toMatchObject({
      descriptiveName: 'Weekly',
      request: { type: 'workflow', priority: 'high' },
    });
    expect(outcome.notes).toHaveLength(3);
    expect(outcome.notes.join()).toMatch(/descriptiveName.*request\.type.*strength/);
  });

  it('preserves the extras of an area or range when others are removed', () => {
    const point = (name: string): DraftArea => ({
      kind: 'point',
      name,
      latitude: 1,
      longitude: 2,
      radiusKilometres: 3,
      extras: [{ path: ['label'], value: name }],
    });
    const outcome = built({
      areas: [point('second')],
      ranges: [
        { from: '2026-11-01', to: '2026-11-02', extras: [{ path: ['range', 'note'], value: 'kept' }] },
      ],
    });
    expect(outcome.request).toMatchObject({
      request: { aois: [{ label: 'second' }], schedule: [{ range: { note: 'kept' } }] },
    });
  });
});

describe('changeDetectionApplies', () => {
  it('holds for ChangeDetection alone of the listed analytics', () => {
    const applying = analytics.filter(({ name }) => changeDetectionApplies([name]));
    expect(applying.map(({ name }) => name)).toEqual(['ChangeDetection']);
  });
  it('applies to unlisted ones with “change” in their name', () => {
    expect(changeDetectionApplies(['SPEX', 'SubtleChangeDetection'])).toBe(true);
    expect(changeDetectionApplies(['WakeDetection'])).toBe(false);
    expect(changeDetectionApplies([])).toBe(false);
  });
});
