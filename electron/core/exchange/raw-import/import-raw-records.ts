import { randomUUID } from 'node:crypto';
import { writeFileProvenance } from '../../../../shared/exchange/file-provenance.ts';
import { formatCount, formatQuantity } from '../../../../shared/format.ts';
import { nowUtc } from '../../../../shared/time.ts';
import type { JobEnd } from '../../jobs/job-runner.ts';
import { buildPageBody } from '../../workspace/ingest/build-page-body.ts';
import { type ImportCounts, noImports } from '../../workspace/open/import-records.ts';
import type { Workspace } from '../../workspace/open/workspace.ts';
import type { StoredRecord } from '../../workspace/read/stored-records.ts';
import type { RawFileRecord, RawFilesBatch } from './read-raw-files.ts';

/** Maximum number of skipped parts that the job lists. */
const maxListed = 100;

/** Starts an import of raw records into a workspace. What was imported before a cancel stays. */
export function createRawRecordImport(workspace: Workspace) {
  /** Stored with the records in place of the id of a fetch. */
  const importId = randomUUID();
  const counts = { ...noImports, skipped: 0 };
  const listed: string[] = [];

  const applyRecords = async (batch: Extract<RawFilesBatch, { kind: 'records' }>) => {
    const stored = new Map(
      (await workspace.storedRecords(batch.records.map(({ recordId }) => recordId))).map((record) => [
        record.recordId,
        record,
      ]),
    );
    /** The latest version of each record, since a file may have several of one, in any order. */
    const latest = new Map<string, RawFileRecord>();
    for (const record of batch.records) {
      const { recordId, sha256 } = record;
      const former = latest.get(recordId);
      const known = [former, stored.get(recordId)].filter((one) => one !== undefined);
      if (known.some((one) => one.sha256 === sha256)) counts.unchanged += 1;
      else if (known.some((one) => isOlder(record, one))) counts.older += 1;
      else {
        if (former) counts.older += 1;
        latest.set(recordId, record);
      }
    }
    const toImport = [...latest.values()];
    if (toImport.length === 0) return;
    const { brand, fields, fileName, offset } = batch;
    const body = buildPageBody(
      toImport.map(({ bytes }) => bytes),
      brand,
    );
    const queryText = writeFileProvenance(fileName, brand);
    const page = { fetchId: importId, queryText, offset, fetchedAt: nowUtc(), brand, fields, body };
    const stated = toImport.map(({ recordId, bytes }) => ({ recordId, byteLength: bytes.length }));
    const outcome = await workspace.ingestImportedPage(page, stated);
    if (!outcome.ok) throw new Error(`Records of ${fileName} could not be imported: ${outcome.message}`);
    counts.added += outcome.newRecords;
    counts.changed += outcome.changedRecords;
    counts.withFewerFields += toImport.length - outcome.newRecords - outcome.changedRecords;
    counts.problems += outcome.problems;
  };

  return {
    /** Batches must be applied in their order, one after the other. */
    async apply(batch: RawFilesBatch): Promise<void> {
      if (batch.kind === 'records') return applyRecords(batch);
      counts.skipped += batch.count;
      listed.push(...batch.listed.slice(0, maxListed - listed.length));
    },
    /** What was imported, once all batches have been applied. */
    describe: (): JobEnd => describeImport(counts, listed),
  };
}

/** Whether the workspace has a version of the record that was uploaded later. */
function isOlder({ uploadedAt }: RawFileRecord, known: Pick<StoredRecord, 'uploadedAt'>): boolean {
  return uploadedAt !== null && known.uploadedAt !== null && uploadedAt < known.uploadedAt;
}

function describeImport(
  {
    added,
    changed,
    unchanged,
    older,
    withFewerFields,
    problems,
    skipped,
  }: ImportCounts & { readonly skipped: number },
  listed: readonly string[],
): JobEnd {
  const parts = [
    formatQuantity(added, 'new record'),
    ...(changed > 0 ? [`${formatQuantity(changed, 'record')} changed`] : []),
    ...(unchanged > 0
      ? [`${formatQuantity(unchanged, 'record')} that ${unchanged === 1 ? 'was' : 'were'} here already`]
      : []),
  ];
  const unlisted = skipped - listed.length;
  const notTaken = skipped > 0 ? ` Not taken: ${formatQuantity(skipped, 'item')}, listed in the notes.` : '';
  return {
    outcome: `Imported from file: ${parts.join(', ')}.${notTaken}`,
    warnings: [
      ...(older > 0
        ? [`Of ${formatQuantity(older, 'record')} a version that was uploaded later is here, which stays.`]
        : []),
      ...(withFewerFields > 0
        ? [`Of ${formatQuantity(withFewerFields, 'record')} a version with more fields is here, which stays.`]
        : []),
      ...(problems > 0
        ? [`${formatQuantity(problems, 'part')} of records could not be used, listed under Problems.`]
        : []),
      ...listed,
      ...(unlisted > 0 ? [`… and ${formatCount(unlisted)} more.`] : []),
    ],
  };
}
