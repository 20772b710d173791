import { describe, expect, it } from 'vitest';
import type { AreaPass } from '../../../../shared/passes/area-pass.ts';
import {
  detectionSubject,
  evaluateRule,
  knownPassSubjects,
  subjectsOf,
} from '../../../../shared/watch/evaluate-rule.ts';
import type { WatchEvent } from '../../../../shared/watch/watch-event.ts';
import type { WatchedDetection } from '../../../../shared/watch/watch-facts.ts';
import {
  conditionText,
  type WatchRule,
  type WatchRuleInput,
  watchRuleSchema,
} from '../../../../shared/watch/watch-rule.ts';
import { seededRandom } from '../../../builders/seeded-random.ts';

const hour = 3_600_000;
const start = Date.parse('2026-11-01T00:00:00Z');

function buildRule(settings: Partial<WatchRuleInput> = {}, silences: WatchRule['silences'] = []): WatchRule {
  const at = new Date(start).toISOString();
  return watchRuleSchema.parse({
    id: '4d0f2b1a-8f0e-4a58-9f7c-0d9f0a3f1b11',
    name: 'Anchorage',
    searchId: '4d0f2b1a-8f0e-4a58-9f7c-0d9f0a3f1b12',
    areaId: '4d0f2b1a-8f0e-4a58-9f7c-0d9f0a3f1b13',
    condition: { kind: 'any' },
    ...settings,
    createdAt: at,
    updatedAt: at,
    confirmedAt: at,
    silences,
  });
}

function buildAreaPass(index: number, matches: number | null, share: number | null = 1): AreaPass {
  return {
    passKey: `pass ${index}`,
    sensorName: 'S',
    sensorType: 'SAR',
    sensorMode: 'Spot',
    productType: null,
    vendorId: null,
    polarization: null,
    startedAt: start + index * hour,
    incidenceAngle: 30,
    azimuthAngle: 90,
    analytic: 'LargeVesselDetection',
    lengths: null,
    share,
    isExamined: true,
    hasAllFeatures: matches !== null,
    detections: matches ?? 0,
    reviewed: 0,
    confirmed: 0,
    shared: [],
    recordIds: [`record ${index}`],
    versions: [],
  };
}

function buildDetection(index: number, collectedAt: number | null = start): WatchedDetection {
  return {
    id: index,
    recordId: `record ${index % 7}`,
    identity: `uuid ${index}`,
    analytic: 'LargeVesselDetection',
    position: [129, 35],
    collectedAt,
    lengthMeters: 212,
    port: 'Busan',
    reviewer: null,
  };
}

const context = {
  now: start + 100 * hour,
  conditions: [],
  areaName: 'Busan roads',
  known: new Set<string>(),
};

/** Brings passes in batches in any order, and evaluates all that are there after each one. */
function watchPasses(rule: WatchRule, areaPasses: readonly AreaPass[], seed: number): readonly WatchEvent[] {
  const random = seededRandom(seed);
  const known = new Set<string>();
  const present = new Map<string, AreaPass>();
  const events: WatchEvent[] = [];
  const left = areaPasses.toSorted(() => random.next() - 0.5);
  while (left.length > 0) {
    for (const areaPass of left.splice(0, random.between(1, 4))) present.set(areaPass.passKey, areaPass);
    const facts = { kind: 'passes', areaPasses: [...present.values()], fetched: new Set<string>() } as const;
    const made = evaluateRule(rule, facts, { ...context, known });
    events.push(...made);
    for (const event of made) for (const subject of subjectsOf(event)) known.add(subject);
  }
  return events;
}

describe('passes', () => {
  it.each(['nothing', 'count'] as const)(
    'of the condition %s make one event each, in whatever order they come',
    (kind) => {
      for (let seed = 1; seed <= 100; seed += 1) {
        const random = seededRandom(seed);
        const areaPasses = Array.from({ length: 40 }, (_, index) =>
          buildAreaPass(
            index,
            random.chance(0.1) ? null : random.between(0, 3),
            random.chance(0.1) ? null : random.pick([0.3, 0.9, 1]),
          ),
        );
        const rule = buildRule({ condition: kind === 'nothing' ? { kind } : { kind, least: 2, looks: 1 } });
        const expected = areaPasses.filter(
          ({ detections, hasAllFeatures, share }) =>
            hasAllFeatures &&
            share !== null &&
            share >= 0.9 &&
            (kind === 'nothing' ? detections === 0 : detections >= 2),
        );
        const subjects = watchPasses(rule, areaPasses, seed).map(({ subject }) => subject);
        expect(subjects.toSorted()).toEqual(expected.map(({ passKey }) => `look ${passKey}`).toSorted());
      }
    },
  );

  it('that may not examine the area state nothing, and what it found there counts', () => {
    const unexamined = { ...buildAreaPass(1, 0), analytic: 'AircraftDetection', isExamined: false };
    const vessels = buildAreaPass(1, 0);
    const found = { ...unexamined, detections: 2 };
    const namesOf = (condition: WatchRule['condition'], areaPasses: readonly AreaPass[]) =>
      watchPasses(buildRule({ condition }), areaPasses, 1).flatMap(({ finding }) =>
        finding.evidence.looks.flatMap(({ analytics }) => analytics),
      );
    const count = { kind: 'count', least: 1, looks: 1 } as const;
    expect(namesOf({ kind: 'nothing' }, [unexamined])).toEqual([]);
    expect(namesOf({ kind: 'nothing' }, [{ ...unexamined, isExamined: true }])).toEqual([
      'AircraftDetection',
    ]);
    expect(namesOf(count, [unexamined])).toEqual([]);
    expect(namesOf(count, [found])).toEqual(['AircraftDetection']);
    const facts = { kind: 'passes', areaPasses: [unexamined, vessels], fetched: new Set<string>() } as const;
    const [event] = evaluateRule(buildRule({ condition: { kind: 'nothing' } }), facts, context);
    expect(event?.finding.evidence.looks.map(({ analytics }) => analytics)).toEqual([
      ['LargeVesselDetection'],
    ]);
  });

  it('in a row make one event for each sequence, and none twice', () => {
    for (let seed = 1; seed <= 200; seed += 1) {
      const random = seededRandom(seed);
      const areaPasses = Array.from({ length: 30 }, (_, index) => buildAreaPass(index, random.between(0, 2)));
      const events = watchPasses(
        buildRule({ condition: { kind: 'count', least: 1, looks: 3 } }),
        areaPasses,
        seed,
      );
      const named = events.flatMap(({ finding }) => finding.evidence.looks.map(({ key }) => key));
      expect(new Set(named).size).toBe(named.length);
      // Independent of the module: sequences of digits in a text.
      const text = areaPasses.map(({ detections }) => (detections > 0 ? 'x' : '.')).join('');
      for (const { index, 0: run } of text.matchAll(/x{3,}/g)) {
        const keys = areaPasses.slice(index, index + run.length).map(({ passKey }) => passKey);
        expect(keys.some((key) => named.includes(key))).toBe(true);
      }
    }
  });

  it('without a known number of detections are neither nothing nor a gap that is bridged unseen', () => {
    const areaPasses = [
      buildAreaPass(0, 1),
      buildAreaPass(1, null),
      buildAreaPass(2, 0, 0.5),
      buildAreaPass(3, 0),
    ];
    const made = evaluateRule(
      buildRule({ condition: { kind: 'nothing' } }),
      { kind: 'passes', areaPasses, fetched: new Set() },
      context,
    );
    expect(made.map(({ subject }) => subject)).toEqual(['look pass 3']);
    expect(made[0]?.finding.statement).toBe(
      'Nothing found at Busan roads: a pass for Large vessel that covers 100 % of it has no matching detection.',
    );
    expect(made[0]?.finding.inference?.statement).toContain('not that nothing was there');
  });

  it('that were there before the rule make no event when their records come again', () => {
    const areaPasses = [buildAreaPass(0, 2), buildAreaPass(1, 2), buildAreaPass(2, 0)];
    const rule = buildRule({ condition: { kind: 'count', least: 1, looks: 2 } });
    const known = new Set(knownPassSubjects(rule, areaPasses));
    expect(known).toEqual(new Set(['look pass 0', 'look pass 1']));
    expect(
      evaluateRule(rule, { kind: 'passes', areaPasses, fetched: new Set() }, { ...context, known }),
    ).toEqual([]);
  });
});

it('an unusual pass makes an event when it comes, and not when others make it unusual', () => {
  const rule = buildRule({ condition: { kind: 'baseline' } });
  const areaPasses = [
    ...[4, 5, 4, 6, 5, 4, 5, 6, 5].map((count, index) => buildAreaPass(index, count)),
    buildAreaPass(9, 15),
  ];
  const arrived = new Set(['pass 3', 'pass 9']);
  const [event, ...others] = evaluateRule(rule, { kind: 'passes', areaPasses, fetched: arrived }, context);
  expect(others).toEqual([]);
  expect(event).toMatchObject({
    subject: 'unusual pass 9 LargeVesselDetection',
    finding: {
      statement: '15 matching detections at Busan roads (Large vessel) in one pass, where 5 are usual of it.',
      inference: {
        rule: 'Anchorage',
        statement: expect.stringContaining('Of 10 comparable passes for Large vessel'),
      },
    },
  });
  expect(evaluateRule(rule, { kind: 'passes', areaPasses, fetched: new Set() }, context)).toEqual([]);
  const few = { kind: 'passes', areaPasses: areaPasses.slice(4), fetched: arrived } as const;
  expect(evaluateRule(rule, few, context)).toEqual([]);
});

it('findings about one pass by two analytics name theirs, with what is usual of each', () => {
  const counts = [4, 5, 4, 6, 5, 4, 5, 6, 5, 15];
  const areaPasses = counts.flatMap((count, index) => [
    buildAreaPass(index, count),
    { ...buildAreaPass(index, 3 * count), analytic: 'AircraftDetection' },
  ]);
  const facts = { kind: 'passes', areaPasses, fetched: new Set(['pass 9']) } as const;
  const events = evaluateRule(buildRule({ condition: { kind: 'baseline' } }), facts, context);
  expect(events.map(({ finding }) => finding.statement)).toEqual([
    '45 matching detections at Busan roads (Aircraft) in one pass, where 15 are usual of it.',
    '15 matching detections at Busan roads (Large vessel) in one pass, where 5 are usual of it.',
  ]);
  const [sum] = evaluateRule(
    buildRule({ condition: { kind: 'count', least: 60, looks: 1 } }),
    facts,
    context,
  );
  expect(sum?.finding.statement).toBe(
    '60 matching detections at Busan roads (Large vessel, Aircraft) in one pass.',
  );
});

it('an unusual pass where all others are alike states by what it was compared', () => {
  const areaPasses = [
    ...Array.from({ length: 9 }, (_, index) => buildAreaPass(index, 5)),
    buildAreaPass(9, 15),
  ];
  const facts = { kind: 'passes', areaPasses, fetched: new Set(['pass 9']) } as const;
  const [event] = evaluateRule(buildRule({ condition: { kind: 'baseline' } }), facts, context);
  // 0.6 √5 = 1.34, and (15 - 5) / 1.34 = 7.5.
  expect(event?.finding.inference?.statement).toBe(
    'Of 10 comparable passes for Large vessel the median is 5 and the MAD (median absolute deviation) 0, compared as 1.3; this pass is +7.5 MAD from the median.',
  );
});

it('passes in a row state how far they are apart, since two frames of one image may be two passes', () => {
  const frame = { ...buildAreaPass(1, 1), startedAt: start + 10_000 };
  const facts = {
    kind: 'passes',
    areaPasses: [buildAreaPass(0, 1), frame],
    fetched: new Set<string>(),
  } as const;
  const [event, ...others] = evaluateRule(
    buildRule({ condition: { kind: 'count', least: 1, looks: 2 } }),
    facts,
    context,
  );
  expect(others).toEqual([]);
  expect(event?.finding.inference?.statement).toContain('The first and the last pass are 10 s apart.');
});

it('the analytics of a pass count as one pass, whose detections are known only if all are', () => {
  const rule = buildRule({ condition: { kind: 'nothing' } });
  const large = buildAreaPass(0, 0);
  const evaluate = (small: Partial<AreaPass>) =>
    evaluateRule(
      rule,
      {
        kind: 'passes',
        areaPasses: [large, { ...large, analytic: 'SmallVesselDetection', ...small }],
        fetched: new Set(),
      },
      context,
    ).length;
  expect(evaluate({})).toBe(1);
  expect(evaluate({ detections: 2 })).toBe(0);
  expect(evaluate({ hasAllFeatures: false })).toBe(0);
});

describe('detections', () => {
  it('make an event unless it is known', () => {
    const detections = [buildDetection(1), buildDetection(2)];
    const known = new Set([detectionSubject('record 1', 'uuid 1')]);
    const [made, ...others] = evaluateRule(
      buildRule(),
      { kind: 'detections', detections },
      { ...context, known },
    );
    expect(others).toEqual([]);
    expect(made).toMatchObject({
      subject: 'detection record 2 uuid 2',
      collectedAt: '2026-11-01T00:00:00.000Z',
      isSilenced: false,
      finding: { statement: 'Large vessel, 212 m, near Busan.', evidence: { recordIds: ['record 2'] } },
    });
  });

  it('collected in a silence are silenced, whenever they come', () => {
    const random = seededRandom(7);
    for (let times = 0; times < 300; times += 1) {
      const silences = Array.from({ length: random.between(0, 3) }, () => {
        const from = random.between(0, 50);
        const to = from + random.between(0, 20);
        return {
          from: new Date(start + from * hour).toISOString(),
          to: new Date(start + to * hour).toISOString(),
        };
      });
      const at = random.between(0, 70);
      const detections = [buildDetection(1, start + at * hour)];
      const now = start + random.between(0, 10_000) * hour;
      const [event] = evaluateRule(
        buildRule({}, silences),
        { kind: 'detections', detections },
        { ...context, now },
      );
      const hours = silences.flatMap(({ from, to }) => {
        const first = (Date.parse(from) - start) / hour;
        const after = (Date.parse(to) - start) / hour;
        return Array.from({ length: after - first }, (_, index) => first + index);
      });
      expect(event?.isSilenced).toBe(hours.includes(at));
    }
    const [unknown] = evaluateRule(
      buildRule({}, [{ from: '2000-01-01T00:00:00Z', to: '2100-01-01T00:00:00Z' }]),
      { kind: 'detections', detections: [buildDetection(1, null)] },
      context,
    );
    expect(unknown).toMatchObject({ isSilenced: false, collectedAt: null });
  });
});

it('a changed QC status makes an event for each fetch that changed it', () => {
  const rule = buildRule({ condition: { kind: 'qc' } });
  const change = {
    recordId: 'R',
    collectedAt: start,
    detections: 2,
    changes: [
      {
        processor: 'LargeVesselDetection',
        statement: 'qc_status',
        former: 'PASSED',
        current: 'FAILED',
      } as const,
    ],
  };
  const known = new Set<string>();
  const made = ['one', 'two', 'one'].flatMap((fetchId) => {
    const events = evaluateRule(rule, { kind: 'changes', fetchId, changes: [change] }, { ...context, known });
    for (const event of events) for (const subject of subjectsOf(event)) known.add(subject);
    return events;
  });
  expect(made).toHaveLength(2);
  expect(made[0]?.finding.statement).toBe(
    'QC status of a record with 2 matching detections changed. Large vessel: PASSED → FAILED.',
  );
});

it.each([
  [{ kind: 'any' }, 'A matching detection'],
  [{ kind: 'count', least: 1, looks: 2 }, 'At least 1 in each of 2 passes in a row'],
  [{ kind: 'count', least: 1500, looks: 1 }, 'At least 1,500 in a pass'],
] as const)('the condition %o is “%s”', (condition, expected) => {
  expect(conditionText(condition)).toBe(expected);
});

it('a rule about passes needs an area, and an expression that can be read', () => {
  const settings = { ...buildRule(), areaId: null, condition: { kind: 'nothing' } };
  expect(watchRuleSchema.safeParse(settings).error?.issues).toMatchObject([{ path: ['areaId'] }]);
  expect(watchRuleSchema.safeParse({ ...buildRule(), expression: 'length >' }).success).toBe(false);
});
