import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { AisDecision } from '../../../shared/ais/ais-file.ts';
import type { PlaceLabelExchange } from '../../../shared/fixed-objects/merge-places.ts';
import type { Job } from '../../../shared/jobs/job.ts';
import { fail, type Result, succeed } from '../../../shared/result.ts';
import type { PropertyCorrectionChange } from '../../../shared/results/property-correction.ts';
import type { ImportedReviews } from '../../../shared/review/review-change.ts';
import type {
  ConflictChoice,
  MergeRequest,
  ReviewMergeResult,
  ReviewMergeSource,
} from '../../../shared/review/review-merge.ts';
import type { ChosenFile } from '../base/file-ids.ts';
import { createFileIds } from '../base/file-ids.ts';
import { toWriteResult } from '../workspace/open/get-open-workspace.ts';
import type { Workspace } from '../workspace/open/workspace.ts';
import type { MergeResult } from '../workspace/tables/merge-workspace.ts';
import type { ReviewBatchInfo, WrittenReviewChanges } from '../workspace/tables/reviews.ts';
import { createInspectFiles } from '../workspace-tools/inspect-files.ts';
import type { RunTool } from '../workspace-tools/run-tool.ts';

type ReviewMergeDeps = {
  readonly runTool: RunTool;
  readonly newBatchInfo: () => ReviewBatchInfo;
  /** Publishes the change; `imported` is the batch of an import, which has no caller that could undo it. */
  readonly publishChange: (written: WrittenReviewChanges, imported?: ImportedReviews) => void;
  readonly publishCorrections: (changes: readonly PropertyCorrectionChange[]) => void;
  readonly publishDecisions: (changes: readonly AisDecision[]) => void;
  readonly publishPlaces: (changes: readonly PlaceLabelExchange[]) => void;
};

/** Merging what users have judged in other workspaces into the open one. The other file is only read. */
export function createReviewMerge({
  runTool,
  newBatchInfo,
  publishChange,
  publishCorrections,
  publishDecisions,
  publishPlaces,
}: ReviewMergeDeps) {
  const ids = createFileIds();
  const mergeFile = async (
    workspace: Workspace,
    { path: file, name }: Pick<ChosenFile, 'path' | 'name'>,
    conflicts: ConflictChoice,
  ): Promise<Result<MergeResult>> => {
    const done = await toWriteResult(workspace.mergeWorkspace(file, conflicts, newBatchInfo()));
    if (!done.ok) return done;
    if (done.value.kind === 'refused') return refused(name, done.value.reason);
    publishCorrections(done.value.value.corrections.changes);
    if (done.value.value.decisions.changes.length > 0) await workspace.clearCaches();
    publishDecisions(done.value.value.decisions.changes);
    publishPlaces(done.value.value.places.changes);
    return succeed(done.value.value);
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

function refused(name: string, reason: string): Result<never> {
  return fail('invalid-input', `The reviews of ${name} cannot be merged. ${reason}`);
}
