import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { createAreas } from '../../electron/core/create-areas.ts';
import { createEvents } from '../../electron/core/events.ts';
import { createDrafts } from '../../electron/core/orders/create-drafts.ts';
import type { AppEvent } from '../../shared/events/app-event.ts';
import { parseDraft } from '../../shared/orders/order-draft.ts';
import { parseTemplate, toTemplate } from '../../shared/orders/order-template.ts';
import type { DraftToKeep } from '../../shared/orders/stored-draft.ts';
import type { Result } from '../../shared/result.ts';
import { makeDraft, rectangleShape } from '../builders/order-draft-builder.ts';
import { buildUuid } from '../builders/record-builder.ts';
import { makeTempFolder, openTestWorkspace } from '../builders/workspace-builder.ts';

async function start(file?: string) {
  const workspace = await openTestWorkspace(file);
  const events = createEvents();
  const published: AppEvent[] = [];
  events.listen(({ event }) => published.push(event));
  return {
    workspace,
    published,
    drafts: createDrafts(() => workspace, events),
    areas: createAreas(() => workspace, events),
  };
}

function valued<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`${result.failure.code}: ${result.failure.message}`);
  return result.value;
}

function draftToKeep(change: Partial<Extract<DraftToKeep, { kind: 'draft' }>> = {}) {
  return { kind: 'draft', id: buildUuid(), name: '', draft: makeDraft(), ...change } as const;
}

describe('drafts', () => {
  it('are in the file, in the order of their last change, with the time they were begun', async () => {
    const { drafts, published } = await start();
    const first = draftToKeep();
    const begun = valued(await drafts.put(first));
    valued(await drafts.put(draftToKeep({ name: 'Second' })));
    const changed = { ...first, draft: makeDraft({ descriptiveName: 'Changed' }) };
    const kept = valued(await drafts.put(changed));
    expect(kept).toMatchObject({ ...changed, createdAt: begun.createdAt });
    expect(valued(await drafts.list()).map(({ id }) => id)).toContain(first.id);
    expect(valued(await drafts.list()).find(({ id }) => id === first.id)).toEqual(kept);
    expect(published).toContainEqual({ type: 'changed', what: 'drafts' });
  });

  it('that were deleted come back, but not by a change that was still on its way', async () => {
    const { drafts } = await start();
    const draft = draftToKeep();
    valued(await drafts.put(draft));
    valued(await drafts.remove(draft.id));
    expect(await drafts.remove(draft.id)).toMatchObject({ failure: { code: 'not-found' } });
    valued(await drafts.put({ ...draft, name: 'Late' }));
    expect(valued(await drafts.list())).toEqual([]);
    expect(valued(await drafts.restore(draft.id))).toMatchObject({ id: draft.id, name: 'Late' });
    expect(valued(await drafts.list())).toHaveLength(1);
  });

  it('are refused without a workspace', async () => {
    const drafts = createDrafts(() => undefined, createEvents());
    expect(await drafts.put(draftToKeep())).toMatchObject({ failure: { code: 'no-workspace' } });
  });
});

describe('a draft as a file', () => {
  it('says in another workspace what it says here', async () => {
    const { drafts, areas } = await start();
    const shape = rectangleShape(120, 34, 124, 36);
    const area = valued(await areas.create({ name: 'Yellow Sea', shape }));
    const draft = draftToKeep({ draft: makeDraft({ areas: [{ kind: 'area', areaId: area.id }] }) });
    valued(await drafts.put(draft));
    const file = path.join(await makeTempFolder(), 'draft.json');
    valued(await drafts.writeTo(draft.id, file));
    expect(valued(parseDraft(await readFile(file, 'utf8'))).areas).toMatchObject([
      { kind: 'polygon', name: 'Yellow Sea' },
    ]);
  });

  it('can be a template', async () => {
    const { drafts } = await start();
    const template = toTemplate(makeDraft(), 'Weekly watch');
    const id = buildUuid();
    valued(await drafts.put({ kind: 'template', id, template }));
    const file = path.join(await makeTempFolder(), 'template.json');
    valued(await drafts.writeTo(id, file));
    expect(valued(parseTemplate(await readFile(file, 'utf8')))).toEqual(template);
  });

  it('leaves nothing behind where it cannot be written', async () => {
    const { drafts } = await start();
    const draft = draftToKeep();
    valued(await drafts.put(draft));
    const folder = await makeTempFolder();
    const gone = path.join(folder, 'gone', 'draft.json');
    expect(await drafts.writeTo(draft.id, gone)).toMatchObject({ ok: false, failure: { code: 'disk' } });
    expect(await readdir(folder)).toEqual([]);
    await expect(stat(gone)).rejects.toThrow();
  });
});
