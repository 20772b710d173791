import { z } from 'zod';
import { openDraft } from './draft-commands.ts';
import type { OrderCommandContext } from './order-command-context.ts';
import { openOrderForm } from './order-commands.ts';

const storageKey = 'sightline.open-order-form';
const openFormSchema = z.object({ workspacePath: z.string(), draftId: z.string() });
type OpenForm = z.infer<typeof openFormSchema>;

/**
 * Opens the order form that was open when the page was reloaded, once its workspace is known. Saves from then on which
 * one is open. `storage` ends with the browser tab.
 */
export function reopenForm(app: OrderCommandContext, storage: Storage = globalThis.sessionStorage): void {
  const { orders, session, ui } = app.stores;
  let former = readOpenForm(storage);
  const pathOf = () => session.getState().session?.workspacePath;
  const save = () => {
    if (former) return;
    const { view, editing } = orders.getState();
    const workspacePath = pathOf();
    if (ui.getState().panel === 'orders' && view.kind === 'form' && editing && workspacePath !== undefined)
      storage.setItem(storageKey, JSON.stringify({ workspacePath, draftId: editing.id } satisfies OpenForm));
    else storage.removeItem(storageKey);
  };
  const reopen = async () => {
    const path = pathOf();
    if (!former || path === undefined) return;
    const { workspacePath, draftId } = former;
    former = undefined;
    if (path === workspacePath && orders.getState().editing === null) await openStored(app, draftId);
    save();
  };
  orders.subscribe(save);
  ui.subscribe(({ panel }, before) => panel !== before.panel && save());
  session.subscribe(() => void reopen());
  void reopen();
}

/** An empty form is not among the drafts; it is then opened anew. */
async function openStored(app: OrderCommandContext, draftId: string): Promise<void> {
  const list = await app.api.drafts.list.query();
  if (!list.ok) return;
  const stored = list.value.drafts.find(({ id }) => id === draftId);
  if (stored?.kind === 'draft') await openDraft(app, stored);
  else await openOrderForm(app);
}

function readOpenForm(storage: Storage): OpenForm | undefined {
  try {
    return openFormSchema.safeParse(JSON.parse(storage.getItem(storageKey) ?? 'null')).data;
  } catch {
    return undefined;
  }
}
