/** A document of a report, which every renderer shows with the same content. All texts are plain. */
export type ReportDocument = {
  readonly title: string;
  /** A line at the top and bottom of every page, such as a protective marking; `''` for none. */
  readonly marking: string;
  /** Above the title; null for none. */
  readonly logo: ReportImage | null;
  /** Below the title. */
  readonly answer: ReportAnswer;
  /** Source and time of the report, below the answer. */
  readonly facts: readonly ReportFact[];
  readonly sections: readonly ReportSection[];
};

/** The first page of a report, in sentences: the answer, how certain it is, and what it does not cover. */
export type ReportAnswer = {
  readonly statements: readonly string[];
  readonly certainty: readonly string[];
  readonly gaps: readonly string[];
};

/** The parts of an answer below its statements, in their order. */
export function answerSections({ certainty, gaps }: ReportAnswer): readonly ReportSection[] {
  const sections = [
    { heading: 'How sure', items: certainty },
    { heading: 'What is not covered', items: gaps },
  ];
  return sections.flatMap(({ heading, items }) =>
    items.length === 0 ? [] : [{ heading, blocks: [{ kind: 'list', items }] }],
  );
}

export type ReportFact = { readonly name: string; readonly value: string };

export type ReportSection = {
  readonly heading: string;
  readonly blocks: readonly ReportBlock[];
  /** Whether it begins on a page of its own. */
  readonly startsPage?: boolean;
};

export type ReportBlock =
  | { readonly kind: 'paragraph'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly string[] }
  /** A picture across the page or, of a chip, enlarged to a third of it. */
  | { readonly kind: 'figure'; readonly image: ReportImage; readonly isChip?: boolean }
  | ReportChart
  | ReportTable;

/** Bars of counts, in the order of their labels. A null value has no bar, and its note states why. */
export type ReportChart = {
  readonly kind: 'chart';
  readonly caption: string;
  readonly label: string;
  readonly unit: string;
  readonly bars: readonly ReportBar[];
};

export type ReportBar = {
  readonly label: string;
  readonly value: number | null;
  /** Behind the number. */
  readonly note?: string;
};

export type ReportTable = {
  readonly kind: 'table';
  readonly caption: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly ReportCell[])[];
};

/** A cell: text, or an image with the text under it. */
export type ReportCell = string | ReportImage;

export type ReportImage = {
  /** A checked PNG. */
  readonly png: Uint8Array;
  readonly width: number;
  readonly height: number;
  /** Description of the image, for those who do not see it. */
  readonly alternative: string;
  readonly caption: string;
};
