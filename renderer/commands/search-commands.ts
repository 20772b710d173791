import { orderToSearch } from '../../shared/orders/order-search.ts';
import type { Failure, Result } from '../../shared/result.ts';
import type { SearchInput } from '../../shared/results/search.ts';
import { readSearchForm, searchToForm } from '../../shared/results/search-form.ts';
import type { HistoryEntry } from '../../shared/searches/history.ts';
import {
  type RunKind,
  type SavedSearch,
  type SavedSearchStanding,
  type SavedSearchToKeep,
  savedSearchToKeepSchema,
} from '../../shared/searches/saved-search.ts';
import { ask } from '../api/ask.ts';
import type { App } from '../app/app-context.tsx';
import { notifyFailure, notifyInfo, notifyUndo } from '../app/notify.tsx';
import { areaRings } from '../panels/dock/filter/area-rings.ts';
import type { Command } from './command.ts';
import { findArea } from './listed-areas.ts';

type SearchWork = Pick<App, 'api' | 'stores'>;

/** Shows only what lies inside the area, if there is one: the service cannot filter by place. */
export function filterByArea(app: Pick<App, 'stores'>, areaId: string | undefined): void {
  const area = areaId ? findArea(app, areaId) : undefined;
  if (area) app.stores.results.getState().setFilter({ within: areaRings(area.shape) });
}

/** Opens the dialog that saves what the form asks for as a new search. What is wrong with the form is shown in it. */
export function beginSaving(app: SearchWork): void {
  const { search, ui } = app.stores;
  const { form } = search.getState();
  const input = readSearchForm(form);
  if (!input.ok) {
    ui.getState().showPanel('results');
    search.setState({ failure: input.failure });
    return;
  }
  openSaving(app, {
    ...newSearch(nameOf(input.value), input.value),
    ...(form.areaId && { areaId: form.areaId }),
  });
}

/** The same for the results of an order, as its request has them. */
export async function beginSavingOrder(app: SearchWork, orderId: string, orderName: string): Promise<void> {
  const request = await ask(() => app.api.orders.request.query(orderId));
  const fitting = request.ok ? orderToSearch(request.value) : request;
  if (!fitting.ok) {
    notifyFailure(fitting.failure, 'The order’s results cannot be saved as a search.');
    return;
  }
  openSaving(app, { ...newSearch(`Order “${orderName}”`, fitting.value.search), orderId });
}

/** Opens the dialog with a search that is saved already. */
export function beginEditing(app: SearchWork, search: SavedSearch): void {
  openSaving(app, search);
}

function openSaving({ stores }: SearchWork, saving: SavedSearchToKeep): void {
  stores.search.setState({ saving });
  stores.ui.getState().openDialog('save-search');
}

function newSearch(name: string, search: SearchInput): SavedSearchToKeep {
  return { id: crypto.randomUUID(), name, search, schedule: { kind: 'manual' } };
}

function nameOf({ regions, analytics }: SearchInput): string {
  return [regions.join(', '), analytics.join(', ')]
    .filter((part) => part !== '')
    .join(' · ')
    .slice(0, 200);
}

/** Keeps a saved search. Answers the failure. */
export async function keepSearch(app: SearchWork, search: SavedSearchToKeep): Promise<Failure | null> {
  const checked = savedSearchToKeepSchema.safeParse(search);
  if (!checked.success) {
    return { code: 'invalid-input', message: checked.error.issues[0]?.message ?? 'It cannot be kept.' };
  }
  const kept = await ask(() => app.api.searches.put.mutate(checked.data));
  return kept.ok ? null : kept.failure;
}

/** Holds its schedule back, or lets it run again. */
export async function pauseSearch(app: SearchWork, search: SavedSearch, paused: boolean): Promise<void> {
  const failure = await keepSearch(app, { ...search, paused });
  if (failure) notifyFailure(failure, `“${search.name}” was not changed.`);
}

/** Begins a run; it is watched among the jobs. */
export async function runSavedSearch(
  app: SearchWork,
  { id, name }: SavedSearch,
  kind: RunKind,
): Promise<void> {
  const begun = await ask(() => app.api.searches.run.mutate({ id, kind }));
  if (!begun.ok) notifyFailure(begun.failure, `“${name}” was not run.`);
}

/** Takes a saved search away; it can be had back. */
export async function deleteSearch(app: SearchWork, { id, name }: SavedSearch): Promise<void> {
  const removed = await ask(() => app.api.searches.remove.mutate(id));
  if (!removed.ok) {
    notifyFailure(removed.failure, `“${name}” was not deleted.`);
    return;
  }
  notifyUndo(`“${name}” deleted. What it brought stays.`, async () => {
    const restored = await ask(() => app.api.searches.restore.mutate(id));
    if (!restored.ok) notifyFailure(restored.failure, `“${name}” could not be had back.`);
  });
}

/** Shows what a saved search has brought; from then on it is not new any more. */
export async function openSearchResults(app: SearchWork, { search }: SavedSearchStanding): Promise<void> {
  const { results, ui } = app.stores;
  results.getState().clearFilter();
  results.getState().setFilter({ searchId: search.id });
  filterByArea(app, search.areaId);
  ui.getState().setDockOpen(true);
  const looked = await ask(() => app.api.searches.look.mutate(search.id));
  if (!looked.ok) notifyFailure(looked.failure, `“${search.name}” still counts as not looked at.`);
}

/** Shows what one fetch brought or found unchanged. */
export function openFetchResults({ stores }: Pick<App, 'stores'>, fetchId: string): void {
  stores.results.getState().clearFilter();
  stores.results.getState().setFilter({ fetchId });
  stores.ui.getState().setDockOpen(true);
}

/** Shows the detections of one record. */
export function openRecord({ stores }: Pick<App, 'stores'>, recordId: string): void {
  stores.results.getState().clearFilter();
  stores.results.getState().setFilter({ recordId });
  stores.ui.getState().setDockOpen(true);
}

/** Puts what was asked into the form. */
export function loadIntoForm({ stores }: Pick<App, 'stores'>, search: SearchInput, areaId = ''): void {
  stores.search.getState().change({ ...searchToForm(search), areaId });
  stores.ui.getState().showPanel('results');
  stores.ui.getState().closeDialog();
}

/** Asks the same once more. */
export async function askAgain(app: SearchWork, { search }: HistoryEntry): Promise<Result<unknown>> {
  const begun = await ask(() => app.api.results.startFetch.mutate(search));
  if (!begun.ok) notifyFailure(begun.failure, 'It was not asked again.');
  return begun;
}

/** Takes ended entries out of the history; the caller has asked whether that is meant. */
export async function clearHistory(app: SearchWork, ids: string[] | 'all'): Promise<void> {
  const cleared = await ask(() => app.api.searches.clearHistory.mutate(ids));
  if (!cleared.ok) notifyFailure(cleared.failure, 'The history was not cleared.');
}

/** Asking: the parts of a query, saved searches, the history. */
export function createSearchCommands(app: App): readonly Command[] {
  const { ui, session } = app.stores;
  const hasWorkspace = () =>
    (session.getState().session?.workspace ?? 'none') !== 'none' || 'No workspace is open. Sign in once.';
  return [
    {
      id: 'results.conditions',
      title: 'More filters of the query',
      group: 'Results',
      run() {
        ui.getState().showPanel('results');
        ui.getState().openDialog('conditions');
      },
    },
    {
      id: 'results.save-search',
      title: 'Save the query as a search',
      group: 'Results',
      enabled: hasWorkspace,
      run: () => beginSaving(app),
    },
    {
      id: 'results.history',
      title: 'Show what was asked so far',
      group: 'Results',
      enabled: hasWorkspace,
      run: () => ui.getState().openDialog('history'),
    },
    {
      id: 'results.run-searches',
      title: 'Run all saved searches',
      group: 'Results',
      enabled: () => session.getState().session?.status === 'signed-in' || 'Sign in first.',
      run: () => runAll(app),
    },
  ];
}

async function runAll(app: SearchWork): Promise<void> {
  const listed = await ask(() => app.api.searches.list.query());
  if (!listed.ok) {
    notifyFailure(listed.failure, 'The saved searches were not run.');
    return;
  }
  if (listed.value.length === 0) notifyInfo('There is no saved search yet.');
  for (const { search } of listed.value) await runSavedSearch(app, search, 'new');
}
