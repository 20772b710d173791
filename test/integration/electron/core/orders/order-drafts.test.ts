import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { Workspace } from '../../../../../electron/core/workspace/open/workspace.ts';
import { parseDraft } from '../../../../../shared/orders/draft/order-draft.ts';
import { parseTemplate, toTemplate } from '../../../../../shared/orders/draft/order-template.ts';
import {
  type DraftToSave,
  draftRevertSchema,
  type StoredDraft,
} from '../../../../../shared/orders/draft/stored-draft.ts';
import { apiOf } from '../../../../builders/api-of.ts';
import { valued } from '../../../../builders/order-bench.ts';
import { makeDraft, rectangleShape } from '../../../../builders/order-draft-builder.ts';
import { buildUuid } from '../../../../builders/record-builder.ts';
import { stubHost } from '../../../../builders/stub-core.ts';
import { makeTempFolder, openTestWorkspace } from '../../../../builders/workspace-builder.ts';
import { withFile } from '../../../../builders/workspace-columns.ts';

async function start(file?: string) {
  const workspace = await openTestWorkspace(file);
  const { api, published } = apiOf(workspace);
  return { workspace, published, drafts: api.drafts, areas: api.areas };
}

/** Exports a draft to a file that the user chose. */
function exportDraft(workspace: Workspace, id: string, file: string) {
  const host = { ...stubHost, chooseSaveTarget: async () => ({ path: file }) };
  return apiOf(workspace, { host }).api.drafts.export(id);
}

function draftToKeep(change: Partial<Extract<DraftToSave, { kind: 'draft' }>> = {}) {
  return { kind: 'draft', id: buildUuid(), name: '', draft: makeDraft(), ...change } as const;
}

describe('drafts', () => {
  it('are in the file, in the order of their last change, with the time they were begun', async () => {
    const { drafts, published } = await start();
    const first = draftToKeep();
    const { before: none, after: begun } = valued(await drafts.save(first));
    expect(none).toBeNull();
    valued(await drafts.save(draftToKeep({ name: 'Second' })));
    const changed = { ...first, draft: makeDraft({ descriptiveName: 'Changed' }) };
    const { before, after: kept } = valued(await drafts.save(changed));
    expect(before).toEqual(begun);
    expect(kept).toMatchObject({ ...changed, createdAt: begun.createdAt });
    expect(valued(await drafts.list()).drafts.map(({ id }) => id)).toContain(first.id);
    expect(valued(await drafts.list()).drafts.find(({ id }) => id === first.id)).toEqual(kept);
    expect(published).toContainEqual({ type: 'changed', topic: 'drafts' });
  });

  it('that cannot be read are counted, retained, and hide no other', async () => {
    const { drafts, workspace } = await start();
    const saved = [draftToKeep(), draftToKeep(), draftToKeep()];
    for (const draft of saved) valued(await drafts.save(draft));
    const [newer, damaged, readable] = saved.map(({ id }) => id);
    const stored = () =>
      withFile(workspace.path, (sql) => sql.all('SELECT body FROM order_drafts ORDER BY draft_id'));
    withFile(workspace.path, (sql) => {
      const change = (id: string | undefined, body: string) =>
        sql.run('UPDATE order_drafts SET body = ? WHERE draft_id = ?', body, id ?? '');
      change(newer, JSON.stringify({ kind: 'blueprint', id: newer }));
      change(damaged, '{"kind":"draft",');
    });
    const before = stored();
    const { drafts: listed, unreadable } = valued(await drafts.list());
    expect([listed.map(({ id }) => id), unreadable]).toEqual([[readable], 2]);
    expect(stored()).toEqual(before);
  });

  it('that were deleted can be restored, but not by a change that was still being sent', async () => {
    const { drafts } = await start();
    const draft = draftToKeep();
    valued(await drafts.save(draft));
    valued(await drafts.remove(draft.id));
    expect(await drafts.remove(draft.id)).toMatchObject({ failure: { code: 'not-found' } });
    valued(await drafts.save({ ...draft, name: 'Late' }));
    expect(valued(await drafts.list()).drafts).toEqual([]);
    expect(valued(await drafts.restore(draft.id))).toMatchObject({ id: draft.id, name: 'Late' });
    expect(valued(await drafts.list()).drafts).toHaveLength(1);
  });

  it('are not replaced when another window has changed or deleted them since', async () => {
    const { drafts } = await start();
    const first = draftToKeep();
    valued(await drafts.save(first));
    const second = { ...first, name: 'Second' };
    valued(await drafts.save({ ...second, expected: first }));
    // Sent again because the response was lost.
    valued(await drafts.save({ ...second, expected: first }));
    const late = { ...first, name: 'Late', expected: first };
    expect(await drafts.save(late)).toMatchObject({ failure: { code: 'conflict' } });
    expect(valued(await drafts.list()).drafts).toMatchObject([{ name: 'Second' }]);
    valued(await drafts.remove(first.id));
    expect(await drafts.save({ ...second, expected: second })).toMatchObject({
      failure: { code: 'conflict' },
    });
    expect(valued(await drafts.restore(first.id))).toMatchObject({ name: 'Second' });
  });

  it('are set back to a former state, unless another window has changed or deleted them', async () => {
    const { drafts } = await start();
    const revert = (expected: StoredDraft, to: StoredDraft) => draftRevertSchema.parse({ expected, to });
    const first = draftToKeep();
    const { after: before } = valued(await drafts.save(first));
    const { after } = valued(await drafts.save({ ...first, name: 'Second' }));
    valued(await drafts.revert(revert(after, before)));
    expect(valued(await drafts.list()).drafts).toMatchObject([first]);
    valued(await drafts.revert(revert(before, after)));
    valued(await drafts.save({ ...first, name: 'Of another window' }));
    const refused = await drafts.revert(revert(after, before));
    expect(refused).toMatchObject({ failure: { code: 'conflict' } });
    expect(valued(await drafts.list()).drafts).toMatchObject([{ name: 'Of another window' }]);
    valued(await drafts.revert({ expected: { ...first, name: 'Of another window' }, to: null }));
    expect(valued(await drafts.list()).drafts).toEqual([]);
    expect(await drafts.revert(revert(after, before))).toMatchObject({
      failure: { code: 'not-found' },
    });
    expect(valued(await drafts.list()).drafts).toEqual([]);
  });

  it('are refused without a workspace', async () => {
    const { drafts } = apiOf(undefined).api;
    expect(await drafts.save(draftToKeep())).toMatchObject({ failure: { code: 'no-workspace' } });
  });
});

describe('a saved draft', () => {
  it('is there when Sightline is killed, whole', async () => {
    const file = path.join(await makeTempFolder(), 'killed.gpkg');
    const program = new URL('../../../../builders/kill-saving-drafts.ts', import.meta.url);
    const child = spawn(process.execPath, [fileURLToPath(program), file], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let printed = '';
    child.stdout.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
      if (printed.includes('kept 20\n')) child.kill('SIGKILL');
    });
    await once(child, 'close');
    const lastStored = Number(printed.trimEnd().split('\n').at(-1)?.replace('kept ', ''));
    const { drafts } = await start(file);
    const [found, ...others] = valued(await drafts.list()).drafts;
    expect(others).toEqual([]);
    if (found?.kind !== 'draft') throw new Error('The draft is gone.');
    const version = Number(found.draft.descriptiveName.replace('Version ', ''));
    expect(version).toBeGreaterThanOrEqual(lastStored);
    expect(found.draft.customerNotes).toBe(`${version} `.repeat(5_000));
  });
});

describe('a draft as a file', () => {
  it('says in another workspace what it says here', async () => {
    const { drafts, areas, workspace } = await start();
    const shape = rectangleShape(120, 34, 124, 36);
    const area = valued(await areas.create({ name: 'Yellow Sea', shape }));
    const draft = draftToKeep({ draft: makeDraft({ areas: [{ kind: 'area', areaId: area.id }] }) });
    valued(await drafts.save(draft));
    const file = path.join(await makeTempFolder(), 'draft.json');
    valued(await exportDraft(workspace, draft.id, file));
    expect(valued(parseDraft(await readFile(file, 'utf8'))).areas).toMatchObject([
      { kind: 'polygon', name: 'Yellow Sea' },
    ]);
  });

  it('can be a template', async () => {
    const { drafts, workspace } = await start();
    const template = toTemplate(makeDraft(), 'Weekly watch');
    const id = buildUuid();
    valued(await drafts.save({ kind: 'template', id, template }));
    const file = path.join(await makeTempFolder(), 'template.json');
    valued(await exportDraft(workspace, id, file));
    expect(valued(parseTemplate(await readFile(file, 'utf8')))).toEqual(template);
  });

  it('leaves nothing behind where it cannot be written', async () => {
    const { drafts, workspace } = await start();
    const draft = draftToKeep();
    valued(await drafts.save(draft));
    const folder = await makeTempFolder();
    const gone = path.join(folder, 'gone', 'draft.json');
    expect(await exportDraft(workspace, draft.id, gone)).toMatchObject({
      ok: false,
      failure: { code: 'disk' },
    });
    expect(await readdir(folder)).toEqual([]);
    await expect(stat(gone)).rejects.toThrow();
  });
});
