import { z } from 'zod';
import type { CsvSigns } from '../csv-cell.ts';
import { type BoundingBox, boundingBoxSchema } from '../geo/geometry.ts';
import { markingSchema } from '../marking.ts';
import { reportKinds } from '../reports/report-kind.ts';
import { reportTemplateSchema, reportTitleSchema, storedTitleSchema } from '../reports/report-template.ts';
import { readableFilterSchema } from '../results/detection.ts';
import { detectionFieldSchema, layerFieldOf } from '../results/detection-field.ts';
import { type ColorScale, maxColorCategories } from '../results/feed-colors.ts';
import { siteCounts, sitePassGroupings } from '../sites/site-series.ts';
import { exportFormatSchema } from './export-format.ts';

/** Detections that are exported. The type of the filter proves that its expression can be read. */
export const exportScopeSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('all') }),
  z.object({ kind: z.literal('filter'), filter: readableFilterSchema.brand<'ReadableFilter'>() }),
  z.object({ kind: z.literal('ids'), ids: z.array(z.int().positive()).min(1) }),
]);
export type ExportScope = z.infer<typeof exportScopeSchema>;
export type ExportScopeInput = z.input<typeof exportScopeSchema>;

const reportOptionsSchema = z.object({
  kind: z.enum(reportKinds).default('pass'),
  /** Id or name of the area of a site report. */
  site: z.string().min(1).max(200).optional(),
  /** Detections that count in a site report. */
  counted: z.enum(siteCounts).default('all'),
  /** Grouping of passes in a site report. */
  grouping: z.enum(sitePassGroupings).default('geometry'),
  title: reportTitleSchema.default(''),
  /** The id or name of a template of the workspace, or one that is not stored; absent: the standard one. */
  template: z.union([z.string().min(1).max(80), reportTemplateSchema]).optional(),
  /** In place of the marking of the workspace. */
  marking: markingSchema.optional(),
});

/** The map as a window of the app drew it. */
export const reportMapSchema = z.object({
  /** A PNG in Base64. */
  png: z.string().max(6_000_000),
  /** Description of the content, with the attributions of its sources. */
  caption: z.string().max(3000),
});
export type ReportMap = z.infer<typeof reportMapSchema>;

export const csvSeparators = ['comma', 'semicolon', 'tab'] as const;
export const csvDecimals = ['point', 'comma'] as const;

/** The signs of a table in CSV by their names; absent ones are those of RFC 4180. */
export function csvSignsOf({
  separator = 'comma',
  decimal = 'point',
}: Partial<Pick<ExportOptions, 'separator' | 'decimal'>>): CsvSigns {
  return {
    separator: ({ comma: ',', semicolon: ';', tab: '\t' } as const)[separator],
    decimal: ({ point: '.', comma: ',' } as const)[decimal],
  };
}

/** Form in which detections are written. */
export const exportOptionsSchema = z.object({
  format: exportFormatSchema,
  /** Also export the footprints of their images, in the same format. */
  footprints: z.boolean().default(false),
  /** GeoPackage only: also a layer of passes with their results, those without a matching detection included. */
  passes: z.boolean().default(false),
  /** Also export their image chips: only cached ones, or missing ones after fetching them. */
  chips: z.enum(['none', 'cached', 'fetched']).default('none'),
  /** Verdict, flag, note, reviewer and time as properties. */
  reviews: z.boolean().default(false),
  /** The place, the nearest named port within 25 nautical miles, as a property. */
  places: z.boolean().default(false),
  /** The presence at the same place in several passes, and the count behind it, as properties. */
  presence: z.boolean().default(false),
  /** Properties that layers of the user's have at each detection; absent: none. */
  layerFields: z
    .array(
      detectionFieldSchema.refine(
        (field) => layerFieldOf(field) !== undefined,
        'This is no field of a layer.',
      ),
    )
    .max(100)
    .exactOptional(),
  /** Names of the feature properties to write; absent: all. */
  properties: z.array(z.string()).optional(),
  /** GeoPackage only: also write a QGIS project that shows it as the map does. */
  qgisProject: z.boolean().default(false),
  /** Reports only. */
  report: reportOptionsSchema.optional(),
  /** CSV only: start with a byte order mark, so that spreadsheets recognize UTF-8. */
  byteOrderMark: z.boolean().default(false),
  /** Tables in CSV: the sign between cells; spreadsheets expect that of their language. */
  separator: z
    .enum(csvSeparators, {
      error: ({ input }) => `“${input}” is no separator. Give comma, semicolon or tab.`,
    })
    .default('comma'),
  /** Tables in CSV: the sign before the decimals of numbers. */
  decimal: z
    .enum(csvDecimals, { error: ({ input }) => `“${input}” is no decimal sign. Give point or comma.` })
    .default('point'),
});
export type ExportOptions = z.infer<typeof exportOptionsSchema>;

/** Options as they may be stored; the title of a report may have to be corrected. */
export const storedExportOptionsSchema = exportOptionsSchema.extend({
  report: reportOptionsSchema.extend({ title: storedTitleSchema.default('') }).optional(),
});

export type ReportOptions = z.infer<typeof reportOptionsSchema>;

/** A report before anything of it is chosen. */
export const standardReport: ReportOptions = {
  kind: 'pass',
  title: '',
  counted: 'all',
  grouping: 'geometry',
};

/** Whether passes are written: as a layer, or as all of the file. */
export function writesPasses({ format, passes }: ExportOptions): boolean {
  return format === 'passes' || (format === 'gpkg' && passes);
}

const occurrencesSchema = { hasOther: z.boolean(), hasAbsent: z.boolean(), hasNotFetched: z.boolean() };
const colorScaleSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('ramp'),
    low: z.number().nullable(),
    high: z.number().nullable(),
    ...occurrencesSchema,
  }),
  z.object({
    kind: z.literal('categories'),
    names: z.array(z.string()).max(maxColorCategories).readonly(),
    ...occurrencesSchema,
  }),
]) satisfies z.ZodType<ColorScale>;

/** A field that determines the colors of detections, and how its values are colored. */
export const fieldColorsSchema = z.object({ field: detectionFieldSchema, scale: colorScaleSchema });
export type FieldColors = z.infer<typeof fieldColorsSchema>;

/** View of the map, for the styles of a GeoPackage and a QGIS project. */
export const exportViewSchema = z.object({
  box: boundingBoxSchema,
  background: z.enum(['light', 'dark']),
  /** The user's basemaps that are visible, from top to bottom. */
  basemaps: z.array(z.object({ id: z.uuid(), opacity: z.number().min(0).max(1) })).max(1000),
  /** Absent: detections have the color of their analytic. */
  colors: fieldColorsSchema.optional(),
});
export type ExportView = Omit<z.infer<typeof exportViewSchema>, 'box'> & { readonly box: BoundingBox };
