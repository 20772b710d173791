import { rm } from 'node:fs/promises';
import path from 'node:path';
import { fail, type Result, succeed } from '../../../shared/result.ts';
import { type OpenWorkspace, openedWorkspace, writableWorkspace, written } from '../in-workspace.ts';
import type { ReviewAct, ReviewsWritten } from '../workspace/tables/review-changes.ts';
import { createFileIds } from '../workspace-tools/file-ids.ts';
import type { RunTool } from '../workspace-tools/run-tool.ts';
import type { ChosenFile } from '../workspace-tools/workspace-tools.ts';
import type { Reviews } from './reviews.ts';

type MergeParts = {
  readonly workspace: OpenWorkspace;
  readonly runTool: RunTool;
  readonly act: () => ReviewAct;
  /** Tells everybody of the change. */
  readonly tell: (written: ReviewsWritten) => void;
};

/** Merging the reviews of other workspaces into the open one. The other file is only read. */
export function createReviewMerge({
  workspace: open,
  runTool,
  act,
  tell,
}: MergeParts): Pick<Reviews, 'offerMerge' | 'merge'> {
  const ids = createFileIds();
  return {
    async offerMerge(chosen) {
      const opened = openedWorkspace(open);
      if (!opened.ok) return opened;
      if (path.resolve(chosen.path) === path.resolve(opened.value.path)) {
        return refused(chosen, 'It is the workspace that is open.');
      }
      const [file] = await runTool('look', { paths: [chosen.path] });
      if (!file) throw new Error('The file was not looked at.');
      if (file.kind !== 'workspace') return refused(chosen, file.reason);
      if (file.age === 'newer') {
        return refused(chosen, 'It was written by a newer Sightline. Update this one, then merge it.');
      }
      const look = await opened.value.lookAtMerge(chosen.path);
      if (look.kind === 'refused') return refused(chosen, look.reason);
      return succeed({
        id: ids.idOf(chosen),
        fileName: chosen.name,
        name: file.name,
        look: look.value,
      });
    },
    async merge({ fileId, conflicts }) {
      const chosen = ids.fileOf(fileId);
      if (!chosen) return fail('not-found', 'This workspace was chosen too long ago. Choose it again.');
      const opened = writableWorkspace(open);
      if (!opened.ok) return opened;
      const done = await written(opened.value.mergeWorkspace(chosen.path, conflicts, act()));
      if (!done.ok) return done;
      if (done.value.kind === 'refused') return refused(chosen, done.value.reason);
      if (chosen.isTemporary) await rm(chosen.path, { force: true });
      const { written: changes, waiting, conflicts: decided } = done.value.value;
      tell(changes);
      return succeed({ batch: changes.batch, changed: changes.changed, waiting, conflicts: decided });
    },
  };
}

function refused({ name }: ChosenFile, reason: string): Result<never> {
  return fail('invalid-input', `The reviews of ${name} cannot be merged. ${reason}`);
}
