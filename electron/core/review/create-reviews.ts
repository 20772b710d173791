import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { csvCell } from '../../../shared/csv-cell.ts';
import type { Job } from '../../../shared/jobs/job.ts';
import { fail, type Result, succeed } from '../../../shared/result.ts';
import type { ImportedReviews, Reviewer, SetReviewsResult } from '../../../shared/review/review-change.ts';
import { reviewFlags } from '../../../shared/review/review-flags.ts';
import type {
  ConflictChoice,
  MergeRequest,
  ReviewMergeResult,
  ReviewMergeSource,
} from '../../../shared/review/review-merge.ts';
import type { UnattachedReview } from '../../../shared/review/unattached-review.ts';
import { nowUtc } from '../../../shared/time.ts';
import type { Events } from '../base/events.ts';
import { type ChosenFile, createFileIds } from '../base/file-ids.ts';
import { writeWholeFile } from '../base/write-whole-file.ts';
import type { Session } from '../session/session.ts';
import { accountStem } from '../session/workspace-choice.ts';
import type { SettingsFile } from '../settings/settings-file.ts';
import { toWriteResult } from '../workspace/open/get-open-workspace.ts';
import type { Workspace } from '../workspace/open/workspace.ts';
import type { MergeResult } from '../workspace/tables/merge-workspace.ts';
import type { ReviewBatchInfo, WrittenReviewChanges } from '../workspace/tables/reviews.ts';
import { createInspectFiles } from '../workspace-tools/inspect-files.ts';
import type { RunTool } from '../workspace-tools/run-tool.ts';

type ReviewsDeps = {
  readonly events: Events;
  readonly session: Pick<Session, 'state'>;
  readonly settings: Pick<SettingsFile, 'current' | 'change'>;
  readonly runTool: RunTool;
};

/** Who reviews, the announcement of changes, and merging. Reviews are in the workspace. */
export function createReviews({ events, session, settings, runTool }: ReviewsDeps) {
  /** The account of the open workspace; undefined before the first sign-in. */
  const account = () => {
    const { profile, username } = session.state();
    return username === undefined ? undefined : { stem: accountStem({ profile, username }), username };
  };
  const reviewer = (): Reviewer => {
    const team = settings.current().team?.user;
    // In a team the login on its database is the name: the database accepts no other one.
    if (team !== undefined) return { name: team, given: null, isTeamLogin: true };
    const current = account();
    const given = current && settings.current().reviewers?.[current.stem];
    return { name: given ?? current?.username ?? '', given: given ?? null };
  };
  const newBatchInfo = (): ReviewBatchInfo => ({
    batch: randomUUID(),
    reviewer: reviewer().name,
    at: nowUtc(),
  });
  const publishChange = (
    { reviews, changed, previousVersion: former, version }: WrittenReviewChanges,
    imported?: ImportedReviews,
  ) => {
    if (version === former) return;
    const isWhole = reviews.length === changed;
    const flags = isWhole ? reviews.map(({ id, review }) => ({ id, flags: reviewFlags(review) })) : null;
    events.publish({
      type: 'reviews',
      ...{ previousVersion: former, version, flags },
      ...(imported && { imported }),
    });
  };
  return {
    ...createReviewMerge({ runTool, events, newBatchInfo, publishChange }),
    newBatchInfo,
    /** Publishes a change that was made, and returns it for the page. */
    publish(done: Result<WrittenReviewChanges>): Result<SetReviewsResult> {
      if (!done.ok) return done;
      publishChange(done.value);
      const { previousVersion: _former, version: _version, ...changed } = done.value;
      return succeed(changed);
    },
    reviewer,
    /** Sets the reviewer's name for further reviews; an empty one means the account's user name. */
    async setReviewer(name: string): Promise<Result<Reviewer>> {
      const current = account();
      if (!current) return fail('no-workspace', 'No workspace is open. Sign in once to create one.');
      const { [current.stem]: _former, ...others } = settings.current().reviewers ?? {};
      const reviewers = name === '' ? others : { ...others, [current.stem]: name };
      const changed = await settings.change((before) => ({ ...before, reviewers }));
      return changed.ok ? succeed(reviewer()) : changed;
    },
  };
}

type ReviewMergeDeps = {
  readonly runTool: RunTool;
  readonly events: Pick<Events, 'publish'>;
  readonly newBatchInfo: () => ReviewBatchInfo;
  /** Publishes the change; `imported` is the batch of an import, which has no caller that could undo it. */
  readonly publishChange: (written: WrittenReviewChanges, imported?: ImportedReviews) => void;
};

/** Merging what users have judged in other workspaces into the open one. The other file is only read. */
function createReviewMerge({ runTool, events, newBatchInfo, publishChange }: ReviewMergeDeps) {
  const ids = createFileIds();
  const mergeFile = async (
    workspace: Workspace,
    { path: file, name }: Pick<ChosenFile, 'path' | 'name'>,
    conflicts: ConflictChoice,
  ): Promise<Result<MergeResult>> => {
    const done = await toWriteResult(workspace.mergeWorkspace(file, conflicts, newBatchInfo()));
    if (!done.ok) return done;
    if (done.value.kind === 'refused') return refused(name, done.value.reason);
    const { value: merged } = done.value;
    if (merged.decisions.changes.length > 0) await workspace.clearCaches();
    publishStatements(events, merged);
    return succeed(merged);
  };
  return {
    /** Previews merging the reviews of another workspace. Fails with `invalid-input` and the reason. */
    async previewMerge(workspace: Workspace, chosen: ChosenFile): Promise<Result<ReviewMergeSource>> {
      if (path.resolve(chosen.path) === path.resolve(workspace.path)) {
        return refused(chosen.name, 'It is the workspace that is open.');
      }
      const [file] = await createInspectFiles(runTool)([chosen.path], { isThorough: true });
      if (!file) throw new Error('The file was not inspected.');
      if (file.kind !== 'workspace') return refused(chosen.name, file.reason);
      if (file.age === 'newer') {
        return refused(chosen.name, 'It was written by a newer Sightline. Update this one, then merge it.');
      }
      const merge = await workspace.previewMerge(chosen.path);
      if (merge.kind === 'refused') return refused(chosen.name, merge.reason);
      return succeed({
        id: ids.getId(chosen),
        fileName: chosen.name,
        name: file.name,
        preview: merge.value,
      });
    },
    /**
     * Merges the reviews of a previewed workspace, in one transaction. It can be undone as a batch. With items, the import
     * of these begins then, which deletes a temporary file.
     */
    async merge(
      workspace: Workspace,
      { fileId, conflicts, withItems = false }: MergeRequest,
      importItems: (workspace: Workspace, file: ChosenFile) => Promise<Result<Job>>,
    ): Promise<Result<ReviewMergeResult>> {
      const chosen = ids.findFile(fileId);
      if (!chosen) return fail('not-found', 'This workspace was chosen too long ago. Choose it again.');
      const done = await mergeFile(workspace, chosen, conflicts);
      if (!done.ok) return done;
      const started = withItems ? await importItems(workspace, chosen) : null;
      if (chosen.isTemporary && !started?.ok) await rm(chosen.path, { force: true });
      const { written, waiting, conflicts: decided, corrections, decisions, places } = done.value;
      publishChange(written);
      const { batch, changed } = written;
      return succeed({
        batch,
        changed,
        waiting,
        conflicts: decided + decisions.conflicts + places.conflicts.length,
        corrections: corrections.changes.length,
        decisions: decisions.changes.length,
        places: places.changes.length,
        leftOutPlaces: places.leftOut,
        itemsProblem: started && !started.ok ? started.failure : null,
      });
    },
    /** Merges the reviews of a case into `workspace`. */
    async mergeCase(
      workspace: Workspace,
      file: string,
      conflicts: ConflictChoice,
    ): Promise<Result<MergeResult>> {
      const done = await mergeFile(workspace, { path: file, name: 'the case' }, conflicts);
      if (!done.ok) return done;
      const { batch, changed } = done.value.written;
      publishChange(done.value.written, batch === null ? undefined : { batch, changed });
      return done;
    },
  };
}

/** Publishes what a merge has changed besides reviews. */
function publishStatements(
  { publish }: Pick<Events, 'publish'>,
  { corrections, decisions, places }: MergeResult,
): void {
  for (const [topic, event] of [
    ['results', { type: 'corrections-imported', changes: corrections.changes }],
    ['ais', { type: 'ais-decisions-imported', changes: decisions.changes }],
    ['results', { type: 'places-imported', changes: places.changes }],
  ] as const) {
    if (event.changes.length === 0) continue;
    publish({ type: 'changed', topic });
    publish(event);
  }
}

function refused(name: string, reason: string): Result<never> {
  return fail('invalid-input', `The reviews of ${name} cannot be merged. ${reason}`);
}

const batchSize = 1000;

/** Writes all reviews whose detections are not in the workspace to a CSV file. Fails with `disk`. */
export async function writeUnattachedReviews(path: string, workspace: Workspace): Promise<Result<undefined>> {
  return writeWholeFile(path, await csvOf(workspace));
}

const header =
  'record_id,analytic,longitude,latitude,verdict,flagged,note,reviewer,reviewed_at,record_in_workspace,name';

async function csvOf(workspace: Workspace): Promise<string> {
  const lines = [header];
  for (;;) {
    const { rows } = await workspace.unattachedReviews({ offset: lines.length - 1, limit: batchSize });
    lines.push(...rows.map(csvLine));
    if (rows.length < batchSize) return `${lines.join('\r\n')}\r\n`;
  }
}

function csvLine({
  recordId,
  identity,
  review,
  position,
  analytic,
  isRecordPresent,
}: UnattachedReview): string {
  const { verdict, flagged, note, reviewer, reviewedAt } = review;
  const [longitude = null, latitude = null] = position ?? [];
  const signed = [verdict, Number(flagged), note, reviewer, reviewedAt];
  return [recordId, analytic, longitude, latitude, ...signed, Number(isRecordPresent), identity]
    .map((value) => csvCell(value))
    .join(',');
}
