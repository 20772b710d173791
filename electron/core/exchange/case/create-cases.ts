import { rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { formatCarried, type WayOn } from '../../../../shared/carried-words.ts';
import type { ExportScope } from '../../../../shared/exchange/export-request.ts';
import { formatBytes } from '../../../../shared/format.ts';
import type { Job } from '../../../../shared/jobs/job.ts';
import type { ReceivedLayers, VectorLayer } from '../../../../shared/layers/vector-layer.ts';
import { type Failure, fail, type Result, succeed } from '../../../../shared/result.ts';
import type { ConflictChoice, ReviewMergePreview } from '../../../../shared/review/review-merge.ts';
import { nowUtc } from '../../../../shared/time.ts';
import type { WatchRule } from '../../../../shared/watch/watch-rule.ts';
import {
  type CasePreview,
  describeCaseDetections,
  describeLeftBehind,
} from '../../../../shared/workspace/case-file.ts';
import type { CaseImport } from '../../../../shared/workspace/case-import.ts';
import type { Events } from '../../base/events.ts';
import { type ChosenFile, createFileIds } from '../../base/file-ids.ts';
import { planPart, putInPlace } from '../../base/part-files.ts';
import { isSameFile } from '../../base/replaceable-file.ts';
import { CallStopped } from '../../base/thread-protocol.ts';
import type { ToolProgress } from '../../base/tool-context.ts';
import type { ChipCache } from '../../chips/chip-cache.ts';
import { type JobEnd, JobFailure, type JobHandle, type JobRunner, newJob } from '../../jobs/job-runner.ts';
import type { Session } from '../../session/session.ts';
import {
  type GetWorkspace,
  getOpenWorkspace,
  getWritableWorkspace,
} from '../../workspace/open/get-open-workspace.ts';
import type { Workspace } from '../../workspace/open/workspace.ts';
import type { MergeResult } from '../../workspace/tables/merge-workspace.ts';
import type { PlannedScope } from '../export-plan.ts';
import type { ExportTarget } from '../export-targets.ts';
import { planScope } from '../plan-export.ts';
import type { CaseBatch, CaseHead } from './case-batch.ts';
import type { CaseChoice } from './case-contents.ts';
import type { ImportTarget } from './import-case.ts';
import type { CaseReadTask } from './read-case.ts';
import type { CaseTask, WrittenCase } from './write-case.ts';

/** A chosen case: checked, but not imported yet. */
export type InspectedCase = {
  readonly id: string;
  readonly summary: CasePreview;
  /** Null where no workspace is open. */
  readonly reviews: ReviewMergePreview | null;
};

/** The rules of a file of the team, by their ids, and the names of layers that were replaced both here and there. */
export type ReceivedItemsSummary = { readonly ruleIds: readonly string[] } & Pick<ReceivedLayers, 'diverged'>;

type CasesDeps = {
  readonly workspace: GetWorkspace;
  readonly jobs: Pick<JobRunner, 'start' | 'remove'>;
  readonly events: Events;
  readonly session: Pick<Session, 'state' | 'access'>;
  /** Begins an empty workspace and opens it. */
  readonly openNew: (name: string) => Promise<Result<void>>;
  /** Writes a case in a thread of its own. */
  readonly writeCase: (
    task: CaseTask,
    options: { readonly signal: AbortSignal; readonly onProgress: (progress: ToolProgress) => void },
  ) => Promise<Result<WrittenCase>>;
  /** Plans a case in a thread of its own: the contents that it would leave behind. */
  readonly planCase: (
    task: CaseChoice & { readonly workspacePath: string },
    options: { readonly signal: AbortSignal },
  ) => Promise<readonly string[]>;
  /** Reads a case in a thread of its own. */
  readonly readCase: (
    task: CaseReadTask,
    options: {
      readonly signal: AbortSignal;
      readonly onProgress: (progress: ToolProgress) => void;
      readonly onBatch: (batch: CaseBatch) => Promise<void>;
    },
  ) => Promise<Result<undefined>>;
  /** Merges reviews and corrected meanings of a workspace file into the open one; every window can undo it. */
  readonly mergeReviews: (
    workspace: Workspace,
    file: string,
    conflicts: ConflictChoice,
  ) => Promise<Result<MergeResult>>;
  /** Copies layers of a workspace file that the open one lacks, or has in an older content. */
  readonly receiveLayers: (
    workspace: Workspace,
    file: string,
    layers: readonly VectorLayer[],
    signal: AbortSignal,
  ) => Promise<ReceivedLayers>;
  readonly adoptWatch: ImportTarget['adoptWatch'];
  readonly cache: ChipCache;
  /** `<data dir>/chips`. */
  readonly cacheFolder: string;
};

const presentWins: ConflictChoice = { winner: 'present', except: [] };
/** Topics that a file of the team changes: others would let the exchange with the team begin anew. */
const itemTopics = ['areas', 'layers', 'searches', 'watch'] as const;
const importedTopics = [
  'results',
  'reviews',
  'areas',
  'layers',
  'searches',
  'chips',
  'marking',
  'ais',
  'watch',
] as const;

/** Requested contents of a case, and where it is written. */
type CaseRequest = {
  readonly scope: ExportScope;
  /** The description of the scope, which the case states. */
  readonly scopeWords: string;
  readonly withChips: boolean;
  readonly withLayers: boolean;
  readonly withRules: boolean;
  readonly target: ExportTarget;
};

/** Cases of the open workspace, which are workspaces themselves; writing and importing are jobs. */
export function createCases(deps: CasesDeps) {
  const { workspace: getWorkspace, jobs } = deps;
  const ids = createFileIds();
  return {
    /** Contents that a case would leave behind, in words; rejects with the signal's reason when it aborts. */
    async plan(
      { scope, ...choice }: Pick<CaseRequest, 'scope' | 'withLayers' | 'withRules'>,
      signal: AbortSignal = new AbortController().signal,
    ): Promise<Result<readonly string[]>> {
      const opened = getOpenWorkspace(getWorkspace);
      if (!opened.ok) return opened;
      const { path: workspacePath } = opened.value;
      const task = { ...choice, workspacePath, scope: await planScope(opened.value, scope) };
      return succeed(await deps.planCase(task, { signal }));
    },
    async write(request: CaseRequest): Promise<Result<Job>> {
      const opened = getOpenWorkspace(getWorkspace);
      if (!opened.ok) return opened;
      const workspace = opened.value;
      if (await isSameFile(request.target.path, workspace.path)) {
        return fail('invalid-input', 'This is the open workspace itself. Choose another name.');
      }
      const chosen = await planScope(workspace, request.scope);
      return jobs.start({
        job: newJob({ kind: 'export', title: `Case ${path.basename(request.target.path)}` }),
        run: (handle) => writeChosen(deps, workspace, { ...request, scope: chosen }, handle),
      });
    },
    /**
     * Checks the whole file and previews the import. Shown as a job while it runs; `signal` cancels it, too.
     */
    async inspect(chosen: ChosenFile, signal?: AbortSignal): Promise<Result<InspectedCase>> {
      const workspace = getWorkspace();
      if (workspace && (await isSameFile(chosen.path, workspace.path))) {
        return fail('invalid-input', `${chosen.name} is the workspace that is open.`);
      }
      const found = await check(deps, chosen, signal);
      return found.ok ? succeed({ ...found.value, id: ids.getId(chosen) }) : found;
    },
    async import({ fileId, into, conflicts }: CaseImport): Promise<Result<Job>> {
      const chosen = ids.findFile(fileId);
      if (!chosen) return fail('not-found', 'This case was chosen too long ago. Choose it again.');
      if (into.kind === 'new') {
        // The file may have changed since its preview, and nothing of one that is refused is opened.
        const checked = await check(deps, chosen);
        if (!checked.ok) return checked;
        const opened = await deps.openNew(into.name);
        if (!opened.ok) return opened;
      }
      const writable = getWritableWorkspace(getWorkspace);
      if (!writable.ok) return writable;
      const workspace = writable.value;
      return jobs.start({
        job: newJob({ kind: 'import', title: `Import ${chosen.name}` }),
        run: (handle) => importParts(deps, workspace, chosen, { parts: 'everything', conflicts }, handle),
      });
    },
    /**
     * Imports those layers, sites and rules of a file of the team that did not come before, and newer contents of layers,
     * outside of a job: what the user has deleted since does not return. Fails with why the file cannot be trusted.
     */
    receiveItems: (
      workspace: Workspace,
      file: string,
      signal: AbortSignal,
    ): Promise<Result<ReceivedItemsSummary>> => receiveItems(deps, workspace, file, signal),
    /** Starts a job that imports the layers, sites and rules of the watch of a workspace file. */
    importItems: (workspace: Workspace, chosen: ChosenFile): Promise<Result<Job>> =>
      jobs.start({
        job: newJob({ kind: 'import', title: `Import layers, sites and rules of ${chosen.name}` }),
        run: (handle) =>
          importParts(deps, workspace, chosen, { parts: 'items', conflicts: presentWins }, handle),
      }),
  };
}

async function writeChosen(
  { session, cacheFolder, writeCase }: CasesDeps,
  workspace: Workspace,
  { withChips, target, ...contents }: Omit<CaseRequest, 'scope'> & { readonly scope: PlannedScope },
  { signal, progress, commit }: JobHandle,
): Promise<JobEnd> {
  const planned = planPart(target.path);
  try {
    const task: CaseTask = {
      workspacePath: workspace.path,
      to: planned.part,
      ...contents,
      chips: withChips ? { cacheFolder, profileId: session.access.profile().id } : null,
      madeAt: nowUtc(),
      madeBy: session.state().username ?? '',
    };
    const written = await writeCase(task, { signal, onProgress: progress });
    if (!written.ok) throw new JobFailure(written.failure);
    commit();
    await putInPlace(planned);
    const { size } = await stat(target.path);
    return {
      ...describeWritten(written.value, size),
      files: [{ name: path.basename(target.path), ...target }],
    };
  } finally {
    await rm(planned.part, { force: true });
  }
}

/** Previews a case in a job, which is gone when it has ended: the caller shows how. `signal` cancels it, too. */
async function check(
  deps: CasesDeps,
  chosen: ChosenFile,
  signal?: AbortSignal,
): Promise<Result<Omit<InspectedCase, 'id'>>> {
  const { jobs } = deps;
  const checked = Promise.withResolvers<Result<Omit<InspectedCase, 'id'>>>();
  const job = newJob({ kind: 'check', title: `Check ${chosen.name}` });
  const started = await jobs.start({
    job,
    async run(handle) {
      try {
        checked.resolve(await preview(deps, chosen, handle, signal));
      } catch (error) {
        if (error instanceof CallStopped || handle.signal.aborted || signal?.aborted) {
          checked.resolve(fail('cancelled', `The check of ${chosen.name} was cancelled.`));
        } else checked.reject(error);
      }
      return {};
    },
    onEnded: () => jobs.remove(job.id),
  });
  return started.ok ? checked.promise : started;
}

async function preview(
  { workspace, readCase }: CasesDeps,
  chosen: ChosenFile,
  { signal, progress }: JobHandle,
  requestSignal: AbortSignal | undefined,
): Promise<Result<Omit<InspectedCase, 'id'>>> {
  let head: CaseHead | undefined;
  const read = await readCase(
    { path: chosen.path, parts: 'head' },
    {
      signal: requestSignal ? AbortSignal.any([signal, requestSignal]) : signal,
      onProgress: progress,
      async onBatch(batch) {
        if (batch.kind === 'head') head = batch.head;
      },
    },
  );
  if (!read.ok) return { ok: false, failure: nameFile(chosen, read.failure) };
  if (!head) throw new Error('The case was read without its head.');
  const merge = await workspace()?.previewMerge(chosen.path);
  if (merge?.kind === 'refused') return nameRefusal(chosen, merge.reason);
  const { size } = await stat(chosen.path);
  return succeed({
    summary: { ...head, fileName: chosen.name, bytes: size },
    reviews: merge?.value ?? null,
  });
}

async function receiveItems(
  deps: CasesDeps,
  workspace: Workspace,
  file: string,
  signal: AbortSignal,
): Promise<Result<ReceivedItemsSummary>> {
  const ruleIds: string[] = [];
  const { createCaseImport } = await import('./import-case.ts');
  const { readReceivedItems, receivableItems, saveReceivedItems } = await import('./import-case.ts');
  const received = await readReceivedItems(workspace);
  const running = createCaseImport(targetOf(deps, workspace, file, presentWins, signal), { progress() {} });
  const onBatch = async (batch: CaseBatch) => {
    if (batch.kind === 'items' && batch.of === 'rules')
      ruleIds.push(...(batch.items as readonly WatchRule[]).map(({ id }) => id));
    const items = receivableItems(batch, received);
    if (items) await running.apply(items);
  };
  try {
    const read = await deps.readCase({ path: file, parts: 'items' }, { signal, onProgress() {}, onBatch });
    if (!read.ok) return read;
    await saveReceivedItems(workspace, received);
    return succeed({ ruleIds, diverged: running.diverged });
  } finally {
    await publishChanged(deps, 'team', itemTopics);
  }
}

/** Publishes that these topics and those of lists that have come on a way have changed. */
async function publishChanged(
  { events }: CasesDeps,
  way: WayOn,
  topics: readonly ((typeof itemTopics)[number] | (typeof importedTopics)[number])[],
): Promise<void> {
  const { listsOnWay, topicOf } = await import('../../../../shared/items/item-kinds.ts');
  for (const topic of [...topics, ...listsOnWay(way).map(topicOf)])
    events.publish({ type: 'changed', topic });
}

/** A temporary file is deleted once all of it is imported. */
async function importParts(
  deps: CasesDeps,
  workspace: Workspace,
  chosen: ChosenFile,
  { parts, conflicts }: { readonly parts: 'everything' | 'items'; readonly conflicts: ConflictChoice },
  handle: JobHandle,
): Promise<JobEnd> {
  const { signal, progress } = handle;
  const { createCaseImport } = await import('./import-case.ts');
  const running = createCaseImport(targetOf(deps, workspace, chosen.path, conflicts, signal), handle);
  try {
    const read = await deps.readCase(
      { path: chosen.path, parts },
      { signal, onProgress: progress, onBatch: running.apply },
    );
    if (!read.ok) throw new JobFailure(nameFile(chosen, read.failure));
    if (chosen.isTemporary) await rm(chosen.path, { force: true });
    return parts === 'items' ? running.describeItems() : await running.describe();
  } finally {
    await publishChanged(deps, parts === 'items' ? 'merge' : 'case', importedTopics);
  }
}

function targetOf(
  { mergeReviews, receiveLayers, adoptWatch, cache, session }: CasesDeps,
  workspace: Workspace,
  file: string,
  conflicts: ConflictChoice,
  signal: AbortSignal,
): ImportTarget {
  return {
    workspace,
    mergeReviews: () => mergeReviews(workspace, file, conflicts),
    receiveLayers: (layers) => receiveLayers(workspace, file, layers, signal),
    adoptWatch,
    cache,
    profileId: session.access.profile().id,
  };
}

function describeWritten({ counts, facts }: WrittenCase, bytes: number) {
  const parts = [
    formatCarried('records', counts.records),
    describeCaseDetections(facts.detections, counts.detections),
    formatCarried('reviews', counts.reviews),
  ];
  const { missingChips } = facts;
  return {
    outcome: `${parts.join(', ')} and ${formatCarried('chips', counts.chips)} in ${formatBytes(bytes)}.`,
    warnings: [
      ...(missingChips > 0
        ? [
            `${formatCarried('chips', missingChips)} of these detections are not on this disk, nor in the case.`,
          ]
        : []),
      ...describeLeftBehind(facts.leftBehind ?? []),
    ],
  };
}

function nameFile({ name }: ChosenFile, failure: Failure): Failure {
  return { ...failure, message: `${name} cannot be opened. ${failure.message}` };
}

function nameRefusal({ name }: ChosenFile, reason: string): Result<never> {
  return fail('invalid-input', `${name} cannot be opened. ${reason}`);
}
