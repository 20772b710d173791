import { z } from 'zod';
import { reportScopes, reportsWithChips } from '../reports/report-kind.ts';
import { type ExportFormatInfo, exportFormatInfo } from './export-format.ts';
import {
  type ExportOptions,
  type ExportScope,
  exportOptionsSchema,
  exportScopeSchema,
  exportViewSchema,
  reportMapSchema,
  standardReport,
} from './export-request.ts';

/** An option that not every format can have. */
type LimitedOption = Exclude<keyof ExportOptions, 'format'>;

type Limit = {
  /** Without it, as options start. */
  readonly without: Partial<ExportOptions>;
  readonly isChosen: (options: ExportOptions) => boolean;
  readonly fits: (info: ExportFormatInfo, options: ExportOptions) => boolean;
  /** Extra that the format cannot have, in words. */
  readonly what: string;
  readonly remedy: string;
};

const ofFeatures = {
  fits: ({ content }: ExportFormatInfo) => content === 'features',
  remedy: 'Choose a format of features, such as GeoPackage or CSV.',
} as const;
const ofGeoPackages = {
  fits: ({ format }: ExportFormatInfo) => format === 'gpkg',
  remedy: 'Choose GeoPackage.',
} as const;

const ofTables = {
  fits: ({ extension }: ExportFormatInfo) => /(?:^|\.)csv$/.test(extension),
  remedy: 'Choose a table in CSV.',
} as const;

const limits: Readonly<Record<LimitedOption, Limit>> = {
  footprints: {
    without: { footprints: false },
    isChosen: ({ footprints }) => footprints,
    what: 'sensor footprints',
    ...ofFeatures,
  },
  passes: {
    without: { passes: false },
    // The format of passes writes them in any case.
    isChosen: ({ format, passes }) => passes && format !== 'passes',
    what: 'passes with their results',
    ...ofGeoPackages,
    remedy: 'Choose GeoPackage, or Passes.',
  },
  chips: {
    without: { chips: 'none' },
    isChosen: ({ chips }) => chips !== 'none',
    fits: ({ chips, isReport }, { report = standardReport }) =>
      chips !== 'never' && (!isReport || reportsWithChips.has(report.kind)),
    what: 'image chips',
    remedy: 'Choose a format of features or of records, or a report by pass or of detections.',
  },
  reviews: {
    without: { reviews: false },
    isChosen: ({ reviews }) => reviews,
    what: 'verdicts, flags and notes as properties',
    ...ofFeatures,
  },
  places: {
    without: { places: false },
    isChosen: ({ places }) => places,
    what: 'places as a property',
    ...ofFeatures,
  },
  presence: {
    without: { presence: false },
    isChosen: ({ presence }) => presence,
    what: 'presence as properties',
    ...ofFeatures,
  },
  layerFields: {
    without: { layerFields: [] },
    isChosen: ({ layerFields = [] }) => layerFields.length > 0,
    what: 'columns about layers',
    ...ofFeatures,
  },
  properties: {
    without: { properties: undefined },
    isChosen: ({ properties }) => properties !== undefined,
    what: 'a choice of properties',
    ...ofFeatures,
  },
  qgisProject: {
    without: { qgisProject: false },
    isChosen: ({ qgisProject }) => qgisProject,
    what: 'a QGIS project',
    ...ofGeoPackages,
  },
  report: {
    without: { report: undefined },
    isChosen: ({ report }) => report !== undefined,
    fits: ({ isReport }) => isReport === true,
    what: 'the options of a report',
    remedy: 'Choose HTML or DOCX.',
  },
  byteOrderMark: {
    without: { byteOrderMark: false },
    isChosen: ({ byteOrderMark }) => byteOrderMark,
    fits: ({ format }) => format === 'csv',
    what: 'a byte order mark',
    remedy: 'Choose CSV.',
  },
  separator: {
    without: { separator: 'comma' },
    isChosen: ({ separator }) => separator !== 'comma',
    what: 'another separator',
    ...ofTables,
  },
  decimal: {
    without: { decimal: 'point' },
    isChosen: ({ decimal }) => decimal !== 'point',
    what: 'another decimal sign',
    ...ofTables,
  },
};
const limited = Object.keys(limits) as readonly LimitedOption[];

/** Whether a format, or the kind of report that is chosen, can have an option. */
export function canHave(options: ExportOptions, option: LimitedOption): boolean {
  return limits[option].fits(exportFormatInfo(options.format), options);
}

/** The chosen options that the format cannot have, each with the reason and the remedy. */
function unfitOptions(
  options: ExportOptions,
): readonly { readonly option: LimitedOption; readonly message: string }[] {
  const { title } = exportFormatInfo(options.format);
  return limited
    .filter((option) => limits[option].isChosen(options) && !canHave(options, option))
    .map((option) => {
      const { what, remedy } = limits[option];
      const subject =
        option === 'chips' && options.report ? `A report of the kind “${options.report.kind}”` : title;
      return { option, message: `${subject} cannot have ${what}. ${remedy}` };
    });
}

/** The options without those that the format cannot have, which a form hides and remembers for other formats. */
export function fittingOptions(options: ExportOptions): ExportOptions {
  const without = unfitOptions(options).map(({ option }) => limits[option].without);
  const fitted: ExportOptions = Object.assign({ ...options }, ...without);
  const { properties, report, ...others } = fitted;
  return { ...others, ...(properties && { properties }), ...(report && { report }) };
}

/** Reason why a report cannot be made of this scope; undefined when it can. */
function unfitScope(
  { format, report = standardReport }: Pick<ExportOptions, 'format' | 'report'>,
  { kind }: Pick<ExportScope, 'kind'>,
): string | undefined {
  if (!exportFormatInfo(format).isReport) return undefined;
  switch (reportScopes[report.kind]) {
    case 'any':
      return undefined;
    case 'filter':
      return kind === 'ids'
        ? `A report of the kind “${report.kind}” is made of a filter, not of chosen detections.`
        : undefined;
    case 'none':
      return kind === 'all'
        ? undefined
        : `A report of the kind “${report.kind}” is about the whole workspace. Leave the filter out.`;
  }
}

const requestSchema = z.object({
  scope: exportScopeSchema,
  options: exportOptionsSchema,
  view: exportViewSchema.optional(),
  /** Reports only. */
  reportMap: reportMapSchema.optional(),
});

function refuseUnfit(
  { scope, options }: Pick<z.infer<typeof requestSchema>, 'scope' | 'options'>,
  context: z.RefinementCtx,
): void {
  for (const { option, message } of unfitOptions(options))
    context.addIssue({ code: 'custom', path: ['options', option], message });
  if (options.separator === 'comma' && options.decimal === 'comma') {
    const sameSigns = 'The comma cannot separate both cells and decimals. Choose a semicolon or a tab.';
    context.addIssue({ code: 'custom', path: ['options', 'separator'], message: sameSigns });
  }
  const message = unfitScope(options, scope);
  if (message !== undefined) context.addIssue({ code: 'custom', path: ['scope'], message });
}

/** Requests an export; an option that cannot be done is refused. */
export const exportRequestSchema = requestSchema.superRefine(refuseUnfit);

/** Requests a report as the app shows it. */
export const reportRequestSchema = requestSchema
  .pick({ scope: true, options: true, reportMap: true })
  .superRefine(refuseUnfit);
