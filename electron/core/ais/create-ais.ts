import { randomUUID } from 'node:crypto';
import { mkdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import {
  type AisFile,
  type AisFilePreview,
  type AisTimeReading,
  type AisTimes,
  hasTimeOf,
} from '../../../shared/ais/ais-file.ts';
import { matchingRule } from '../../../shared/ais/matching-rule.ts';
import { countNotSeen } from '../../../shared/ais/pass-outcome.ts';
import { type AisMapping, missingFields, orderOf } from '../../../shared/ais/read/ais-columns.ts';
import { chooseTimeForm, type TimeReading } from '../../../shared/ais/read/report-times.ts';
import type { Job } from '../../../shared/jobs/job.ts';
import { maxFileNameLength, toSavedText } from '../../../shared/printable-text.ts';
import { fail, type Result, succeed } from '../../../shared/result.ts';
import { nowUtc } from '../../../shared/time.ts';
import type { Events } from '../base/events.ts';
import { type ChosenFile, createFileIds } from '../base/file-ids.ts';
import { createSerialQueue } from '../base/serial-queue.ts';
import { CallStopped } from '../base/thread-protocol.ts';
import { type JobEnd, JobFailure, type JobRunner, newJob } from '../jobs/job-runner.ts';
import {
  type GetWorkspace,
  getOpenWorkspace,
  getWritableWorkspace,
} from '../workspace/open/get-open-workspace.ts';
import type { Workspace } from '../workspace/open/workspace.ts';
import type { ImportedFile, ReadAisFile } from './describe-import.ts';
import type { FolderReader, ImportNew, ImportOptions, ToolOptions } from './follow-folders.ts';
import type { AisMatchTask, MatchedAisPass } from './match-ais-pass.ts';
import type { AisFileTask, AisTimesTask } from './read-ais-file.ts';

type AisDeps = {
  readonly workspace: GetWorkspace;
  readonly jobs: Pick<JobRunner, 'start'>;
  readonly events: Pick<Events, 'publish' | 'listen'>;
  /** Reads a file or its times, and matches a pass, in a thread of its own. */
  readonly readAisFile: (task: AisFileTask, options: ToolOptions) => Promise<Result<ReadAisFile>>;
  readonly readAisTimes: (task: AisTimesTask) => Promise<Result<readonly TimeReading[]>>;
  readonly matchAisPass: (task: AisMatchTask, options: ToolOptions) => Promise<MatchedAisPass>;
  readonly onProblem: (error: unknown, where: string) => void;
  readonly temporaryFolder: string;
};

/** AIS files of the open workspace, and the matches that are derived from them. */
export function createAis(deps: AisDeps) {
  const { workspace, jobs, events, onProblem } = deps;
  const ids = createFileIds();
  const follower = createFollower(deps, (options) => update(options));
  const work = createSerialQueue();
  let stopping = new AbortController();
  /** Derives again what is not current; nothing where no file was imported. Rejects with `CallStopped` when it is stopped. */
  const update = ({ signal, onProgress }: Partial<ToolOptions> = {}): Promise<number> =>
    work.run(async () => {
      const writable = getWritableWorkspace(workspace);
      if (!writable.ok) return 0;
      const { signal: stopped } = stopping;
      try {
        return await matchStalePasses(deps, writable.value, {
          signal: signal ? AbortSignal.any([signal, stopped]) : stopped,
          ...(onProgress ? { onProgress } : {}),
        });
      } catch (error) {
        if (stopped.aborted || workspace() !== writable.value) throw new CallStopped();
        throw error;
      }
    });
  const stop = async (): Promise<void> => {
    stopping.abort();
    await work.settled();
    stopping = new AbortController();
  };
  let isUpdateDue = false;
  const stopListening = events.listen(({ event }) => {
    const isNew = event.type === 'changed' && (event.topic === 'results' || event.topic === 'workspace');
    // The pages of a fetch come faster than passes are matched.
    if (!isNew || isUpdateDue) return;
    isUpdateDue = true;
    void work
      .run(async () => {
        isUpdateDue = false;
      })
      .then(() => update())
      .catch((error: unknown) => {
        if (!(error instanceof CallStopped)) onProblem(error, 'matching passes with AIS');
      });
  });
  return {
    /**
     * Previews a chosen file; with the id of an imported one that it replaces, what the user has set for that one is the
     * mapping where the columns are the same. Fails with `invalid-input` for one that is no table.
     */
    async preview(file: ChosenFile, replaces: string | null = null): Promise<Result<AisFilePreview>> {
      const { previewAisFile } = await import('./read-ais-file.ts');
      const read = previewAisFile(file.path, file.name);
      if (!read.ok) return read;
      const isFolder = (await stat(file.path)).isDirectory();
      const { isTimeCertain, ...value } = read.value;
      const former = replaces === null ? undefined : await findImported(workspace, replaces);
      const isAlike = former && JSON.stringify(former.heading) === JSON.stringify(value.heading);
      const mapping = isAlike ? former.mapping : value.mapping;
      const { columns, timeForm } = mapping;
      const times =
        isAlike || isTimeCertain
          ? succeed({ timeForm, readings: [] })
          : await readTimes(deps, file, columns, value.publisher);
      if (!times.ok) return times;
      return succeed({
        ...value,
        mapping: { ...mapping, timeForm: times.value.timeForm },
        // What the user has set has other reasons.
        reasons: isAlike ? [] : value.reasons,
        readings: times.value.readings,
        file: ids.getId(file),
        name: file.name,
        replaces: former?.id ?? null,
        isMapped: isAlike === true,
        ...(isFolder && { isFolder }),
      });
    },
    /** Formats of times in some columns of a previewed file. */
    async readTimes(
      fileId: string,
      columns: AisMapping['columns'],
      publisher: AisFile['publisher'],
    ): Promise<Result<AisTimes>> {
      const file = ids.findFile(fileId);
      return file ? readTimes(deps, file, columns, publisher) : chosenBefore;
    },
    /**
     * Imports a previewed file as a job. Fails with `not-found`, or `invalid-input` while a needed column is missing, or
     * days and months can be exchanged.
     */
    async start(fileId: string, options: ImportOptions): Promise<Result<Job>> {
      const { mapping } = options;
      const file = ids.findFile(fileId);
      if (!file) return chosenBefore;
      const missing = missingFields(mapping);
      if (missing.length > 0)
        return fail(
          'invalid-input',
          `Choose the column of ${missing.join(', ')}. Without it no row is a report.`,
        );
      if (mapping.timeForm === null)
        return fail('invalid-input', 'Choose how times are written: days and months can be exchanged.');
      const writable = getWritableWorkspace(workspace);
      if (!writable.ok) return writable;
      return jobs.start({
        job: newJob({ kind: 'import', title: `Import AIS reports from ${file.name}` }),
        run: ({ signal, progress }) =>
          importAndMatch(deps, writable.value, file, options, { signal, onProgress: progress }, update),
      });
    },
    /** Reads files that have appeared in folders which are followed since they were read; one after the other. */
    followFolders: follower.follow,
    update,
    /** Ends the work that is under way, before the workspace is closed. */
    stop,
    async close(): Promise<void> {
      follower.stop();
      stopListening();
      await stop();
    },
  };
}

const chosenBefore = fail('not-found', 'This file was chosen in another run. Choose it again.');

/** Several readings left by all rows and the publisher, they are listed with the passes of their times. */
async function readTimes(
  { readAisTimes, workspace }: AisDeps,
  { path: filePath, name }: ChosenFile,
  columns: AisMapping['columns'],
  publisher: AisFile['publisher'],
): Promise<Result<AisTimes>> {
  const read = await readAisTimes({ path: filePath, name, columns });
  if (!read.ok) return read;
  const timeForm = chooseTimeForm(read.value, orderOf(publisher));
  if (timeForm !== null) return succeed({ timeForm, readings: [] });
  const opened = getOpenWorkspace(workspace);
  if (!opened.ok) return opened;
  const passes = (await opened.value.aisReach())
    .map(({ timeMs }) => timeMs)
    .toSorted((one, other) => one - other);
  const readings = read.value.map(({ form, rows, sample, minutes }): AisTimeReading => {
    let at = 0;
    const isNear = (timeMs: number) => {
      const minute = timeMs / 60_000;
      while ((minutes[at] ?? Number.POSITIVE_INFINITY) < minute - 60) at += 1;
      return (minutes[at] ?? Number.POSITIVE_INFINITY) <= minute + 60;
    };
    return { form, rows, sample, passes: passes.filter(isNear) };
  });
  return succeed({ timeForm, readings });
}

type Update = (options: ToolOptions) => Promise<unknown>;

async function importAndMatch(
  deps: AisDeps,
  workspace: Workspace,
  file: ChosenFile,
  meaning: ImportOptions,
  options: ToolOptions,
  update: Update,
): Promise<JobEnd> {
  const imported = await importFile(deps, workspace, file, meaning, options);
  await update(options);
  const { passes } = await workspace.aisOverview();
  const { describeImport } = await import('./describe-import.ts');
  return describeImport(imported, passes);
}

/** Interval at which folders are listed, milliseconds: a file that is the same in two listings is complete. */
const listingMs = 30_000;

/** Reads the files that appear in folders of imported files. */
function createFollower(deps: AisDeps, update: Update) {
  const { workspace, jobs, onProblem } = deps;
  const importNew: ImportNew = (opened, file, meaning, options) =>
    importAndMatch(deps, opened, file, meaning, options, update);
  let reader: Promise<FolderReader> | undefined;
  let running: Promise<void> | undefined;

  async function readNew(): Promise<void> {
    const writable = getWritableWorkspace(workspace);
    if (!writable.ok || !(await writable.value.aisFiles()).some(({ folder }) => folder)) return;
    reader ??= import('./follow-folders.ts').then(({ createFolderReader }) =>
      createFolderReader(jobs, importNew),
    );
    const readFolders = await reader;
    await readFolders(writable.value);
  }

  const follow = (): Promise<void> => {
    running ??= readNew().finally(() => {
      running = undefined;
    });
    return running;
  };
  const timer = setInterval(() => {
    follow().catch((error: unknown) => onProblem(error, 'reading new AIS files of a folder'));
  }, listingMs);
  timer.unref();
  return { follow, stop: () => clearInterval(timer) };
}

async function findImported(workspace: GetWorkspace, id: string): Promise<AisFile | undefined> {
  const opened = getOpenWorkspace(workspace);
  return opened.ok ? (await opened.value.aisFiles()).find((file) => file.id === id) : undefined;
}

async function importFile(
  { readAisFile, temporaryFolder, events }: AisDeps,
  workspace: Workspace,
  file: ChosenFile,
  { mapping, publisher, replaces = null, follows = false }: ImportOptions,
  options: ToolOptions,
): Promise<ImportedFile> {
  const to = path.join(temporaryFolder, `ais-${randomUUID()}`);
  try {
    await mkdir(temporaryFolder, { recursive: true });
    const passes = await workspace.aisReach();
    const { listReports } = await import('./open-tables.ts');
    // What appears while it is read comes later.
    const inFolder = follows ? (await listReports(file.path)).map(({ state }) => state) : [];
    const read = await readAisFile({ path: file.path, name: file.name, mapping, passes, to }, options);
    if (!read.ok) throw new JobFailure(read.failure);
    const { contacts, rows, accepted, fromMs, toMs, heading, digest, indexBytes } = read.value;
    const imported: AisFile = {
      ...{ contacts, rows, accepted, fromMs, toMs, heading, digest, indexBytes, mapping },
      id: randomUUID(),
      name: toSavedText(file.name, maxFileNameLength),
      publisher,
      importedAt: nowUtc(),
      passKeys: passes.filter(({ timeMs }) => hasTimeOf(read.value, timeMs)).map(({ key }) => key),
      ...(follows && { folder: { path: file.path, read: inFolder } }),
    };
    const others = (await workspace.aisFiles()).filter(({ folder }) => follows && folder?.path === file.path);
    let former: readonly string[];
    try {
      for (let last: number | null = 0; last !== null; ) {
        options.signal.throwIfAborted();
        last = await workspace.copyAisContacts(to, imported.id, last);
      }
      for (let last: number | null = 0; last !== null; ) {
        options.signal.throwIfAborted();
        last = await workspace.copyAisIndex(to, imported.id, last);
      }
      for (const { id } of others) await workspace.setAisFolder(id, null);
      former = await workspace.finishAisFile(imported, replaces);
    } catch (error) {
      // The next opening removes what a failure leaves here.
      await workspace.deleteAisFile(imported.id).catch(() => undefined);
      throw error;
    }
    await workspace.clearCaches();
    const replaced = former.filter((name) => name !== imported.name);
    return { ...read.value, passKeys: imported.passKeys, replaced, mapping };
  } finally {
    await rm(to, { force: true });
    if (file.isTemporary) await rm(file.path, { force: true });
    events.publish({ type: 'changed', topic: 'ais' });
  }
}

async function matchStalePasses(
  { matchAisPass, events }: AisDeps,
  workspace: Workspace,
  { signal, onProgress = () => undefined }: Pick<ToolOptions, 'signal'> & Partial<ToolOptions>,
): Promise<number> {
  if ((await workspace.aisFiles()).length === 0) {
    await discardOutcomes(workspace);
    return 0;
  }
  await readLaterPasses(workspace, signal);
  const states = await workspace.aisPassStates();
  const stale = states.filter(({ isCurrent }) => !isCurrent);
  await workspace.retainAisPasses(states.map(({ key }) => key));
  let done = 0;
  for (const { key } of stale) {
    signal.throwIfAborted();
    const input = await workspace.aisPassInput(key);
    done += 1;
    if (!input || input.pass.timeMs === null) continue;
    const { detections, contacts } = await matchAisPass(
      { ...input, path: workspace.path },
      { signal, onProgress: () => undefined },
    );
    const files = input.files.map(({ name }) => name);
    const matchedAt = nowUtc();
    await workspace.saveAisPass({
      outcome: {
        passKey: key,
        timeMs: input.pass.timeMs,
        matchedAt,
        files,
        notSeen: countNotSeen(detections, contacts),
      },
      stamp: input.stamp,
      source: `${files.join(', ')}; ${matchingRule}; ${matchedAt}`,
      contacts,
      matches: detections,
    });
    onProgress({ done, total: stale.length, unit: 'steps' });
  }
  if (stale.length > 0) {
    await workspace.clearCaches();
    events.publish({ type: 'changed', topic: 'ais' });
  }
  return stale.length;
}

/** Reads the indexes of files for the passes of their time that were fetched since. */
async function readLaterPasses(workspace: Workspace, signal: AbortSignal): Promise<void> {
  for (const { fileId, pass } of await workspace.aisLaterPasses()) {
    for (let after: string | null = ''; after !== null; ) {
      signal.throwIfAborted();
      after = await workspace.readAisIndex(fileId, pass, after);
    }
  }
}

/** Deletes what was derived from files that were removed. */
async function discardOutcomes(workspace: Workspace): Promise<void> {
  if ((await workspace.aisOutcomes()).length === 0) return;
  await workspace.retainAisPasses([]);
  await workspace.clearCaches();
}
