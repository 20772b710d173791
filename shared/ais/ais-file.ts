import { z } from 'zod';
import { aisColumnMeanings, aisPublishers, aisSpeedUnits } from './read/ais-columns.ts';
import type { AisReason } from './read/recognize-columns.ts';
import { aisTimeForms, type TimeReading } from './read/report-times.ts';

/** Meaning of the columns of a file, as the user confirms it. */
export const aisMappingSchema = z.object({
  columns: z.partialRecord(z.enum(aisColumnMeanings), z.int().nonnegative().max(10_000)),
  timeForm: z.enum(aisTimeForms).nullable(),
  speedUnit: z.enum(aisSpeedUnits),
});

const count = z.int().nonnegative();

/** A file of AIS reports that was imported. */
export const aisFileSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  /** Null for a file whose publisher is not recognized. */
  publisher: z.enum(aisPublishers).nullable(),
  /** UTC, ISO 8601. */
  importedAt: z.string(),
  contacts: count,
  rows: count,
  /** SHA-256 of its bytes, by which it is listed once however often it is imported. */
  digest: z.string().optional(),
  /** Reports within reach of a pass, which were saved. */
  accepted: count,
  /** The first and last time of all its reports, epoch milliseconds UTC; null without any. */
  fromMs: z.number().nullable(),
  toMs: z.number().nullable(),
  /** Keys of the passes for which it was read. Of others it has no reports. */
  passKeys: z.array(z.string()).readonly(),
  /** Bytes of the index of all its reports, by which it is read for later passes; a file without one is not. */
  indexBytes: count.optional(),
  /** Names of its columns and what they mean, so that it can be read again. */
  heading: z.array(z.string()).readonly(),
  mapping: aisMappingSchema,
  /** The folder whose new files are read as they appear, and the files of it that were read. */
  folder: z.object({ path: z.string(), read: z.array(z.string()).readonly() }).optional(),
});
export type AisFile = z.infer<typeof aisFileSchema>;

const hourMs = 60 * 60_000;

/** Whether a file has the time of a pass: from an hour before its first report to an hour after its last one. */
export function hasTimeOf(
  { fromMs, toMs }: Pick<AisFile, 'fromMs' | 'toMs'>,
  timeMs: number | null,
): boolean {
  if (timeMs === null || fromMs === null || toMs === null) return false;
  return timeMs >= fromMs - hourMs && timeMs <= toMs + hourMs;
}

/** One way to read the times of a file, and the times of the passes that were taken within an hour of them. */
export type AisTimeReading = Pick<TimeReading, 'form' | 'rows' | 'sample'> & {
  readonly passes: readonly number[];
};

/** The format of times: null where several readings are possible, which are listed. */
export type AisTimes = {
  readonly timeForm: z.infer<typeof aisMappingSchema>['timeForm'];
  readonly readings: readonly AisTimeReading[];
};

/** The start of a file of reports, and what its columns seem to mean. */
export type AisFilePreview = {
  /** By which the import names the file. */
  readonly file: string;
  readonly name: string;
  readonly publisher: (typeof aisPublishers)[number] | null;
  readonly heading: readonly string[];
  readonly samples: readonly (readonly string[])[];
  /** Whether numbers are written with a comma, as in files of `;`. */
  readonly isDecimalComma: boolean;
  readonly mapping: z.infer<typeof aisMappingSchema>;
  /** Reasons for the mapping, and for what it leaves open. */
  readonly reasons: readonly AisReason[];
  /** Possible forms of times where the mapping has none: the possible ones. */
  readonly readings: readonly AisTimeReading[];
  /** The imported file that it replaces, since it was chosen to be read again; null for another one. */
  readonly replaces: string | null;
  /** Whether the mapping is that of the file that it replaces, so that nothing is left to choose. */
  readonly isMapped: boolean;
  /** Whether it is a folder, whose new files can be read as they appear. */
  readonly isFolder?: boolean;
  /** Whether it has raw messages (NMEA 0183), whose columns are always the same. */
  readonly isOfMessages: boolean;
};

/** Decision of a user about a detection: the contact that it is, or that it is none of the candidates. */
export const aisDecisionSchema = z.object({
  detectionId: z.int().positive(),
  /** An identifier; `none`: none of the candidates; null: no decision. */
  decision: z.string().min(1).max(20).nullable(),
  /** Decision before this one; another decision in the meantime is a conflict. */
  expected: z.string().max(20).nullable(),
});
export type AisDecision = z.infer<typeof aisDecisionSchema>;

/** File extensions of reports. */
export const aisFileExtensions = ['csv', 'txt', 'tsv', 'zip', 'gz', 'nmea', 'nm4', 'ais', 'aivdm', 'log'];
