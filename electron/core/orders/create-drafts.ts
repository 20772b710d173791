import type { Area } from '../../../shared/areas/area.ts';
import { serializeDraft } from '../../../shared/orders/draft/order-draft.ts';
import type { StoredDraft } from '../../../shared/orders/draft/stored-draft.ts';
import { fail, succeed } from '../../../shared/result.ts';
import { nowUtc } from '../../../shared/time.ts';
import type { Events } from '../base/events.ts';
import { writeTextFile } from '../base/write-text-file.ts';
import {
  type GetWorkspace,
  getOpenWorkspace,
  getWritableWorkspace,
  toWriteResult,
} from '../workspace/open/get-open-workspace.ts';
import type { Drafts } from './drafts.ts';

/** The drafts and templates of the open workspace. */
export function createDrafts(workspace: GetWorkspace, events: Events): Drafts {
  const changed = () => events.publish({ type: 'changed', topic: 'drafts' });
  return {
    async list() {
      const opened = getOpenWorkspace(workspace);
      return opened.ok ? succeed(await opened.value.listDrafts()) : opened;
    },
    async save({ expected, ...draft }) {
      const opened = getWritableWorkspace(workspace);
      if (!opened.ok) return opened;
      const now = nowUtc();
      const stored = { ...draft, createdAt: now, updatedAt: now };
      const saved = await toWriteResult(opened.value.saveDraft(stored, expected));
      if (!saved.ok) return saved;
      if (saved.value === 'changed')
        return fail('conflict', 'It has been changed, ordered or deleted since.');
      changed();
      return succeed(saved.value);
    },
    async remove(id) {
      const opened = getWritableWorkspace(workspace);
      if (!opened.ok) return opened;
      const removed = await toWriteResult(opened.value.deleteDraft(id, nowUtc()));
      if (!removed.ok) return removed;
      if (!removed.value) return noSuchDraft(id);
      changed();
      return succeed(removed.value);
    },
    async restore(id) {
      const opened = getWritableWorkspace(workspace);
      if (!opened.ok) return opened;
      const restored = await toWriteResult(opened.value.restoreDraft(id));
      if (!restored.ok) return restored;
      if (!restored.value) return noSuchDraft(id);
      changed();
      return succeed(restored.value);
    },
    async revert(revert) {
      const opened = getWritableWorkspace(workspace);
      if (!opened.ok) return opened;
      const done = await toWriteResult(opened.value.revertDraft(revert, nowUtc()));
      if (!done.ok) return done;
      if (done.value === 'missing') return noSuchDraft(revert.expected.id);
      if (done.value === 'changed') return fail('conflict', 'It has been changed since.');
      changed();
      return succeed(undefined);
    },
    async writeTo(id, path) {
      const opened = getOpenWorkspace(workspace);
      if (!opened.ok) return opened;
      const { drafts } = await opened.value.listDrafts();
      const stored = drafts.find((draft) => draft.id === id);
      if (!stored) return noSuchDraft(id);
      return writeTextFile(path, await fileText(stored, await opened.value.listAreas()));
    },
  };
}

async function fileText(stored: StoredDraft, areas: readonly Area[]): Promise<string> {
  const { inlineDraftAreas } = await import('../../../shared/orders/draft/draft-areas.ts');
  if (stored.kind === 'draft') return serializeDraft(inlineDraftAreas(stored.draft, areas));
  return serializeDraft(inlineDraftAreas(stored.template, areas));
}

function noSuchDraft(id: string) {
  return fail('not-found', `There is no draft ${id} in this workspace. It may have been ordered or deleted.`);
}
