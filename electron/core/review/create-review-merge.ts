import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { Job } from '../../../shared/jobs/job.ts';
import { fail, type Result, succeed } from '../../../shared/result.ts';
import type { ImportedReviews } from '../../../shared/review/review-change.ts';
import type {
  ConflictChoice,
  MergeRequest,
  ReviewMergeResult,
  ReviewMergeSource,
} from '../../../shared/review/review-merge.ts';
import type { Events } from '../base/events.ts';
import { type ChosenFile, createFileIds } from '../base/file-ids.ts';
import { toWriteResult } from '../workspace/open/get-open-workspace.ts';
import type { Workspace } from '../workspace/open/workspace.ts';
import type { MergeResult } from '../workspace/tables/merge-workspace.ts';
import type { ReviewBatchInfo, WrittenReviewChanges } from '../workspace/tables/reviews.ts';
import { createInspectFiles } from '../workspace-tools/inspect-files.ts';
import type { RunTool } from '../workspace-tools/run-tool.ts';

type ReviewMergeDeps = {
  readonly runTool: RunTool;
  readonly events: Pick<Events, 'publish'>;
  readonly newBatchInfo: () => ReviewBatchInfo;
  /** Publishes the change; `imported` is the batch of an import, which has no caller that could undo it. */
  readonly publishChange: (written: WrittenReviewChanges, imported?: ImportedReviews) => void;
};

/** Merging what users have judged in other workspaces into the open one. The other file is only read. */
export function createReviewMerge({ runTool, events, newBatchInfo, publishChange }: ReviewMergeDeps) {
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
