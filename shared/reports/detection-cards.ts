import { formatNumber, formatQuantity } from '../format.ts';
import type { PassImage } from '../passes/pass.ts';
import { analyticDisplayName } from '../results/analytics.ts';
import type { ReportBlock, ReportDocument, ReportSection } from './report-document.ts';
import {
  damaged,
  evidenceSection,
  fetchedOnly,
  frameReport,
  outlineSection,
  type ReportFrame,
  scopeFact,
} from './report-frame.ts';
import { instantText, notStated, periodText, reportedPassTitle, unknown } from './report-texts.ts';
import {
  analyticCounts,
  certaintyOf,
  chipCell,
  chipGaps,
  detectionCells,
  detectionColumns,
  type ReportedDetection,
  reviewersOf,
} from './reported-detection.ts';

/** A detection with all that is known of it. */
export type CardDetection = {
  readonly detection: ReportedDetection;
  /** The images that its record traces it to. */
  readonly passes: readonly (PassImage & { readonly place: string | null })[];
  /** Inferences from AIS files, in words; null where no file was compared with it. */
  readonly ais: string | null;
  /** All properties of its feature as the record has them. */
  readonly recorded: readonly (readonly [name: string, value: string])[];
  /** Reviews before the present one, the latest first. */
  readonly history: readonly string[];
};

export type DetectionCardsInput = ReportFrame & {
  readonly cards: readonly CardDetection[];
  readonly withChips: boolean;
  /** Upload time of each record that is evidence, by its id. */
  readonly records: ReadonlyMap<string, string | null>;
};

/** The answer, and a page for each detection: its chip, what is stated, measured and inferred, its reviews, and its record. */
export function detectionCards(input: DetectionCardsInput): ReportDocument {
  const { cards, records, withChips, isDamaged } = input;
  const detections = cards.map(({ detection }) => detection);
  const untraced = cards.filter(({ passes }) => passes.length === 0).length;
  const withoutAis = cards.filter(({ ais }) => ais === null).length;
  const images = cards.flatMap(({ passes }) => passes);
  const imageCount = new Set(images.map(reportedPassTitle)).size;
  const counted = {
    detections: formatQuantity(cards.length, 'detection'),
    passes: formatQuantity(imageCount, 'pass', 'passes'),
  };
  const gaps = [
    fetchedOnly,
    ...damaged(isDamaged),
    ...(untraced > 0 ? [`${formatQuantity(untraced, 'detection')} cannot be traced to a pass.`] : []),
    ...(withChips ? chipGaps(detections) : cards.length > 0 ? ['Image chips were not requested.'] : []),
    ...(withoutAis > 0
      ? [
          `${formatQuantity(withoutAis, 'detection')} not compared with AIS: who ${withoutAis === 1 ? 'it is' : 'they are'} is unknown.`,
        ]
      : []),
  ];
  return {
    ...frameReport(input, 'detection', counted, [
      scopeFact(input),
      { name: 'Reviewers', value: reviewersOf(detections) },
    ]),
    answer: {
      statements: [
        cards.length === 0
          ? 'No detection is in this report: nothing matches, which does not mean that there is nothing.'
          : `${counted.detections}${imageCount === 0 ? ', none of a known pass' : ` in ${counted.passes}${periodText(images)}`}: ${analyticCounts(detections)}.`,
      ],
      certainty: certaintyOf(detections),
      gaps,
    },
    sections: [
      ...cards.map((card) => cardSection(card, input)),
      { heading: 'Method', blocks: [{ kind: 'list', items: method }] },
      evidenceSection(records),
      ...outlineSection(input),
    ],
  };
}

const method: readonly string[] = [
  'Position, length, class and confidence are statements of the service; of several properties the one that counts, as the workspace shows it.',
  'Properties are listed as the record has them. What follows from your AIS files is marked so.',
  'Verdicts are those of the reviewers named. The scale of an image chip is not known.',
  'Times are UTC, positions WGS 84.',
];

function cardSection(
  { detection, passes, ais, recorded, history }: CardDetection,
  { withChips, template }: DetectionCardsInput,
): ReportSection {
  const [first] = passes;
  const name = `${analyticDisplayName(detection.analytic)} ${detection.label}`;
  const heading = `${name} · ${first ? reportedPassTitle(first) : 'no pass'}`;
  const chip = withChips ? chipCell(detection, heading) : 'not requested';
  const columns = detectionColumns(template);
  const stated = detectionCells(detection).map((value, index) => [columns[index] ?? '', value]);
  const facts: ReportBlock = {
    kind: 'table',
    caption: name,
    columns: ['What', 'Value'],
    rows: [
      ...(typeof chip === 'string' ? [['Image chip', chip]] : []),
      ...stated,
      ...(passes.length === 0 ? [['Pass', unknown]] : passes.flatMap(passRows)),
      ['By your AIS files', ais ?? 'not compared: unknown'],
      ...history.map((entry) => ['Former review', entry]),
    ],
  };
  return {
    heading,
    startsPage: true,
    blocks: [
      ...(typeof chip === 'string' ? [] : [{ kind: 'figure', image: chip, isChip: true } as const]),
      facts,
      {
        kind: 'table',
        caption: `${formatQuantity(recorded.length, 'property', 'properties')} in the record`,
        columns: ['Property', 'Value'],
        rows: recorded,
      },
    ],
  };
}

function passRows(pass: CardDetection['passes'][number]): readonly (readonly [string, string])[] {
  const angle = (degrees: number | null) => (degrees === null ? notStated : `${formatNumber(degrees, 1)}°`);
  return [
    ['Collected', pass.startedAt === null ? unknown : instantText(pass.startedAt)],
    ['Sensor', pass.sensorName ?? unknown],
    ['Mode', pass.sensorMode ?? notStated],
    ['Incidence', angle(pass.incidenceAngle)],
    ['Direction to the sensor', angle(pass.azimuthAngle)],
    ['Place of the pass (derived)', pass.place ?? 'no named port near'],
  ];
}
