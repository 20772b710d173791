import { rm } from 'node:fs/promises';
import path from 'node:path';
import { fail, type Result, succeed } from '../../../shared/result.ts';
import type { ChosenFile } from '../base/file-ids.ts';
import { createFileIds } from '../base/file-ids.ts';
import {
  type GetWorkspace,
  getOpenWorkspace,
  getWritableWorkspace,
  toWriteResult,
} from '../workspace/open/get-open-workspace.ts';
import type { ReviewBatchInfo, WrittenReviewChanges } from '../workspace/tables/review-changes.ts';
import { createInspectFiles } from '../workspace-tools/inspect-files.ts';
import type { RunTool } from '../workspace-tools/run-tool.ts';
import type { Reviews } from './reviews.ts';

type ReviewMergeDeps = {
  readonly workspace: GetWorkspace;
  readonly runTool: RunTool;
  readonly newBatchInfo: () => ReviewBatchInfo;
  /** Publishes the change. */
  readonly publishChange: (written: WrittenReviewChanges) => void;
};

/** Merging the reviews of other workspaces into the open one. The other file is only read. */
export function createReviewMerge({
  workspace: open,
  runTool,
  newBatchInfo,
  publishChange,
}: ReviewMergeDeps): Pick<Reviews, 'previewMerge' | 'merge'> {
  const ids = createFileIds();
  return {
    async previewMerge(chosen) {
      const opened = getOpenWorkspace(open);
      if (!opened.ok) return opened;
      if (path.resolve(chosen.path) === path.resolve(opened.value.path)) {
        return refused(chosen, 'It is the workspace that is open.');
      }
      const [file] = await createInspectFiles(runTool)([chosen.path], { isThorough: true });
      if (!file) throw new Error('The file was not inspected.');
      if (file.kind !== 'workspace') return refused(chosen, file.reason);
      if (file.age === 'newer') {
        return refused(chosen, 'It was written by a newer Sightline. Update this one, then merge it.');
      }
      const merge = await opened.value.previewMerge(chosen.path);
      if (merge.kind === 'refused') return refused(chosen, merge.reason);
      return succeed({
        id: ids.getId(chosen),
        fileName: chosen.name,
        name: file.name,
        preview: merge.value,
      });
    },
    async merge({ fileId, conflicts }) {
      const chosen = ids.findFile(fileId);
      if (!chosen) return fail('not-found', 'This workspace was chosen too long ago. Choose it again.');
      const opened = getWritableWorkspace(open);
      if (!opened.ok) return opened;
      const done = await toWriteResult(opened.value.mergeWorkspace(chosen.path, conflicts, newBatchInfo()));
      if (!done.ok) return done;
      if (done.value.kind === 'refused') return refused(chosen, done.value.reason);
      if (chosen.isTemporary) await rm(chosen.path, { force: true });
      const { written: changes, waiting, conflicts: decided } = done.value.value;
      publishChange(changes);
      return succeed({ batch: changes.batch, changed: changes.changed, waiting, conflicts: decided });
    },
  };
}

function refused({ name }: ChosenFile, reason: string): Result<never> {
  return fail('invalid-input', `The reviews of ${name} cannot be merged. ${reason}`);
}
