import { type AisDecision, type AisFile, aisFileExtensions } from '../../../shared/ais/ais-file.ts';
import { readHostKind } from '../../api/read-query.ts';
import type { App } from '../../context/app-context.tsx';
import { canWrite } from '../../context/can-write.ts';
import { chooseFile } from '../../context/choose-file.ts';
import type { Command } from '../../context/command.ts';
import { callEdit, recordEdit } from '../../context/edit-history.ts';
import { startJob } from '../../context/start-job.ts';
import { focusRegion } from '../../ui/focus-region.ts';
import { notifyFailure, notifyInfo } from '../../ui/notify.tsx';
import { texts } from './texts.ts';

const extensions = aisFileExtensions.map((extension) => `.${extension}`).join(',');

/** The commands of AIS files and matches. */
export function createAisCommands(app: App): readonly Command[] {
  return [
    { id: 'ais.show', title: texts.commands.show, group: 'Results', run: () => showAis(app) },
    {
      id: 'ais.import',
      title: texts.commands.import,
      group: 'Results',
      enabled: () => canWrite(app, texts.commands.noWorkspace),
      run: () => chooseReports(app, 'file'),
    },
    {
      id: 'ais.import-folder',
      title: texts.commands.importFolder,
      group: 'Results',
      enabled: () => canWrite(app, texts.commands.noWorkspace),
      run: () => chooseReports(app, 'folder'),
    },
    {
      id: 'ais.next-undecided',
      title: texts.commands.next,
      group: 'Results',
      run: () => showNextUndecided(app),
    },
  ];
}

function showAis({ stores: { dock, ui } }: App): void {
  ui.getState().setDockOpen(true);
  dock.getState().setTab('ais');
  focusRegion('table');
}

/** Lets the user choose a file or folder, and shows the form that maps its columns. */
async function chooseReports(app: App, from: 'file' | 'folder'): Promise<void> {
  // A page sends single files only.
  if (from === 'folder' && readHostKind(app) === 'browser') return notifyInfo(texts.commands.packFolder);
  const chosen = await chooseFile(app, extensions, (uploadId) =>
    app.api.ais.previewFile.mutate({ uploadId, from }),
  );
  if (!chosen.ok) return notifyFailure(chosen.failure, texts.form.notImported);
  if (chosen.value === null) return;
  showAis(app);
  app.stores.dock.getState().changeAis({ preview: chosen.value });
}

/**
 * Reads a file again for passes that were fetched since: the user chooses it, and nothing else where its columns are the
 * same.
 */
export async function readAgain(app: App, former: AisFile): Promise<void> {
  const chosen = await chooseFile(app, extensions, (uploadId) =>
    app.api.ais.previewFile.mutate({ uploadId, replaces: former.id }),
  );
  if (!chosen.ok) return notifyFailure(chosen.failure, texts.form.notImported);
  const preview = chosen.value;
  if (preview === null) return;
  if (!preview.isMapped || preview.name !== former.name)
    return app.stores.dock.getState().changeAis({ preview });
  const { file, mapping, publisher, replaces } = preview;
  const refused = await startJob(app, () =>
    app.api.ais.importFile.mutate({ file, mapping, publisher, replaces }),
  );
  if (refused) notifyFailure(refused, texts.form.notImported);
}

async function showNextUndecided(app: App): Promise<void> {
  const undecided = await app.queryClient.fetchQuery(app.queries.ais.undecided.queryOptions());
  const { item } = app.stores.inspector.getState();
  const at = item?.kind === 'detection' ? undecided.indexOf(item.id) : -1;
  const next = undecided[(at + 1) % Math.max(1, undecided.length)];
  if (next === undefined) return notifyInfo(texts.commands.noneLeft);
  app.stores.ui.getState().setPanelOpen('inspector', true);
  app.stores.inspector.getState().inspect({ kind: 'detection', id: next });
}

/** Records which contact a detection is, `none` of the candidates, or null for no decision; with undo. */
export async function decide(
  app: App,
  detectionId: number,
  decision: string | null,
  expected: string | null,
): Promise<void> {
  const call = (to: string | null, from: string | null) =>
    app.api.ais.decide.mutate({ detectionId, decision: to, expected: from });
  const done = await callEdit(app, () => call(decision, expected));
  if (!done.ok) return notifyFailure(done.failure, texts.section.notDecided);
  recordEdit(app, {
    name: texts.section.deciding(detectionId),
    undo: () => call(expected, decision),
    redo: () => call(decision, expected),
  });
}

/** Records the AIS decisions that a merge or an import made, with a message that can undo them. */
export function recordImportedDecisions(
  app: Pick<App, 'api' | 'stores'>,
  changes: readonly AisDecision[],
): void {
  const { decideAll } = app.api.ais;
  const inverse = changes.map((change) => ({
    ...change,
    decision: change.expected,
    expected: change.decision,
  }));
  recordEdit(
    app,
    {
      name: texts.imported.edit(changes.length),
      undo: () => decideAll.mutate({ decisions: inverse }),
      redo: () => decideAll.mutate({ decisions: [...changes] }),
    },
    texts.imported.message(changes.length),
  );
}
