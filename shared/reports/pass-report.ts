import { formatCount, formatQuantity } from '../format.ts';
import type { Pass } from '../passes/pass.ts';
import { isCounted, passResultTexts, resultOfPass } from '../passes/pass-result.ts';
import type { ReportAnswer, ReportBlock, ReportDocument, ReportSection } from './report-document.ts';
import {
  damaged,
  evidenceSection,
  fetchedOnly,
  frameReport,
  mapSection,
  missingMap,
  outlineSection,
  type ReportFrame,
  scopeFact,
} from './report-frame.ts';
import type { ReportSectionKind } from './report-template.ts';
import { instantText, periodText, reportedPassTitle, unknown } from './report-texts.ts';
import {
  analyticCounts,
  certaintyOf,
  chipCell,
  chipGaps,
  detectionCells,
  detectionColumns,
  propertyGaps,
  type ReportedDetection,
  reviewersOf,
} from './reported-detection.ts';
import { passChoiceText, type UnlistedPasses, unlistedPassGaps } from './unlisted-passes.ts';

export type PassReportInput = ReportFrame & {
  /** Passes by time, each with its matching detections; also passes without any. */
  readonly passes: readonly { readonly pass: Pass; readonly detections: readonly ReportedDetection[] }[];
  /** Detections whose records state no image of theirs. */
  readonly untraced: readonly ReportedDetection[];
  /** Whether chips were requested. */
  readonly withChips: boolean;
  readonly unlisted: UnlistedPasses;
  /** Upload time of each record that is evidence, by its id. */
  readonly records: ReadonlyMap<string, string | null>;
};

/**
 * A report of detections by pass: the answer, the passes with detections, the detections of each with their chips, the
 * method, the records as evidence, and the passes without detections.
 */
export function passReport(input: PassReportInput): ReportDocument {
  const { passes, untraced, template } = input;
  const listed = [...passes.flatMap(({ detections }) => detections), ...untraced];
  // A detection whose record names several images is listed under each.
  const all = [...new Set(listed)];
  const sections = sectionsOf(input);
  const counted = {
    detections: formatQuantity(all.length, 'detection'),
    passes: formatQuantity(passes.length, 'pass', 'passes'),
  };
  return {
    ...frameReport(input, 'pass', counted, [
      scopeFact(input),
      { name: 'Reviewers', value: reviewersOf(all) },
    ]),
    answer: answerOf(input, all),
    sections: [
      ...template.sections.flatMap((kind) => sections[kind]),
      ...(template.sections.includes('passes') ? emptyPassSection(input) : []),
      ...outlineSection(input),
    ],
  };
}

/** The sections of a report that its template orders. */
function sectionsOf(input: PassReportInput): Readonly<Record<ReportSectionKind, readonly ReportSection[]>> {
  const { passes, untraced } = input;
  return {
    map: mapSection(input),
    chart: passes.every(({ detections }) => detections.length === 0)
      ? []
      : [{ heading: 'Detections by pass', blocks: [passChart(input)] }],
    passes: passSection(input),
    detections: [
      ...passes.flatMap(({ pass, detections }) =>
        detections.length === 0 ? [] : [detectionSection(reportedPassTitle(pass), detections, input)],
      ),
      ...(untraced.length === 0 ? [] : [detectionSection('Detections without a pass', untraced, input)]),
    ],
    method: [{ heading: 'Method', blocks: methodOf(input) }],
    evidence: [evidenceSection(input.records)],
  };
}

/** The most passes of which those without a detection have a bar, too: zero is a part of the answer. */
const mostZeroBars = 40;

/** Passes whose number is not known, and of many those without a detection, are in the table of passes. */
function passChart({ passes }: PassReportInput): ReportBlock {
  const least = passes.length > mostZeroBars ? 1 : 0;
  const shown = passes.filter(({ pass, detections }) => isCounted(pass) && detections.length >= least);
  const left = passes.length - shown.length;
  const others =
    left === 0
      ? ''
      : `; ${formatQuantity(left, 'pass', 'passes')} ${least > 0 ? 'without one, or ' : ''}of unknown number, left out`;
  return {
    kind: 'chart',
    caption: `Detections in each pass, by time of collection${others}`,
    label: 'Pass',
    unit: 'Detections',
    bars: shown.map(({ pass, detections }) => ({ label: reportedPassTitle(pass), value: detections.length })),
  };
}

function answerOf(input: PassReportInput, all: readonly ReportedDetection[]): ReportAnswer {
  return {
    statements: [foundText(input, all), ...conditionText(input), ...lastPassText(input)],
    certainty: [...certaintyOf(all), ...repetitionText(input)],
    gaps: gapsOf(input, all),
  };
}

function conditionText({ conditions }: PassReportInput): readonly string[] {
  return conditions.length === 0 ? [] : [`Counted is what matches: ${conditions.join('; ')}.`];
}

/** A number of detections is no number of objects where several passes show some. */
function repetitionText({ passes }: PassReportInput): readonly string[] {
  const imaged = passes.filter(({ detections }) => detections.length > 0).length;
  return imaged > 1
    ? ['The same object may be detected in several passes: how many objects these are is not known.']
    : [];
}

function foundText(
  { passes, unlisted, conditions }: PassReportInput,
  all: readonly ReportedDetection[],
): string {
  const listed = passes.map(({ pass }) => pass);
  const others = unlisted.reason === 'filter' ? unlisted.others : 0;
  if (all.length === 0 && listed.length + others === 0) {
    const scope = conditions.length === 0 ? 'all times and places' : conditions.join('; ');
    return `No pass and no detection is in this report: nothing was found, and nothing is known to have been covered, of ${scope}.`;
  }
  const imaged = passes.flatMap(({ pass, detections }) => (detections.length > 0 ? [pass] : []));
  const total = formatQuantity(listed.length + others, 'pass', 'passes');
  const isComplete = listed.every(isCounted) && (unlisted.reason === 'selection' || unlisted.uncounted === 0);
  if (all.length === 0) {
    const what = conditions.length === 0 ? 'detection' : 'matching detection';
    const period = others === 0 ? periodText(listed) : '';
    return `No ${what}${isComplete ? '' : ' is known'} in ${total}${period}.`;
  }
  const count = formatQuantity(all.length, 'detection');
  const place =
    unlisted.reason === 'selection' || imaged.length === listed.length + others
      ? formatQuantity(imaged.length, 'pass', 'passes')
      : `${formatCount(imaged.length)} of ${total}`;
  const some = isComplete || unlisted.reason === 'selection' ? count : `At least ${count}`;
  if (imaged.length === 0) return `${some}, none of a known pass: ${analyticCounts(all)}.`;
  return `${some} in ${place}${periodText(imaged)}: ${analyticCounts(all)}.`;
}

/** Compares the last two passes of a place, where all are listed, have a time, and their numbers are known. */
function lastPassText({ passes, unlisted }: PassReportInput): readonly string[] {
  if (unlisted.reason === 'selection' || unlisted.place === null || unlisted.others > 0) return [];
  const [before, last] = passes.slice(-2);
  const isKnown =
    passes.every(({ pass }) => pass.startedAt !== null) &&
    before &&
    last &&
    isCounted(before.pass) &&
    isCounted(last.pass) &&
    // Another mode shows another part of the place, and other objects.
    before.pass.sensorMode === last.pass.sensorMode;
  if (!isKnown) return [];
  const count = formatQuantity(last.detections.length, 'matching detection');
  return [
    `The last pass, ${reportedPassTitle(last.pass)}, has ${count}, the one before it ${formatCount(before.detections.length)}.`,
  ];
}

function gapsOf(
  { passes, untraced, unlisted, withChips, isDamaged, template, map }: PassReportInput,
  all: readonly ReportedDetection[],
): readonly string[] {
  const listed = passes.map(({ pass }) => pass);
  const unfetched = listed.filter(({ hasAllFeatures }) => !hasAllFeatures).length;
  const unexamined = listed.filter((pass) => resultOfPass(pass) === 'not-examined').length;
  const withoutOutline = listed.filter(({ footprint }) => footprint.state !== 'ready').length;
  const items = [
    fetchedOnly,
    ...damaged(isDamaged),
    ...unlistedPassGaps(unlisted),
    unfetched > 0
      ? `Of ${formatQuantity(unfetched, 'pass', 'passes')} not all detections were fetched; their numbers are not known.`
      : null,
    unexamined > 0
      ? `In ${formatQuantity(unexamined, 'pass', 'passes')} nothing was found, by analytics that are limited to sites which the service does not state: it does not show that there was nothing.`
      : null,
    withoutOutline > 0
      ? `What ${formatQuantity(withoutOutline, 'pass covers', 'passes cover')} is not known: there is no usable footprint.`
      : null,
    untraced.length > 0
      ? `${formatQuantity(untraced.length, 'detection')} cannot be traced to a pass.`
      : null,
    ...(withChips ? chipGaps(all) : []),
    ...(template.sections.includes('map') ? missingMap({ map }) : []),
    ...propertyGaps(template, all),
    template.sections.includes('detections')
      ? null
      : 'The template leaves out the list of detections; only their numbers are stated.',
  ];
  return items.filter((item) => item !== null);
}

type ListedPass = PassReportInput['passes'][number];

/** The passes with detections; those without any are one line, and are listed at the end. */
function passSection({ passes }: PassReportInput): readonly ReportSection[] {
  const found = passes.filter(({ detections }) => detections.length > 0);
  const empty = passes.length - found.length;
  const text = `${formatQuantity(empty, 'pass', 'passes')} without a matching detection: listed at the end.`;
  return [
    {
      heading: 'Passes',
      blocks: [
        ...(found.length > 0 ? [passTable(found)] : []),
        ...(empty > 0 ? [{ kind: 'paragraph', text } as const] : []),
      ],
    },
  ];
}

function emptyPassSection({ passes }: PassReportInput): readonly ReportSection[] {
  const empty = passes.filter(({ detections }) => detections.length === 0);
  return empty.length === 0
    ? []
    : [{ heading: 'Passes without a matching detection', blocks: [passTable(empty)] }];
}

function passTable(passes: readonly ListedPass[]): ReportBlock {
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
        isCounted(pass) || detections.length > 0
          ? `${pass.hasAllFeatures ? '' : 'at least '}${formatCount(detections.length)}`
          : unknown,
        formatCount(reviewed),
        formatCount(confirmed),
        resultOf(pass, detections.length),
      ];
    }),
  };
}

function resultOf(pass: Pass, matching: number): string {
  const { allDetections, detectionsElsewhere, hasAllFeatures } = pass;
  if (matching > 0) return 'found';
  if (!hasAllFeatures) return 'detections not fetched';
  if (allDetections > 0) return `none of ${formatCount(allDetections)} matches`;
  if (detectionsElsewhere > 0) return 'found in another image of its records';
  return isCounted(pass) ? 'nothing found' : passResultTexts['not-examined'];
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
        columns: [...(withChips ? ['Image chip'] : []), ...detectionColumns(template)],
        rows: detections.map((detection) => [
          ...(withChips ? [chipCell(detection, heading)] : []),
          ...detectionCells(detection),
        ]),
      },
    ],
  };
}

function methodOf({ conditions, unlisted }: PassReportInput): readonly ReportBlock[] {
  return [
    {
      kind: 'list',
      items: [
        'Detections, positions, lengths, classes and confidences are statements of the service; those of several properties are the one that counts, as the workspace shows it.',
        `Detections in this report: ${conditions.length === 0 ? 'all of the workspace' : conditions.join('; ')}.`,
        passChoiceText(unlisted),
        'The place of a pass is derived: the port that most of its detections are near, else the busiest one in its footprint, or the nearest to it.',
        'A detection whose record states several images of it is listed under each of them and counted once in the numbers of the answer.',
        'Verdicts are those of the reviewers named. The scale of an image chip is not known.',
        'Times are UTC, positions WGS 84.',
      ],
    },
  ];
}
