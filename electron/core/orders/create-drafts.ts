import type { Area } from '../../../shared/areas/area.ts';
import { makePortable } from '../../../shared/orders/draft-areas.ts';
import { draftText } from '../../../shared/orders/order-draft.ts';
import type { StoredDraft } from '../../../shared/orders/stored-draft.ts';
import { fail, type Result, succeed } from '../../../shared/result.ts';
import { nowUtc } from '../../../shared/time.ts';
import type { Events } from '../events.ts';
import { beginPartFile, type PartFile } from '../exchange/part-file.ts';
import { describeWriteError } from '../exchange/write-error.ts';
import { type OpenWorkspace, openedWorkspace, writableWorkspace, written } from '../in-workspace.ts';
import type { Drafts } from './drafts.ts';

/** The drafts and templates of the open workspace. */
export function createDrafts(workspace: OpenWorkspace, events: Events): Drafts {
  const changed = () => events.publish({ type: 'changed', what: 'drafts' });
  return {
    async list() {
      const opened = openedWorkspace(workspace);
      return opened.ok ? succeed(await opened.value.listDrafts()) : opened;
    },
    async put(draft) {
      const opened = writableWorkspace(workspace);
      if (!opened.ok) return opened;
      const now = nowUtc();
      const kept = await written(opened.value.putDraft({ ...draft, createdAt: now, updatedAt: now }));
      if (kept.ok) changed();
      return kept;
    },
    async remove(id) {
      const opened = writableWorkspace(workspace);
      if (!opened.ok) return opened;
      const removed = await written(opened.value.deleteDraft(id, nowUtc()));
      if (!removed.ok) return removed;
      if (!removed.value) return noSuchDraft(id);
      changed();
      return succeed(undefined);
    },
    async restore(id) {
      const opened = writableWorkspace(workspace);
      if (!opened.ok) return opened;
      const restored = await written(opened.value.restoreDraft(id));
      if (!restored.ok) return restored;
      if (!restored.value) return noSuchDraft(id);
      changed();
      return succeed(restored.value);
    },
    async writeTo(id, path) {
      const opened = openedWorkspace(workspace);
      if (!opened.ok) return opened;
      const stored = (await opened.value.listDrafts()).find((draft) => draft.id === id);
      if (!stored) return noSuchDraft(id);
      return writeWhole(path, fileText(stored, await opened.value.listAreas()));
    },
  };
}

function fileText(stored: StoredDraft, areas: readonly Area[]): string {
  if (stored.kind === 'draft') return draftText(makePortable(stored.draft, areas));
  return draftText(makePortable(stored.template, areas));
}

async function writeWhole(path: string, text: string): Promise<Result<undefined>> {
  let part: PartFile | undefined;
  try {
    part = await beginPartFile(path);
    await part.write(text);
    await part.finish();
    await part.publish();
    return succeed(undefined);
  } catch (error) {
    await part?.discard();
    return fail('disk', describeWriteError(error, path));
  }
}

function noSuchDraft(id: string) {
  return fail('not-found', `There is no draft ${id} in this workspace. It may have been ordered or deleted.`);
}
