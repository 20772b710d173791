import { expect, test } from 'vitest';
import type { Search } from '../../../../shared/results/search.ts';
import { searchSchema } from '../../../../shared/results/search.ts';
import {
  fieldsToFind,
  nothingFound,
  type RuleSubjects,
  ruleObstacle,
} from '../../../../shared/watch/rule-obstacle.ts';
import { reasonText } from '../../../../shared/watch/watch-status.ts';

const [vessels, aircraft] = ['LargeVesselDetection', 'AircraftDetection'];

function buildSearch(search: Partial<Search> = {}): Search {
  return searchSchema.parse({ regions: [], analytics: [], ...search });
}

const all: RuleSubjects = {
  search: buildSearch(),
  hasArea: true,
  layers: [{ name: 'EEZ', attributes: [{ name: 'owner', type: 'text' }] }],
  properties: [{ name: 'length_m', type: 'number', count: 3 }],
  parameters: [{ name: 'threshold', type: 'number', count: 3 }],
  served: { regions: ['Arctic'], analytics: [] },
  found: nothingFound,
};
const ofAircraft = { search: buildSearch({ analytics: [aircraft] }) };
const ofVessels = { search: buildSearch({ analytics: [vessels] }) };
const ofEurope = { search: buildSearch({ regions: ['Eastern Europe'] }) };
const ofNovember = {
  search: buildSearch({ collectedAfter: '2026-11-01T00:00:00Z', collectedBefore: '2026-12-01T00:00:00Z' }),
};

const withClasses = {
  ...ofAircraft,
  found: {
    ...nothingFound,
    classes: { requested: ['Fighter', 'Transport'], all: ['Fighter', 'Transport', 'Tanker', 'Cargo'] },
  },
};

const withoutAis = { found: { ...nothingFound, hasAisFile: false } };

const obstacles: readonly (readonly [string | undefined, Partial<RuleSubjects>, RegExp])[] = [
  [undefined, { search: undefined }, /^its saved search is not in this workspace\.$/],
  [undefined, { hasArea: false }, /^its area is not in this workspace\.$/],
  ['lenght_m > 200', {}, /No detection has a property “lenght_m”. Did you mean length_m\?/],
  ['confidence > 0 or lenght_m > 200', {}, /“lenght_m”/],
  ['parameter.treshold > 1', {}, /No processor of a record has a parameter “treshold”/],
  ['inside("EZZ")', {}, /There is no layer “EZZ”/],
  ['not near("EZZ", 1 km)', { properties: [] }, /There is no layer “EZZ”/],
  ['nearest("EEZ").ownr = "x"', {}, /The layer “EEZ” has no attribute “ownr”/],
  ['place = "Busann"', {}, /No named port is “Busann”\. Did you mean Busan\?/],
  ['place in ("Busan", "Busann")', {}, /“Busann”/],
  [`analytic = "${vessels}"`, ofAircraft, /excludes everything .* It requests AircraftDetection\.$/],
  [`analytic in ("${vessels}", "Other")`, ofAircraft, /excludes everything/],
  [`not analytic = "${aircraft}"`, ofAircraft, /excludes everything/],
  [`analytic != "${aircraft}"`, ofAircraft, /excludes everything/],
  ['analytic contains "vessel"', ofAircraft, /excludes everything/],
  [`analytic = "${vessels}" or analytic starts with "Small"`, ofAircraft, /excludes everything/],
  [`confidence > 0.5 and region = "East Asia"`, ofEurope, /It requests Eastern Europe\.$/],
  ['collected < 2026-11-01', ofNovember, /excludes everything/],
  ['collected >= 2026-12-01', ofNovember, /excludes everything/],
  [
    'length_m > 200',
    { ...ofAircraft, found: { ...nothingFound, absent: ['property:length_m'] } },
    /It requests AircraftDetection\.$/,
  ],
  ['length > 200', { ...ofAircraft, found: { ...nothingFound, absent: ['length'] } }, /excludes everything/],
  ['ais = "no contact in reach" and ais_coverage = "yes"', ofAircraft, /excludes everything/],
  ['length > 500 and length < 100', {}, /excludes everything/],
  [
    undefined,
    { search: buildSearch({ regions: ['Atlantis'] }) },
    /nothing shows .*“Atlantis” is not among the 3 regions/,
  ],
  [
    undefined,
    { search: buildSearch({ analytics: ['LargeVesselDetektion'] }) },
    /“LargeVesselDetektion” is not among/,
  ],
  ['length >= 100 and confidence > 0 and length < 100', {}, /excludes everything/],
  ['length = 5 and length = 6', {}, /excludes everything/],
  [
    'class = "Tankr"',
    withClasses,
    /^nothing shows .*AircraftDetection has the class “Tankr”\. Did you mean “Tanker”\?/,
  ],
  ['class = "tanker"', withClasses, /“tanker”\. Other detections have it\.$/],
  [
    'class in ("Fihgter", "Cargo") and confidence > 0',
    withClasses,
    /“Fihgter”\. Did you mean “Fighter”\?.*“Cargo”/,
  ],
  ['length > 380', ofAircraft, /excludes everything .* It requests AircraftDetection\.$/],
  ['length = 400 or length between 300 and 500', ofAircraft, /excludes everything/],
  ['length > 1000', ofVessels, /excludes everything .* It requests \w+VesselDetection\.$/],
  ['length < 0', {}, /excludes everything/],
  ['confidence > 1', {}, /excludes everything/],
  ['confidence between 40 and 90', {}, /excludes everything/],
  ['heading > 400', {}, /excludes everything/],
  ['heading < 0', {}, /excludes everything/],
  ['latitude > 90', {}, /excludes everything/],
  ['longitude <= -181', {}, /excludes everything/],
  ['ais = "matchd"', {}, /excludes everything/],
  ['ais_coverage in ("none", "good")', {}, /excludes everything/],
  ['presence = "gon"', {}, /excludes everything/],
  ['ais = "no contact in reach"', withoutAis, /^nothing shows .* No AIS file was imported\.$/],
  ['length > 20 and ais in ("matched", "Ambiguous")', withoutAis, /No AIS file was imported/],
  ['ais_coverage = "yes" or ais_coverage = "thin"', withoutAis, /No AIS file was imported/],
];

test.each(obstacles)('a rule with %s and %o cannot find anything', (expression, subjects, reason) => {
  const obstacle = ruleObstacle({ expression, condition: { kind: 'any' } }, { ...all, ...subjects });
  expect(obstacle && reasonText(obstacle)).toMatch(reason);
});

test.each<readonly [string | undefined, Partial<RuleSubjects>]>([
  [undefined, {}],
  ['lenght_m > 200', { properties: [] }],
  ['place = "busan"', {}],
  [`analytic = "${aircraft.toUpperCase()}"`, ofAircraft],
  [`analytic = "${vessels}"`, {}],
  [`analytic = "${vessels}" or confidence > 0.5`, ofAircraft],
  [`analytic != "${vessels}"`, ofAircraft],
  [`analytic = "${vessels}"`, { search: buildSearch({ analytics: [aircraft, vessels] }) }],
  ['collected >= 2026-11-20', ofNovember],
  ['ais = "no contact in reach"', { search: buildSearch({ analytics: [aircraft, vessels] }) }],
  ['length >= 100 and length <= 100', {}],
  ['length > 500 or length < 100', {}],
  [undefined, { search: buildSearch({ regions: ['Arctic', 'Atlantis'] }) }],
  ['class = "Submarine"', withClasses],
  ['class = "FIGHTER"', withClasses],
  ['class in ("Tankr", "Fighter")', withClasses],
  ['class = "Tankr" or length > 20', withClasses],
  ['class != "Tankr"', withClasses],
  ['class contains "Tank"', withClasses],
  ['class = "Tankr"', { ...withClasses, found: nothingFound }],
  ['length > 380', {}],
  ['length > 380', { search: buildSearch({ analytics: [aircraft, vessels] }) }],
  ['not (length > 380)', ofAircraft],
  ['length < 380', ofAircraft],
  ['length > 900', ofVessels],
  ['length > 1000', {}],
  ['confidence >= 1', {}],
  ['heading >= 359', {}],
  ['latitude > 89', {}],
  ['ais = "Matched"', {}],
  ['presence in ("gon", "Gone")', {}],
  ['ais = "unknown"', withoutAis],
  ['ais in ("matched", "decided")', withoutAis],
  ['ais != "matched"', withoutAis],
  ['ais = "matched" or length > 20', withoutAis],
  ['length > 20', withoutAis],
  ['ais contains "match"', {}],
  ['ais != "matched"', {}],
  ['length > 500 and confidence < 100', {}],
  ['not (length_m > 200)', { ...ofAircraft, found: { ...nothingFound, absent: ['property:length_m'] } }],
])('a rule with %s and %o may find something', (expression, subjects) => {
  expect(ruleObstacle({ expression, condition: { kind: 'any' } }, { ...all, ...subjects })).toBeNull();
});

test('a rule about what is not there needs an analytic that examines its area', () => {
  const ofBoth = { search: buildSearch({ analytics: [aircraft, vessels] }) };
  const kindOf = (kind: 'nothing' | 'baseline', subjects: Partial<RuleSubjects>) =>
    ruleObstacle({ expression: undefined, condition: { kind } }, { ...all, ...subjects });
  for (const kind of ['nothing', 'baseline'] as const) {
    const obstacle = kindOf(kind, ofAircraft);
    expect(obstacle && reasonText(obstacle)).toMatch(
      /^nothing shows that its area is examined\. Aircraft: “/,
    );
    expect(kindOf(kind, { ...ofAircraft, siteKind: 'parking-lot' })?.kind).toBe('not-examined');
    expect(kindOf(kind, { ...ofAircraft, siteKind: 'airdrome' })).toBeNull();
    expect(kindOf(kind, ofBoth)).toBeNull();
    expect(kindOf(kind, {})).toBeNull();
  }
});

test('fields that detections of some analytics lack are those of properties and parameters', () => {
  const expression =
    'length > 1 and length_m > 1 and parameter.threshold > 1 and verdict = "confirmed" and ais = "matched"';
  expect(fieldsToFind({ expression })).toEqual(['length', 'property:length_m', 'parameter:threshold']);
});
