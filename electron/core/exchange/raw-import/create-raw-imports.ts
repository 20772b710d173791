import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { writeFileProvenance } from '../../../../shared/exchange/file-provenance.ts';
import { formatCount, formatQuantity } from '../../../../shared/format.ts';
import type { Job } from '../../../../shared/jobs/job.ts';
import type { Result } from '../../../../shared/result.ts';
import { nowUtc } from '../../../../shared/time.ts';
import type { Events } from '../../base/events.ts';
import type { ChosenFile } from '../../base/file-ids.ts';
import type { ToolProgress } from '../../base/tool-context.ts';
import { type JobEnd, JobFailure, type JobRunner, newJob } from '../../jobs/job-runner.ts';
import type { Session } from '../../session/session.ts';
import { type GetWorkspace, getWritableWorkspace } from '../../workspace/open/get-open-workspace.ts';
import {
  describeImportedRecords,
  type ImportCounts,
  ingestImportedRecords,
  noImports,
} from '../../workspace/open/import-records.ts';
import type { Workspace } from '../../workspace/open/workspace.ts';
import type { StoredRecord } from '../../workspace/read/stored-records.ts';
import type { RawFileRecord, RawFilesBatch, RawFilesTask } from './read-raw-files.ts';

type RawImportsDeps = {
  readonly workspace: GetWorkspace;
  readonly jobs: Pick<JobRunner, 'start'>;
  readonly events: Events;
  readonly session: Pick<Session, 'access'>;
  /** Reads files in a thread of its own. */
  readonly readRawFiles: (
    task: RawFilesTask,
    options: {
      readonly signal: AbortSignal;
      readonly onProgress: (progress: ToolProgress) => void;
      readonly onBatch: (batch: RawFilesBatch) => Promise<void>;
    },
  ) => Promise<Result<undefined>>;
};

/** Imports of raw records into the open workspace. */
export function createRawImports({ workspace, jobs, events, session, readRawFiles }: RawImportsDeps) {
  return {
    /** Starts the import as a job. Temporary files are deleted when it has ended. */
    async start(files: readonly [ChosenFile, ...ChosenFile[]]): Promise<Result<Job>> {
      const removeTemporary = () =>
        Promise.all(
          files.filter(({ isTemporary }) => isTemporary).map(({ path }) => rm(path, { force: true })),
        );
      const writable = getWritableWorkspace(workspace);
      if (!writable.ok) {
        await removeTemporary();
        return writable;
      }
      const [first] = files;
      const from = files.length === 1 ? first.name : formatQuantity(files.length, 'file');
      return jobs.start({
        job: newJob({ kind: 'import', title: `Import raw records from ${from}` }),
        async run({ signal, progress }) {
          const running = createRawRecordImport(writable.value);
          try {
            const task = {
              files: files.map(({ path, name }) => ({ path, name })),
              brand: session.access.profile().brand,
            };
            const read = await readRawFiles(task, { signal, onProgress: progress, onBatch: running.apply });
            if (!read.ok) throw new JobFailure(read.failure);
            return await running.describe();
          } finally {
            events.publish({ type: 'changed', topic: 'results' });
            await removeTemporary();
          }
        },
      });
    },
  };
}

/** Maximum number of skipped parts that the job lists. */
const maxListed = 100;

/** Starts an import of raw records into a workspace. What was imported before a cancel stays. */
function createRawRecordImport(workspace: Workspace) {
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
    const queryText = writeFileProvenance(fileName, brand);
    const origin = { importId, queryText, offset, fetchedAt: nowUtc(), brand, fields };
    const refusal = await ingestImportedRecords(workspace, origin, toImport, counts);
    if (refusal !== undefined) throw new Error(`Records of ${fileName} could not be imported: ${refusal}`);
  };

  return {
    /** Batches must be applied in their order, one after the other. */
    async apply(batch: RawFilesBatch): Promise<void> {
      if (batch.kind === 'records') return applyRecords(batch);
      counts.skipped += batch.count;
      listed.push(...batch.listed.slice(0, maxListed - listed.length));
    },
    /** Summary of the import, once all batches have been applied. */
    async describe(): Promise<JobEnd> {
      return { ...describeImport(counts, listed), ...(await describeImportedRecords(workspace, importId)) };
    },
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
