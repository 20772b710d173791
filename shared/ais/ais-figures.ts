import { formatCount } from '../format.ts';
import { type AisOutcome, aisOutcomes, coverageNames } from './ais-outcome.ts';
import type { FileCover } from './file-cover.ts';

/** Numbers of detections of ships by their outcome, and how well files cover their places and times. */
export type AisFigures = {
  readonly outcomes: Readonly<Record<AisOutcome, number>>;
  readonly coverage: Readonly<Record<FileCover, number>>;
};

/** Adds up detections of ships, or groups of them with a `count`. */
export function addAisFigures(
  groups: Iterable<{ readonly outcome: AisOutcome; readonly cover: FileCover; readonly count?: number }>,
): AisFigures {
  const outcomes = Object.fromEntries(aisOutcomes.map((outcome) => [outcome, 0])) as Record<
    AisOutcome,
    number
  >;
  const coverage = { covered: 0, thin: 0, unknown: 0 };
  for (const { outcome, cover, count = 1 } of groups) {
    outcomes[outcome] += count;
    coverage[cover] += count;
  }
  return { outcomes, coverage };
}

/** Adds up figures of different detections. */
export function sumFigures(all: readonly AisFigures[]): AisFigures {
  const sum = addAisFigures([]);
  const add = <Key extends string>(to: Record<Key, number>, from: Readonly<Record<Key, number>>) => {
    for (const key of Object.keys(from) as Key[]) to[key] += from[key];
  };
  for (const { outcomes, coverage } of all) {
    add(sum.outcomes, outcomes);
    add(sum.coverage, coverage);
  }
  return sum;
}

/** The detections of ships that were counted. */
export function totalOf({ coverage: { covered, thin, unknown } }: AisFigures): number {
  return covered + thin + unknown;
}

/** Number with an outcome; null where files cover none of them, so that 0 would state more than is known. */
export function knownCount(figures: AisFigures, outcome: AisOutcome): number | null {
  const { outcomes } = figures;
  if (outcomes[outcome] > 0 || outcomes.unknown < totalOf(figures)) return outcomes[outcome];
  return totalOf(figures) === 0 ? 0 : null;
}

/** Counts of the four outcomes that matter most: null is not known, since files cover none of the places. */
export function mainCounts(figures: AisFigures) {
  const { decided, 'none of them': none, unknown } = figures.outcomes;
  const sum = (count: number | null, more: number) => (count === null ? null : count + more);
  return {
    known: sum(knownCount(figures, 'matched'), decided),
    toDecide: knownCount(figures, 'ambiguous'),
    withoutContact: sum(knownCount(figures, 'no contact in reach'), none),
    unknown,
  };
}

/** `31 known · 41 to decide · 35 without a contact, files cover the place · 0 unknown`. */
export function aisAnswer(figures: AisFigures): string {
  const { known, toDecide, withoutContact, unknown } = mainCounts(figures);
  const comparable = figures.outcomes['not comparable'];
  return [
    ...(known === null ? [] : [`${formatCount(known)} known`]),
    ...(toDecide === null ? [] : [`${formatCount(toDecide)} to decide`]),
    ...(withoutContact === null
      ? []
      : [`${formatCount(withoutContact)} without a contact, files cover the place`]),
    `${formatCount(unknown)} unknown`,
    ...(comparable > 0 ? [`${formatCount(comparable)} not comparable`] : []),
  ].join(' · ');
}

/** Inferences from AIS files about one image. */
export type AisPassFigures = {
  /** Name of the image, as the document has it. */
  readonly title: string;
  readonly figures: AisFigures;
  /** Contacts in the image that were not found; null where the files do not cover it. */
  readonly notSeen: number | null;
  /** Names of the files that it was matched with; none: no file was read for it. */
  readonly files: readonly string[];
  /** Time in the form of the document; null without a match. */
  readonly matchedAt: string | null;
};

const shownOutcomes = [
  ['Known', 'matched'],
  ['Decided', 'decided'],
  ['To decide', 'ambiguous'],
  ['None of them', 'none of them'],
  ['Without a contact', 'no contact in reach'],
  ['Unknown', 'unknown'],
  ['Not comparable', 'not comparable'],
] as const satisfies readonly (readonly [string, AisOutcome])[];

/** A table of images with their figures, for documents; what files do not cover is `unknown`, never 0. */
export function aisFigureTable(passes: readonly AisPassFigures[]): {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
} {
  const cell = (count: number | null) => (count === null ? 'unknown' : String(count));
  return {
    columns: [
      'Image',
      ...shownOutcomes.map(([heading]) => heading),
      'Ships not seen',
      'Files cover place and time',
      'Inferred from',
    ],
    rows: passes.map(({ title, figures, notSeen, files, matchedAt }) => [
      title,
      ...shownOutcomes.map(([, outcome]) => cell(knownCount(figures, outcome))),
      cell(notSeen),
      coverageText(figures),
      files.length === 0 ? 'no AIS file' : `${files.join(', ')}${matchedAt === null ? '' : `, ${matchedAt}`}`,
    ]),
  };
}

/** The coverage of places and times of the detections by the files: in a word where it is the same for all of them. */
export function coverageText({ coverage }: AisFigures): string {
  const present = fileCovers.filter((cover) => coverage[cover] > 0);
  const [only, second] = present;
  if (only === undefined) return 'no detection';
  if (second === undefined) return coverageNames[only];
  return present.map((cover) => `${formatCount(coverage[cover])} ${coverageNames[cover]}`).join(', ');
}

const fileCovers = ['covered', 'thin', 'unknown'] as const satisfies readonly FileCover[];

/** Origin of the figures and what they do not state, as sentences. */
export const aisMethod: readonly string[] = [
  'Matches with AIS are inferred from files of the user, by place, length and heading; they are no statements of the service.',
  'A match counts when every other assignment of the whole image is at least 33 times less likely; else it is to decide, as is a contact in reach that is no ship, or whose length differs more than 3.5 times. “Decided” and “none of them” are decisions of an analyst.',
  '“Without a contact” states nothing about the ship: its transponder may be off, out of the range of receivers, or left out of the file. Where files do not cover place and time, the outcome is unknown.',
  'Ships not seen were expected in the image, on water and at least 1 km from the coast of Natural Earth (1:10 million), and long enough for the analytic.',
];
