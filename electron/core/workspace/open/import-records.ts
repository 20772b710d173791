import { formatCount, formatQuantity } from '../../../../shared/format.ts';
import type { Job } from '../../../../shared/jobs/job.ts';
import type { FieldList } from '../../../../shared/results/field-list.ts';
import { buildPageBody } from '../ingest/build-page-body.ts';
import type { StoredRecord } from '../read/stored-records.ts';
import type { Workspace } from './workspace.ts';

/** A record from elsewhere, with the bytes as they were received from the service. */
export type ImportableRecord = Pick<StoredRecord, 'recordId' | 'sha256' | 'fetchedAt'> & {
  readonly bytes: Uint8Array;
};

/** Origin that the records of one import have in common. */
export type ImportOrigin = {
  /** Stored as the fetch id of the imported records. */
  readonly importId: string;
  readonly queryText: string;
  readonly brand: string;
  readonly offset: number;
  readonly fields: FieldList;
};

/** Outcome of imported records. */
export type ImportCounts = {
  added: number;
  changed: number;
  unchanged: number;
  older: number;
  /** Have fewer fields than the version that is here, which stays. */
  withFewerFields: number;
  problems: number;
};

/** The counts before anything is imported. */
export const noImports: Readonly<ImportCounts> = {
  added: 0,
  changed: 0,
  unchanged: 0,
  older: 0,
  withFewerFields: 0,
  problems: 0,
};

/** The detections of the records of an import: how many, and near which ports; nothing where it brought none. */
export async function describeImportedRecords(
  workspace: Workspace,
  importId: string,
): Promise<Pick<Job, 'imported'>> {
  const groups = await workspace.groupCounts({ filter: { fetchId: importId }, by: 'place' });
  const total = groups.reduce((sum, { count }) => sum + count, 0);
  if (total === 0) return {};
  const named = groups.filter(({ key }) => key !== null);
  const places = named.slice(0, 3).map(({ key, count }) => `${formatCount(count)} near ${key}`);
  const others = total - named.slice(0, 3).reduce((sum, { count }) => sum + count, 0);
  const elsewhere = named.length === 0 ? 'near no named port' : 'elsewhere';
  const where = [...places, ...(others > 0 ? [`${formatCount(others)} ${elsewhere}`] : [])];
  const detections = `${formatQuantity(total, 'detection')}: ${where.join(', ')}.`;
  return { imported: { kind: 'records', importId, detections } };
}

/**
 * Imports the records that the workspace lacks, or has in a version that was fetched earlier, in one transaction, and adds
 * them to the counts. The time of the first one is stored for all. Imports none, and returns the reason, when the
 * bytes are no records, or have other ids.
 */
export async function importRecords(
  workspace: Workspace,
  origin: ImportOrigin,
  records: readonly ImportableRecord[],
  counts: ImportCounts,
): Promise<string | undefined> {
  const stored = await workspace.storedRecords(records.map(({ recordId }) => recordId));
  const existing = new Map(stored.map((record) => [record.recordId, record]));
  const toImport = records.filter((record) => {
    const present = existing.get(record.recordId);
    if (!present) return true;
    if (present.sha256 === record.sha256) counts.unchanged += 1;
    // The version that was fetched later is retained.
    else if (present.fetchedAt > record.fetchedAt) counts.older += 1;
    else return true;
    return false;
  });
  const [first] = toImport;
  return (
    first && ingestImportedRecords(workspace, { ...origin, fetchedAt: first.fetchedAt }, toImport, counts)
  );
}

/**
 * Writes records, whatever the workspace has, in one transaction, and adds them to the counts. Writes none, and returns
 * the reason, when the bytes are no records, or have other ids.
 */
export async function ingestImportedRecords(
  workspace: Workspace,
  { importId, ...origin }: ImportOrigin & { readonly fetchedAt: string },
  records: readonly Pick<ImportableRecord, 'recordId' | 'bytes'>[],
  counts: ImportCounts,
): Promise<string | undefined> {
  const body = buildPageBody(
    records.map(({ bytes }) => bytes),
    origin.brand,
  );
  const stated = records.map(({ recordId, bytes }) => ({ recordId, byteLength: bytes.length }));
  const outcome = await workspace.ingestImportedPage({ ...origin, fetchId: importId, body }, stated);
  if (!outcome.ok) return outcome.message;
  counts.added += outcome.newRecords;
  counts.changed += outcome.changedRecords;
  counts.withFewerFields += records.length - outcome.newRecords - outcome.changedRecords;
  counts.problems += outcome.problems;
  return undefined;
}
