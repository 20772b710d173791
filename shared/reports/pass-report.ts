import { formatCount, formatQuantity } from '../format.ts';
import type { LonLat } from '../geo/geometry.ts';
import type { Pass } from '../passes/pass.ts';
import { analyticDisplayName } from '../results/analytic-name.ts';
import type {
  ReportBlock,
  ReportCell,
  ReportDocument,
  ReportImage,
  ReportSection,
} from './report-document.ts';
import { fillTitle, type ReportSectionKind, type ReportTemplate } from './report-template.ts';

/** A detection as a report lists it. */
export type ReportedDetection = {
  readonly id: number;
  readonly recordId: string;
  readonly analytic: string;
  readonly position: LonLat | null;
  readonly lengthMeters: number | null;
  readonly className: string | null;
  readonly confidence: number | null;
  readonly review: {
    readonly verdict: string | null;
    readonly note: string;
    readonly reviewer: string;
    readonly reviewedAt: string;
  } | null;
  readonly chip: ReportedChip;
  /** The values of the template's properties, in their order; null where it has none. */
  readonly properties: readonly (string | null)[];
};

/** `none`: the record names no chip. */
export type ReportedChip =
  | { readonly state: 'shown'; readonly image: Pick<ReportImage, 'png' | 'width' | 'height'> }
  | { readonly state: 'none' | 'missing' | 'left-out' };

export type PassReportInput = {
  /** Empty: that of the template, or a general one. */
  readonly title: string;
  readonly template: Pick<ReportTemplate, 'title' | 'sections' | 'properties'>;
  readonly logo: ReportImage | null;
  /** The map as a window of the app showed it; null where the report was made without one. */
  readonly map: ReportImage | null;
  readonly marking: string;
  /** Name of the workspace. */
  readonly workspace: string;
  /** Conditions of the detections, as sentences; none: all. */
  readonly conditions: readonly string[];
  /** Epoch milliseconds. */
  readonly madeAt: number;
  /** Passes by time, each with its matching detections; also passes without any. */
  readonly passes: readonly { readonly pass: Pass; readonly detections: readonly ReportedDetection[] }[];
  /** Detections whose records state no image of theirs. */
  readonly untraced: readonly ReportedDetection[];
  /** Whether the workspace's file is known to be damaged, and what lies on damaged pages is left out. */
  readonly isDamaged: boolean;
  /** Whether chips were requested. */
  readonly withChips: boolean;
  /** Whether passes without matching detections are listed. */
  readonly hasEmptyPasses: boolean;
  /** Upload time of each record that is evidence, by its id. */
  readonly records: ReadonlyMap<string, string | null>;
};

/**
 * A report of detections by pass: what is not covered, the passes also without detections, the detections of each
 * pass with their chips, the method, and the records as evidence.
 */
export function passReport(input: PassReportInput): ReportDocument {
  const { marking, logo, workspace, conditions, madeAt, passes, untraced, template } = input;
  const listed = [...passes.flatMap(({ detections }) => detections), ...untraced];
  // A detection whose record names several images is listed under each.
  const all = [...new Set(listed)];
  const sections = sectionsOf(input);
  return {
    title: titleOf(input, all.length),
    marking,
    logo,
    facts: [
      { name: 'Workspace', value: workspace },
      { name: 'Detections', value: conditions.length === 0 ? 'all' : conditions.join('; ') },
      { name: 'Made', value: instantText(madeAt) },
      { name: 'Reviewers', value: reviewersOf(all) },
    ],
    sections: [
      { heading: 'What is not covered', blocks: gapsOf(input, all) },
      ...template.sections.flatMap((kind) => sections[kind]),
    ],
  };
}

function titleOf(
  { title, template, workspace, conditions, madeAt, passes }: PassReportInput,
  detections: number,
) {
  const values = {
    workspace,
    date: new Date(madeAt).toISOString().slice(0, 10),
    detections: formatQuantity(detections, 'detection'),
    passes: formatQuantity(passes.length, 'pass', 'passes'),
    conditions: conditions.length === 0 ? 'all detections' : conditions.join('; '),
  };
  return fillTitle(title || template.title, values) || 'Detections by pass';
}

/** The sections of a report that its template orders. */
function sectionsOf(input: PassReportInput): Readonly<Record<ReportSectionKind, readonly ReportSection[]>> {
  const { passes, untraced, map } = input;
  return {
    map: map === null ? [] : [{ heading: 'Map', blocks: [{ kind: 'figure', image: map }] }],
    chart: passes.every(({ detections }) => detections.length === 0)
      ? []
      : [{ heading: 'Detections by pass', blocks: [passChart(input)] }],
    passes: [{ heading: 'Passes', blocks: [passTable(input)] }],
    detections: [
      ...passes.flatMap(({ pass, detections }) =>
        detections.length === 0 ? [] : [detectionSection(passTitle(pass), detections, input)],
      ),
      ...(untraced.length === 0 ? [] : [detectionSection('Detections without a pass', untraced, input)]),
    ],
    method: [{ heading: 'Method', blocks: methodOf(input) }],
    evidence: [{ heading: 'Evidence', blocks: [recordTable(input.records)] }],
  };
}

/** Passes without detections, and those whose number is not known, are in the table of passes. */
function passChart({ passes }: PassReportInput): ReportBlock {
  const shown = passes.filter(({ pass, detections }) => pass.hasAllFeatures && detections.length > 0);
  const left = passes.length - shown.length;
  const others =
    left === 0
      ? ''
      : `; ${formatQuantity(left, 'pass', 'passes')} without one, or of unknown number, left out`;
  return {
    kind: 'chart',
    caption: `Detections in each pass, by time of collection${others}`,
    label: 'Pass',
    unit: 'Detections',
    bars: shown.map(({ pass, detections }) => ({ label: passTitle(pass), value: detections.length })),
  };
}

function gapsOf(
  { passes, untraced, hasEmptyPasses, withChips, isDamaged, template, map, conditions }: PassReportInput,
  all: readonly ReportedDetection[],
): readonly ReportBlock[] {
  const listed = passes.map(({ pass }) => pass);
  const unfetched = listed.filter(({ hasAllFeatures }) => !hasAllFeatures).length;
  const withoutOutline = listed.filter(({ footprint }) => footprint.state !== 'ready').length;
  const unreviewed = all.filter(({ review }) => !review?.verdict).length;
  const chips = (state: ReportedChip['state']) =>
    withChips ? all.filter(({ chip }) => chip.state === state).length : 0;
  const items = [
    listed.length === 0 && untraced.length === 0
      ? `No pass and no detection is in this report: nothing was found, and nothing is known to have been covered, of ${conditions.length === 0 ? 'all times and places' : conditions.join('; ')}.`
      : 'Only records that were fetched are covered. What the service has beyond them is not known.',
    isDamaged
      ? 'The file of the workspace is damaged: what lies on damaged pages is not in this report.'
      : null,
    hasEmptyPasses ? null : 'Passes without one of these detections are not listed.',
    unfetched > 0
      ? `Of ${formatQuantity(unfetched, 'pass', 'passes')} not all detections were fetched; their numbers are not known.`
      : null,
    withoutOutline > 0
      ? `What ${formatQuantity(withoutOutline, 'pass covers', 'passes cover')} is not known: there is no usable footprint.`
      : null,
    untraced.length > 0
      ? `${formatQuantity(untraced.length, 'detection')} cannot be traced to a pass.`
      : null,
    unreviewed > 0
      ? `${formatCount(unreviewed)} of ${formatQuantity(all.length, 'detection')} ${unreviewed === 1 ? 'has' : 'have'} no verdict of an analyst.`
      : null,
    chips('missing') > 0 ? `${formatQuantity(chips('missing'), 'image chip')} not in the cache.` : null,
    chips('left-out') > 0
      ? `${formatQuantity(chips('left-out'), 'image chip')} left out, since the document would be too large.`
      : null,
    template.sections.includes('map') && map === null
      ? 'There is no map: only a window of the app can draw it, and this report was made without one.'
      : null,
    ...template.properties.map((name, index) =>
      all.length > 0 && all.every(({ properties }) => (properties[index] ?? null) === null)
        ? `The template names the property “${name}”, which none of these detections has.`
        : null,
    ),
    template.sections.includes('detections')
      ? null
      : 'The template leaves out the list of detections; only their numbers are stated.',
    chips('none') > 0
      ? `For ${formatQuantity(chips('none'), 'detection')} the records name no image chip.`
      : null,
  ];
  return [{ kind: 'list', items: items.filter((item) => item !== null) }];
}

const unknown = 'unknown';

function passTable({ passes }: PassReportInput): ReportBlock {
  return {
    kind: 'table',
    caption: `${formatQuantity(passes.length, 'pass', 'passes')} by time of collection`,
    columns: [
      'Collected (UTC)',
      'Sensor',
      'Mode',
      'Incidence',
      'Place',
      'Detections',
      'Reviewed',
      'Confirmed',
      'Result',
    ],
    rows: passes.map(({ pass, detections }) => {
      const reviewed = detections.filter(({ review }) => review?.verdict).length;
      const confirmed = detections.filter(({ review }) => review?.verdict === 'confirmed').length;
      return [
        pass.startedAt === null ? unknown : instantText(pass.startedAt),
        pass.sensorName ?? unknown,
        pass.sensorMode ?? unknown,
        pass.incidenceAngle === null ? unknown : `${pass.incidenceAngle.toFixed(1)}°`,
        pass.place ?? '–',
        pass.hasAllFeatures || detections.length > 0
          ? `${pass.hasAllFeatures ? '' : 'at least '}${formatCount(detections.length)}`
          : unknown,
        formatCount(reviewed),
        formatCount(confirmed),
        resultOf(pass, detections.length),
      ];
    }),
  };
}

function resultOf({ allDetections, detectionsElsewhere, hasAllFeatures }: Pass, matching: number): string {
  if (matching > 0) return 'found';
  if (!hasAllFeatures) return 'detections not fetched';
  if (allDetections > 0) return `none of ${formatCount(allDetections)} matches`;
  return detectionsElsewhere > 0 ? 'found in another image of its records' : 'nothing found';
}

function passTitle({ startedAt, sensorName, place }: Pass): string {
  return [
    startedAt === null ? 'Unknown time' : instantText(startedAt),
    sensorName ?? 'unknown sensor',
    ...(place === null ? [] : [place]),
  ].join(' · ');
}

function detectionSection(
  heading: string,
  detections: readonly ReportedDetection[],
  { withChips, template }: Pick<PassReportInput, 'withChips' | 'template'>,
): ReportSection {
  return {
    heading,
    blocks: [
      {
        kind: 'table',
        caption: `${formatQuantity(detections.length, 'detection')} of ${heading}`,
        columns: [
          ...(withChips ? ['Image chip'] : []),
          'ID',
          'Analytic',
          'Position',
          'Length',
          'Class',
          'Confidence',
          ...template.properties,
          'Review',
          'Record',
        ],
        rows: detections.map((detection) => [
          ...(withChips ? [chipCell(detection, heading)] : []),
          ...detectionCells(detection),
        ]),
      },
    ],
  };
}

function chipCell({ chip, analytic, id }: ReportedDetection, heading: string): ReportCell {
  if (chip.state !== 'shown') {
    return { none: 'none', missing: 'not in the cache', 'left-out': 'left out' }[chip.state];
  }
  const alternative = `Image chip of ${analyticDisplayName(analytic)} ${id}, ${heading}`;
  return { ...chip.image, alternative, caption: 'Scale unknown' };
}

function detectionCells(detection: ReportedDetection): readonly string[] {
  const { id, analytic, position, lengthMeters, className, confidence, properties, recordId } = detection;
  return [
    String(id),
    analyticDisplayName(analytic),
    position ? positionText(position) : unknown,
    lengthMeters === null ? 'not stated' : `${Math.round(lengthMeters)} m`,
    className ?? 'not stated',
    confidence === null ? 'not stated' : String(Number(confidence.toFixed(3))),
    ...properties.map((value) => value ?? 'not stated'),
    reviewText(detection),
    recordId,
  ];
}

function reviewText({ review }: ReportedDetection): string {
  if (!review?.verdict) return review?.note ? `no verdict; note: ${review.note}` : 'no verdict';
  const at = Date.parse(review.reviewedAt);
  const parts = [
    review.verdict,
    `by ${review.reviewer || 'an unnamed reviewer'}`,
    ...(Number.isNaN(at) ? [] : [instantText(at)]),
    ...(review.note ? [`note: ${review.note}`] : []),
  ];
  return parts.join('; ');
}

function methodOf({ conditions, hasEmptyPasses }: PassReportInput): readonly ReportBlock[] {
  return [
    {
      kind: 'list',
      items: [
        'Detections, positions, lengths, classes and confidences are statements of the service; those of several properties are the one that counts, as the workspace shows it.',
        `Detections in this report: ${conditions.length === 0 ? 'all of the workspace' : conditions.join('; ')}.`,
        hasEmptyPasses
          ? 'Conditions of time, sensor, region and analytic choose the passes; passes without a matching detection are listed.'
          : 'The detections were selected one by one.',
        'The place of a pass is derived: the port that most of its detections are near, else the busiest one in its footprint, or the nearest to it.',
        'A detection whose record states several images of it is listed under each of them and counted once in the numbers of the first section.',
        'Verdicts are those of the reviewers named. The scale of an image chip is not known.',
        'Times are UTC, positions WGS 84.',
      ],
    },
  ];
}

function recordTable(records: PassReportInput['records']): ReportBlock {
  return {
    kind: 'table',
    caption: `${formatQuantity(records.size, 'record')} of the service`,
    columns: ['Record', 'Uploaded (UTC)'],
    rows: [...records]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([id, uploaded]) => [id, uploaded ?? unknown]),
  };
}

function reviewersOf(detections: readonly ReportedDetection[]): string {
  const names = new Set(detections.flatMap(({ review }) => (review?.verdict ? [review.reviewer] : [])));
  return names.size === 0 ? 'none' : [...names].sort().join(', ');
}

function positionText([longitude, latitude]: LonLat): string {
  const side = (value: number, [positive, negative]: readonly [string, string]) =>
    `${Math.abs(value).toFixed(5)}° ${value < 0 ? negative : positive}`;
  return `${side(latitude, ['N', 'S'])}, ${side(longitude, ['E', 'W'])}`;
}

/** `2026-11-24 03:12:45 UTC`. */
function instantText(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}
