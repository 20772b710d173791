import { formatCount, formatQuantity, formatTimeLeft } from '../format.ts';
import type { Pass } from '../passes/pass.ts';
import type { ReportBlock, ReportDocument, ReportSection } from '../reports/report-document.ts';
import {
  damaged,
  evidenceSection,
  fetchedOnly,
  frameReport,
  mapSection,
  missingMap,
  type ReportFrame,
  scopeFact,
} from '../reports/report-frame.ts';
import { instantText, passTitle, positionText, unknown } from '../reports/report-texts.ts';
import type { ReportedDetection } from '../reports/reported-detection.ts';
import { analyticDisplayName } from '../results/analytic-name.ts';
import type { AisFile } from './ais-file.ts';
import { contactKindTexts, fileCoverTexts, noContactText, notComparableTexts } from './ais-texts.ts';
import type { DetectionMatch, MatchCandidate } from './pass-matches.ts';
import type { AisOfDetection, AisPassOutcome } from './pass-outcome.ts';

/** A detection, and what AIS files let infer about it; `match` is null where no file was compared with it. */
export type AisReportDetection = Pick<
  ReportedDetection,
  'id' | 'recordId' | 'analytic' | 'position' | 'lengthMeters'
> & {
  readonly match: DetectionMatch | null;
  readonly decision: AisOfDetection['decision'];
  /** Names of its candidates that state one, by identifier. */
  readonly names: ReadonlyMap<string, string>;
};

export type AisReportInput = ReportFrame & {
  readonly files: readonly AisFile[];
  /** Passes by time; `outcome` is null where no file was read for the pass. */
  readonly passes: readonly {
    readonly pass: Pass;
    readonly outcome: AisPassOutcome | null;
    readonly detections: readonly AisReportDetection[];
  }[];
  /** Detections whose records state no image of theirs. */
  readonly untraced: number;
  /** Upload time of each record that is evidence, by its id. */
  readonly records: ReadonlyMap<string, string | null>;
};

/** A report of what AIS files let infer, by pass: what they do not cover, counts, detections, and contacts not seen. */
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
    sections: [
      { heading: 'What is not covered', blocks: [{ kind: 'list', items: gapsOf(input) }] },
      ...mapSection(input),
      { heading: 'Passes', blocks: [passTable(input)] },
      ...passes.flatMap(passSection),
      { heading: 'Files', blocks: [fileTable(input.files)] },
      { heading: 'Method', blocks: [{ kind: 'list', items: method }] },
      evidenceSection(records),
    ],
  };
}

const method: readonly string[] = [
  'Who a detection is was inferred from the files by place, length and heading at the time of the image; it is not a statement of the service. A decision of an analyst counts before it, and is marked as decided.',
  'No contact within reach states nothing about a ship: it may not send, its reports may not be in the files, or it may be no ship.',
  'The files cover a place and time where three or more other contacts reported within 25 km and 20 minutes (yes); with fewer, thin; with none, unknown.',
  'Contacts not seen are those of the whole pass, whichever detections this report lists: inside of the image by their expected position, and long enough for the analytic.',
  'Times are UTC, positions WGS 84. Distances are between the detection and the expected position of the contact.',
];

function gapsOf(input: AisReportInput): readonly string[] {
  const { files, passes, untraced } = input;
  const listed = passes.flatMap(({ detections }) => detections);
  const withoutFile = passes.filter(({ outcome }) => outcome === null).length;
  const withoutMatch = listed.filter(({ match }) => match === null).length;
  const notComparable = listed.flatMap(({ match }) =>
    match?.state === 'not-comparable' ? [match.reason] : [],
  );
  const undecided = listed.filter(({ match, decision }) => match?.state === 'ambiguous' && !decision).length;
  const cover = (state: DetectionMatch['cover']) =>
    listed.filter(({ match }) => match?.cover === state).length;
  const reasons = [...Map.groupBy(notComparable, (reason) => reason)].map(
    ([reason, same]) => `${formatCount(same.length)}: ${notComparableTexts[reason]}`,
  );
  const unfetched = passes.filter(({ pass }) => !pass.hasAllFeatures).length;
  return [
    fetchedOnly,
    ...damaged(input.isDamaged),
    ...(files.length === 0
      ? ['No AIS file was imported: who the detections are is unknown.']
      : ['Ships that send no AIS, and reports that are not in these files, are not known.']),
    ...(passes.length === 0 ? ['No pass matches: nothing is known to have been covered.'] : []),
    ...(withoutFile > 0 && files.length > 0
      ? [
          `${formatQuantity(withoutFile, 'pass has', 'passes have')} no AIS file of their time: unknown. Their detections are counted, not listed.`,
        ]
      : []),
    ...(unfetched > 0
      ? [`Of ${formatQuantity(unfetched, 'pass', 'passes')} not all detections were fetched.`]
      : []),
    ...(withoutMatch > 0
      ? [
          `${formatQuantity(withoutMatch, 'detection')} not compared: no file of the time, or an analytic that finds no ships.`,
        ]
      : []),
    ...(notComparable.length > 0
      ? [`${formatQuantity(notComparable.length, 'detection')} not comparable (${reasons.join('; ')}).`]
      : []),
    ...(undecided > 0
      ? [`${formatQuantity(undecided, 'ambiguous detection', 'ambiguous detections')} not decided.`]
      : []),
    ...(listed.length > withoutMatch
      ? [
          `The files cover place and time of ${formatQuantity(cover('covered'), 'detection')}; thinly of ${formatCount(cover('thin'))}; of ${formatCount(cover('unknown'))} it is unknown.`,
        ]
      : []),
    ...(untraced > 0 ? [`${formatQuantity(untraced, 'detection')} cannot be traced to a pass.`] : []),
    ...missingMap(input),
  ];
}

function passTable({ passes }: AisReportInput): ReportBlock {
  return {
    kind: 'table',
    caption: `${formatQuantity(passes.length, 'pass', 'passes')} by time of collection`,
    columns: [
      'Collected (UTC)',
      'Sensor',
      'Detections',
      'Decided',
      'Matched (inferred)',
      'Ambiguous',
      'No contact in reach',
      'Not comparable',
      'Not compared',
      'Contacts not seen',
      'Files cover (yes / thin / unknown)',
    ],
    rows: passes.map(({ pass, outcome, detections }) => {
      const of = (state: DetectionMatch['state']) =>
        formatCount(detections.filter(({ match, decision }) => !decision && match?.state === state).length);
      const cover = (state: DetectionMatch['cover']) =>
        formatCount(detections.filter(({ match }) => match?.cover === state).length);
      return [
        pass.startedAt === null ? unknown : instantText(pass.startedAt),
        pass.sensorName ?? unknown,
        formatCount(detections.length),
        formatCount(detections.filter(({ decision }) => decision).length),
        ...(outcome === null
          ? [unknown, unknown, unknown, unknown]
          : [of('matched'), of('ambiguous'), of('no-contact'), of('not-comparable')]),
        formatCount(detections.filter(({ match, decision }) => !decision && match === null).length),
        outcome === null ? unknown : formatCount(outcome.counts.notSeen),
        outcome === null ? 'no file' : `${cover('covered')} / ${cover('thin')} / ${cover('unknown')}`,
      ];
    }),
  };
}

function passSection({
  pass,
  outcome,
  detections,
}: AisReportInput['passes'][number]): readonly ReportSection[] {
  const heading = passTitle(pass);
  const contacts = outcome?.contacts.filter(({ state }) => state === 'not-seen') ?? [];
  // Of a pass without a file nothing is known of any detection.
  if (outcome === null || (detections.length === 0 && contacts.length === 0)) return [];
  const blocks: ReportBlock[] = [];
  if (detections.length > 0) {
    blocks.push({
      kind: 'table',
      caption: `${formatQuantity(detections.length, 'detection')} of ${heading}`,
      columns: ['ID', 'Analytic', 'Position', 'Length', 'AIS (inferred)', 'Files cover', 'Record'],
      rows: detections.map((detection) => [
        String(detection.id),
        analyticDisplayName(detection.analytic),
        detection.position ? positionText(detection.position) : unknown,
        detection.lengthMeters === null ? 'not stated' : `${Math.round(detection.lengthMeters)} m`,
        aisText(detection),
        detection.match ? fileCoverTexts[detection.match.cover] : unknown,
        detection.recordId,
      ]),
    });
  }
  if (contacts.length > 0) {
    blocks.push({
      kind: 'table',
      caption: `${formatQuantity(contacts.length, 'contact')} not seen in the image; one may lie in a harbor or under another one`,
      columns: ['Contact', 'Kind', 'Expected position', 'Age of the report'],
      rows: contacts.map(({ identifier, name, kind, expected, ageMs }) => [
        name ? `${name} (${identifier})` : identifier,
        contactKindTexts[kind],
        expected ? positionText(expected) : unknown,
        ageMs === null ? unknown : formatTimeLeft(ageMs),
      ]),
    });
  }
  return [{ heading, blocks }];
}

/** What AIS files let infer about a detection, or what was decided. */
export function aisText({
  match,
  decision,
  names,
}: Pick<AisReportDetection, 'match' | 'decision' | 'names'>): string {
  if (decision) {
    const who = decision.decision === 'none' ? 'none of the candidates' : named(decision.decision, names);
    const at = Date.parse(decision.at);
    return `Decided: ${who}, by ${decision.by || 'an unnamed analyst'}${Number.isNaN(at) ? '' : `, ${instantText(at)}`}.`;
  }
  switch (match?.state) {
    case 'matched':
      return `Matched (inferred): ${candidateText(match.candidate, names)}.`;
    case 'ambiguous':
      return `Ambiguous: ${match.candidates.map((candidate) => candidateText(candidate, names)).join('; or ')}.`;
    case 'no-contact':
      return noContactText(match.cover);
    case 'not-comparable':
      return `Not comparable: ${notComparableTexts[match.reason]}.`;
    case undefined:
      return 'Not compared: unknown.';
  }
}

function candidateText(
  { identifier, kind, distanceMeters, ageMs }: MatchCandidate,
  names: ReadonlyMap<string, string>,
): string {
  return `${named(identifier, names)}, ${contactKindTexts[kind]}, ${formatCount(Math.round(distanceMeters))} m away, report ${formatTimeLeft(ageMs)} old`;
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
      importedAt,
    ]),
  };
}
