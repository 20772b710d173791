import {
  type AisFigures,
  type AisPassFigures,
  aisFigureTable,
  aisMethod,
  coverageText,
  sumFigures,
  totalOf,
} from '../ais/ais-figures.ts';
import type { AisFile } from '../ais/ais-file.ts';
import { coverageNames } from '../ais/ais-outcome.ts';
import { contactKindTexts, doubtText, noContactText, notComparableTexts } from '../ais/ais-texts.ts';
import type { DetectionMatch, MatchCandidate, NotComparable } from '../ais/pass-matches.ts';
import {
  type AisOfDetection,
  type AisPassSummary,
  type PassContact,
  splitUnmatched,
} from '../ais/pass-outcome.ts';
import { formatCount, formatDuration, formatQuantity } from '../format.ts';
import type { Pass } from '../passes/pass.ts';
import { analyticDisplayName } from '../results/analytics.ts';
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
import {
  instantText,
  notStated,
  periodText,
  positionText,
  reportedPassTitle,
  unknown,
} from './report-texts.ts';
import type { ReportedDetection } from './reported-detection.ts';
import { passChoiceText, type UnlistedPasses, unlistedPassGaps } from './unlisted-passes.ts';

/** A detection, and what AIS files let infer about it; `match` is null where no file was compared with it in its pass. */
export type AisReportDetection = Pick<
  ReportedDetection,
  'label' | 'recordId' | 'analytic' | 'position' | 'lengthMeters'
> & {
  readonly match: DetectionMatch | null;
  readonly decision: AisOfDetection['decision'];
  /** Names of its candidates that state one, by identifier. */
  readonly names: ReadonlyMap<string, string>;
};

export type AisReportInput = ReportFrame & {
  readonly files: readonly AisFile[];
  /** Passes by time; `no-file`: no file has reports of its time. The figures are those of the listed detections. */
  readonly passes: readonly (Omit<AisPassFigures, 'title'> & {
    readonly pass: Pass;
    readonly state: AisPassSummary['state'] | 'no-file';
    readonly detections: readonly AisReportDetection[];
    /** All contacts in the image. */
    readonly contacts: readonly PassContact[];
  })[];
  /** Detections whose records state no image of theirs. */
  readonly untraced: number;
  readonly unlisted: UnlistedPasses;
  /** Upload time of each record that is evidence, by its id. */
  readonly records: ReadonlyMap<string, string | null>;
};

/** A report of what AIS files let infer: the answer, and by pass counts, detections, and contacts not seen. */
export function aisReport(input: AisReportInput): ReportDocument {
  const { passes, untraced, records } = input;
  const count = passes.reduce((sum, { detections }) => sum + detections.length, untraced);
  const counted = {
    detections: formatQuantity(count, 'detection'),
    passes: formatQuantity(passes.length, 'pass', 'passes'),
  };
  return {
    ...frameReport(input, 'ais', counted, [
      scopeFact(input),
      { name: 'AIS files', value: input.files.map(({ name }) => name).join(', ') || 'none' },
    ]),
    answer: answerOf(input),
    sections: [
      ...mapSection(input),
      { heading: 'Passes', blocks: [passTable(input)] },
      ...passes.flatMap(passSection),
      { heading: 'Files', blocks: [fileTable(input.files)] },
      { heading: 'Method', blocks: [{ kind: 'list', items: [...method, passChoiceText(input.unlisted)] }] },
      evidenceSection(records),
      ...outlineSection(input),
    ],
  };
}

const method: readonly string[] = [
  ...aisMethod,
  'The files cover a place and time where three or more other contacts reported within 25 km and 20 min (yes); with fewer, thin; with none, unknown.',
  'Ships not seen are those of the whole pass, whichever detections this report lists.',
  'Times are UTC, positions WGS 84. Distances are between the detection and the expected position of the contact.',
];

function answerOf(input: AisReportInput): ReportAnswer {
  const { passes } = input;
  const figures = sumFigures(passes.map((each) => each.figures));
  const { matched, decided } = figures.outcomes;
  const known = [
    ...(matched > 0
      ? [
          'Known ones are inferred by place, length and heading: every other assignment is at least 33 times less likely.',
        ]
      : []),
    ...(decided > 0 ? [`${formatCount(decided)} of the known ones are decisions of an analyst.`] : []),
  ];
  return {
    statements: [outcomeText(input, figures), ...notSeenText(passes)],
    certainty:
      totalOf(figures) === 0
        ? known
        : [...known, `The files cover place and time: ${coverageText(figures)}.`],
    gaps: gapsOf(input),
  };
}

/** The outcomes of detections of ships, each once. */
function outcomeText({ files, passes }: AisReportInput, figures: AisFigures): string {
  const { outcomes } = figures;
  const total = totalOf(figures);
  const scope = `${formatQuantity(total, 'detection')} of ships in ${formatQuantity(passes.length, 'pass', 'passes')}${periodText(passes.map(({ pass }) => pass))}`;
  if (total === 0) return `No detection of a ship is in this report: ${scope}.`;
  if (outcomes.unknown === total) {
    // Of a pass that was not matched with the files it is not known what they cover.
    const isMatched = passes.every(({ state }) => state === 'matched' || state === 'no-file');
    const covers = isMatched ? ', since no file covers their places and times' : '';
    return `${scope}: who they are is unknown${files.length === 0 ? ', since no AIS file was imported' : covers}.`;
  }
  const counts = [
    `${formatCount(outcomes.matched + outcomes.decided)} known by your AIS files`,
    `${formatCount(outcomes.ambiguous)} to decide`,
    `${formatCount(outcomes['no contact in reach'])} without a contact in reach, where files cover the place`,
    `${formatCount(outcomes.unknown)} unknown`,
    ...(outcomes['none of them'] > 0
      ? [`${formatCount(outcomes['none of them'])} none of the candidates`]
      : []),
    ...(outcomes['not comparable'] > 0 ? [`${formatCount(outcomes['not comparable'])} not comparable`] : []),
  ];
  return `${scope}: ${counts.join(' · ')}.`;
}

function notSeenText(passes: AisReportInput['passes']): readonly string[] {
  const known = passes.flatMap(({ notSeen }) => (notSeen === null ? [] : [notSeen]));
  if (known.length === 0) return [];
  const sum = known.reduce((total, count) => total + count, 0);
  const left = passes.length - known.length;
  const unclear = left === 0 ? '' : ` Of ${formatQuantity(left, 'pass', 'passes')} that is unknown.`;
  return [`${formatQuantity(sum, 'contact')} expected in the images but not seen.${unclear}`];
}

function gapsOf(input: AisReportInput): readonly string[] {
  const { files, passes, untraced } = input;
  const listed = passes.flatMap(({ detections }) => detections);
  const inState = (state: AisReportInput['passes'][number]['state']) =>
    passes.filter((each) => each.state === state).length;
  const [noFile, unread, due] = [inState('no-file'), inState('unread'), inState('due')];
  const unfetched = passes.filter(({ pass }) => !pass.hasAllFeatures).length;
  const withoutMatch = listed.filter(({ match, decision }) => match === null && !decision).length;
  const notComparable = listed.flatMap(({ match }) =>
    match?.state === 'not-comparable' ? [match.reason] : [],
  );
  const reasons = [...Map.groupBy(notComparable, (reason) => reason)].map(
    ([reason, same]) => `${formatCount(same.length)}: ${notComparableTexts[reason]}`,
  );
  const someDetections = (count: number) => formatQuantity(count, 'detection');
  return [
    fetchedOnly,
    ...damaged(input.isDamaged),
    files.length === 0
      ? 'No AIS file was imported: who the detections are is unknown.'
      : 'Ships that send no AIS, and reports that are not in these files, are not known.',
    ...(passes.length === 0 ? ['No pass matches: nothing is known to have been covered.'] : []),
    ...unlistedPassGaps(input.unlisted),
    ...(noFile > 0 && files.length > 0
      ? [
          `No AIS file has the time of ${formatQuantity(noFile, 'pass', 'passes')}: unknown. Detections there are counted, not listed.`,
        ]
      : []),
    ...(unread > 0
      ? [`${formatQuantity(unread, 'pass was', 'passes were')} fetched after the files were read: unknown.`]
      : []),
    ...(due > 0 ? [`${formatQuantity(due, 'pass is', 'passes are')} about to be matched: not current.`] : []),
    ...(unfetched > 0
      ? [`Of ${formatQuantity(unfetched, 'pass', 'passes')} not all detections were fetched.`]
      : []),
    ...(withoutMatch > 0
      ? [
          `${someDetections(withoutMatch)} not compared: no file of the time, an analytic that finds no ships, or compared in an image that is not listed.`,
        ]
      : []),
    ...(notComparable.length > 0
      ? [`${someDetections(notComparable.length)} not comparable (${reasons.join('; ')}).`]
      : []),
    ...(untraced > 0 ? [`${someDetections(untraced)} cannot be traced to a pass.`] : []),
    ...missingMap(input),
  ];
}

function passTable({ passes }: AisReportInput): ReportBlock {
  const { columns, rows } = aisFigureTable(
    passes.map(({ matchedAt, ...each }) => ({
      ...each,
      title: reportedPassTitle(each.pass),
      matchedAt: matchedAt === null ? null : instantText(matchedAt),
    })),
  );
  return {
    kind: 'table',
    caption: `${formatQuantity(passes.length, 'pass', 'passes')} by time of collection; detections that may be ships`,
    columns,
    rows,
  };
}

function passSection({
  pass,
  state,
  contacts,
  detections,
}: AisReportInput['passes'][number]): readonly ReportSection[] {
  // Of a pass without a file nothing is known of any detection.
  if (state === 'no-file') return [];
  const heading = reportedPassTitle(pass);
  const { notSeen, others } = splitUnmatched(contacts);
  const blocks = [
    ...(detections.length > 0 ? [detectionTable(heading, detections)] : []),
    ...(notSeen.length > 0 ? [notSeenTable(notSeen)] : []),
    ...(others.length > 0 ? [otherContactTable(others)] : []),
  ];
  return blocks.length === 0 ? [] : [{ heading, blocks }];
}

function detectionTable(heading: string, detections: readonly AisReportDetection[]): ReportBlock {
  return {
    kind: 'table',
    caption: `${formatQuantity(detections.length, 'detection')} of ${heading}`,
    columns: ['ID', 'Analytic', 'Position', 'Length', 'By your AIS files', 'Files cover', 'Record'],
    rows: detections.map((detection) => [
      detection.label,
      analyticDisplayName(detection.analytic),
      detection.position ? positionText(detection.position) : unknown,
      detection.lengthMeters === null ? notStated : `${Math.round(detection.lengthMeters)} m`,
      aisText(detection),
      detection.match ? coverageNames[detection.match.cover] : unknown,
      detection.recordId,
    ]),
  };
}

const contactColumns = ['Contact', 'Kind', 'Expected position', 'Age of the report'] as const;

function notSeenTable(contacts: readonly PassContact[]): ReportBlock {
  return {
    kind: 'table',
    caption: `${formatQuantity(contacts.length, 'contact')} not seen in the image`,
    columns: contactColumns,
    rows: contacts.map(contactCells),
  };
}

function otherContactTable(
  contacts: readonly (PassContact & { readonly reason: NotComparable })[],
): ReportBlock {
  return {
    kind: 'table',
    caption: `${formatQuantity(contacts.length, 'other contact')}, not compared with the image`,
    columns: [...contactColumns, 'Reason'],
    rows: contacts.map((contact) => [...contactCells(contact), notComparableTexts[contact.reason]]),
  };
}

function contactCells({ identifier, name, kind, expected, ageMs }: PassContact): readonly string[] {
  return [
    name ? `${name} (${identifier})` : identifier,
    contactKindTexts[kind],
    expected ? positionText(expected) : unknown,
    ageMs === null ? unknown : formatDuration(ageMs),
  ];
}

/** Describes what AIS files let infer about a detection, or what was decided. */
export function aisText({
  match,
  decision,
  names,
}: Pick<AisReportDetection, 'match' | 'decision' | 'names'>): string {
  if (decision) {
    const who = decision.decision === 'none' ? 'none of the candidates' : named(decision.decision, names);
    return `Decided: ${who}, by ${decision.by || 'an unnamed analyst'}, ${instantText(decision.at)}.`;
  }
  switch (match?.state) {
    case 'matched':
      return `Known by your AIS files: ${candidateText(match.candidate, names)}.`;
    case 'ambiguous':
      return `To decide: ${match.candidates.map((candidate) => candidateText(candidate, names)).join('; or ')}.`;
    case 'no-contact':
      return match.cover === 'unknown'
        ? 'Unknown: no contact within reach, and the files do not cover this place and time.'
        : noContactText(match.cover);
    case 'not-comparable':
      return `Not comparable: ${notComparableTexts[match.reason]}.`;
    case undefined:
      return 'Not compared: unknown.';
  }
}

function candidateText(candidate: MatchCandidate, names: ReadonlyMap<string, string>): string {
  const { identifier, kind, distanceMeters, ellipse, ageMs } = candidate;
  const doubt = doubtText(candidate);
  const suffix = doubt === null ? '' : `: ${doubt}`;
  return `${named(identifier, names)}, ${contactKindTexts[kind]}, ${formatCount(Math.round(distanceMeters))} m from where it is expected, ±${formatCount(Math.round(ellipse.majorMeters))} m, report ${formatDuration(ageMs)} old${suffix}`;
}

function named(identifier: string, names: ReadonlyMap<string, string>): string {
  const name = names.get(identifier);
  return name ? `${name} (${identifier})` : identifier;
}

function fileTable(files: readonly AisFile[]): ReportBlock {
  const time = (at: number | null) => (at === null ? unknown : instantText(at));
  return {
    kind: 'table',
    caption: formatQuantity(files.length, 'file'),
    columns: [
      'File',
      'Publisher',
      'Contacts',
      'Reports within reach',
      'From (UTC)',
      'To (UTC)',
      'Imported (UTC)',
    ],
    rows: files.map(({ name, publisher, contacts, accepted, fromMs, toMs, importedAt }) => [
      name,
      publisher ?? 'not recognized',
      formatCount(contacts),
      formatCount(accepted),
      time(fromMs),
      time(toMs),
      instantText(importedAt),
    ]),
  };
}
