import { shapeToRings } from '../../../shared/areas/shape-to-rings.ts';
import { orderToSearch } from '../../../shared/orders/list/order-search.ts';
import type { Failure, Result } from '../../../shared/result.ts';
import { describeAnalytics } from '../../../shared/results/analytics.ts';
import { maxListedQueries, type SearchInput } from '../../../shared/results/search.ts';
import { emptySearchForm, readSearchForm, searchToForm } from '../../../shared/results/search-form.ts';
import { findUnknownNames, listKnownNames } from '../../../shared/results/unknown-names.ts';
import {
  type RunKind,
  type SavedSearch,
  type SavedSearchInput,
  type SavedSearchStatus,
  savedSearchInputSchema,
} from '../../../shared/searches/saved-search.ts';
import type { HistoryEntry } from '../../../shared/searches/search-history.ts';
import { workspaceCountsQuery } from '../../api/live-queries.ts';
import { readQuery } from '../../api/read-query.ts';
import type { App } from '../../context/app-context.tsx';
import { findArea } from '../../context/areas.ts';
import type { Command } from '../../context/command.ts';
import type { InputCommand } from '../../context/command-inputs.ts';
import { callEdit } from '../../context/edit-history.ts';
import { recordItemEdit, tableSetter } from '../../context/items.ts';
import { notifyFailure, notifyInfo } from '../../ui/notify.tsx';
import { showChanges, showFetch } from './show-fetch.ts';
import { texts } from './texts.ts';

type SearchCommandContext = Pick<App, 'api' | 'queries' | 'queryClient' | 'stores'>;

/** Filters to detections inside the area, if it exists: the service cannot filter by position. */
export function filterByArea(app: SearchCommandContext, areaId: string | undefined): void {
  const area = areaId ? findArea(app, areaId) : undefined;
  if (area) app.stores.results.getState().setFilter({ within: shapeToRings(area.shape) });
}

/** Opens the dialog that saves the form as a new search. Problems of the form are shown in it. */
export function openSaveSearch(app: SearchCommandContext): void {
  const { search, ui } = app.stores;
  const { form } = search.getState();
  const input = readSearchForm(form);
  if (!input.ok) {
    ui.getState().showPanel('results');
    search.getState().setFailure(input.failure);
    return;
  }
  const question = questionUnknownNames(app, input.value, texts.commands.saveAgain);
  if (question) {
    ui.getState().showPanel('results');
    search.getState().setFailure(question);
    return;
  }
  openSaveDialog(app, {
    ...newSearch(suggestName(input.value), input.value),
    ...(form.areaId && { areaId: form.areaId }),
  });
}

/** Opens the dialog that saves the search for an order's results. */
export async function openSaveOrderSearch(
  app: SearchCommandContext,
  orderId: string,
  orderName: string,
): Promise<void> {
  const request = await app.api.orders.request.query(orderId);
  const fitting = request.ok ? orderToSearch(request.value) : request;
  if (!fitting.ok) return notifyFailure(fitting.failure, texts.commands.orderNotSaved);
  openSaveDialog(app, {
    ...newSearch(texts.commands.orderSearchName(orderName), fitting.value.search),
    orderId,
  });
}

/** Opens the dialog that saves the query of a fetch. */
async function openRepeatFetch(app: SearchCommandContext, fetchId: string): Promise<void> {
  const entry = await readFetch(app, fetchId);
  if (entry) openSaveDialog(app, newSearch(suggestName(entry.search), repeatable(entry.search)));
}

/** Makes sure that the query of a fetch is a saved search, and opens a rule that watches what the screen shows of it. */
async function watchFetch(app: App, fetchId: string): Promise<void> {
  const entry = await readFetch(app, fetchId);
  if (!entry) return;
  const listed = await app.api.searches.list.query();
  if (!listed.ok) return notifyFailure(listed.failure, texts.commands.notWatched);
  const input = repeatable(entry.search);
  const isSame = ({ search }: SavedSearchStatus) =>
    search.id === entry.run?.searchId || JSON.stringify(search.search) === JSON.stringify(input);
  const name = suggestName(input) || entry.job.title;
  const search = listed.value.searches.find(isSame)?.search ?? newSearch(name, input);
  if (!listed.value.searches.some(isSame)) {
    const failure = await saveSearchSettings(app, search);
    if (failure) return notifyFailure(failure, texts.commands.notWatched);
  }
  const { areaId } = app.stores.search.getState().form;
  const { expression } = app.stores.results.getState().filter;
  void app.commands.runWith('watch.start-rule', {
    ...{ name, searchId: search.id, areaId: findArea(app, areaId)?.id ?? null },
    ...(expression === undefined ? {} : { expression }),
  });
}

/** The fetch with its query; undefined, and a notification, where it cannot be read. */
async function readFetch(app: SearchCommandContext, fetchId: string): Promise<HistoryEntry | undefined> {
  const page = await app.api.searches.history.query({ fetchId, limit: 1 });
  if (!page.ok) notifyFailure(page.failure, texts.commands.fetchNotRead);
  else if (page.value.entries.length === 0) notifyInfo(texts.commands.fetchIsGone);
  return page.ok ? page.value.entries[0] : undefined;
}

/** The query of a saved search, which always fetches from the start to the end. */
function repeatable({ maxRecords: _, startOffset: __, ...search }: SearchInput): SearchInput {
  return search;
}

/** Opens the dialog with a saved search. */
export function openEditSearch(app: SearchCommandContext, search: SavedSearch): void {
  openSaveDialog(app, search);
}

function openSaveDialog({ stores }: SearchCommandContext, saving: SavedSearchInput): void {
  stores.search.getState().setEditedSearch(saving);
  stores.ui.getState().openDialog('save-search');
}

function newSearch(name: string, search: SearchInput): SavedSearchInput {
  return { id: crypto.randomUUID(), name, search, schedule: { kind: 'manual' } };
}

function suggestName({ regions, analytics }: SearchInput): string {
  return [regions.join(', '), describeAnalytics(analytics).join(', ')]
    .filter((part) => part !== '')
    .join(' · ')
    .slice(0, 200);
}

/** Saves a search. Returns the failure, if any. */
export async function saveSearchSettings(
  app: SearchCommandContext,
  search: SavedSearchInput,
): Promise<Failure | null> {
  const checked = savedSearchInputSchema.safeParse(search);
  if (!checked.success) {
    return { code: 'invalid-input', message: checked.error.issues[0]?.message ?? texts.edits.cannotBeSaved };
  }
  const saved = await callEdit(app, () => app.api.searches.save.mutate(checked.data));
  if (!saved.ok) return saved.failure;
  const { before, after } = saved.value;
  recordItemEdit(app, saved.value, tableSetter(app.api.searches), {
    name: before ? texts.edits.changing(before.name) : texts.edits.saving(after.name),
  });
  return null;
}

/** Pauses or resumes the schedule of a saved search. */
export async function pauseSearch(
  app: SearchCommandContext,
  search: SavedSearch,
  paused: boolean,
): Promise<void> {
  const failure = await saveSearchSettings(app, { ...search, paused });
  if (failure) notifyFailure(failure, texts.edits.notChanged(search.name));
}

/** Starts a run; its progress is shown among the jobs. */
export async function runSavedSearch(
  app: SearchCommandContext,
  { id, name }: SavedSearch,
  kind: RunKind,
): Promise<void> {
  const started = await app.api.searches.run.mutate({ id, kind });
  if (!started.ok) notifyFailure(started.failure, texts.edits.notRun(name));
}

/** Deletes a saved search; can be undone. */
export async function deleteSavedSearch(app: SearchCommandContext, search: SavedSearch): Promise<void> {
  const { id, name } = search;
  const removed = await callEdit(app, () => app.api.searches.remove.mutate(id));
  if (!removed.ok) return notifyFailure(removed.failure, texts.edits.notDeleted(name));
  recordItemEdit(app, { before: search, after: null }, tableSetter(app.api.searches), {
    name: texts.edits.deleting(name),
    message: texts.edits.deleted(name),
  });
}

/** Shows the results of a saved search and marks them as viewed. */
export async function openSearchResults(
  app: SearchCommandContext,
  { search }: SavedSearchStatus,
): Promise<void> {
  const { results, ui } = app.stores;
  results.getState().clearFilter();
  results.getState().setFilter({ searchId: search.id });
  filterByArea(app, search.areaId);
  ui.getState().showResults();
  const viewed = await app.api.searches.markViewed.mutate(search.id);
  if (!viewed.ok) notifyFailure(viewed.failure, texts.edits.stillUnviewed(search.name));
}

/** Shows the detections of one record. */
export function openRecord({ stores }: Pick<App, 'stores'>, recordId: string): void {
  stores.results.getState().clearFilter();
  stores.results.getState().setFilter({ recordId });
  stores.ui.getState().showResults();
}

/** Loads a query into the form. */
export function loadIntoForm({ stores }: Pick<App, 'stores'>, search: SearchInput, areaId = ''): void {
  stores.search.getState().change({ ...searchToForm(search), areaId });
  stores.ui.getState().showPanel('results');
  stores.ui.getState().closeDialog();
}

/** Runs the query of a history entry again; that of an order's results for the order. */
export async function repeatFetch(
  app: SearchCommandContext,
  { search, job }: HistoryEntry,
): Promise<Result<unknown>> {
  const orderId = job.fetch?.orderId;
  const started =
    orderId === undefined
      ? await app.api.results.startFetch.mutate(search)
      : await app.api.orderTracking.fetchResults.mutate(orderId);
  if (!started.ok) notifyFailure(started.failure, texts.commands.notFetchedAgain);
  return started;
}

/** Fetches records again, all of their fields; the job states which were found and how many have changed. */
export async function fetchRecords(app: SearchCommandContext, recordIds: readonly string[]): Promise<void> {
  if (recordIds.length > maxListedQueries) {
    notifyInfo(texts.commands.tooManyRecords(recordIds.length, maxListedQueries));
    return;
  }
  const started = await app.api.results.startFetch.mutate({
    regions: [],
    analytics: [],
    recordIds: [...recordIds],
  });
  if (!started.ok) return notifyFailure(started.failure, texts.commands.recordsNotFetched);
  app.stores.workspace.getState().addJob(started.value);
  notifyInfo(texts.commands.recordsRequested(recordIds.length));
}

/** Maximum number of selected detections whose records are looked up; also the most ids in one request for rows. */
const maxSelectedDetections = 1000;

/** Fetches the records of the selected detections again. */
async function fetchSelectedRecords(app: SearchCommandContext): Promise<void> {
  const ids = [...app.stores.results.getState().selectedIds];
  if (ids.length > maxSelectedDetections) {
    notifyInfo(texts.commands.tooManyDetections(maxSelectedDetections));
    return;
  }
  const rows = await app.api.results.detections.query(ids);
  if (!rows.ok) return notifyFailure(rows.failure, texts.commands.recordsNotFetched);
  const recordIds = [...new Set(rows.value.map(({ recordId }) => recordId))];
  // Without ids, the records of all detections would be fetched.
  if (recordIds.length === 0) notifyInfo(texts.commands.selectionIsGone);
  else await fetchRecords(app, recordIds);
}

/** Removes ended entries from the history; the caller has confirmed it with the user. */
export async function clearFetchHistory(app: SearchCommandContext, ids: string[] | 'all'): Promise<void> {
  const cleared = await app.api.searches.clearHistory.mutate(ids);
  if (!cleared.ok) notifyFailure(cleared.failure, texts.commands.historyNotCleared);
}

/** Starts the fetch described by the form; problems and what is questioned once are shown at its fields. */
export async function startFetch(app: SearchCommandContext): Promise<void> {
  const { search, ui, workspace } = app.stores;
  if (search.getState().isStarting) return;
  ui.getState().showPanel('results');
  const { form } = search.getState();
  const input = readSearchForm(form);
  if (!input.ok) return search.getState().setFailure(input.failure);
  const question = questionUnknownNames(app, input.value, texts.commands.fetchAgain);
  if (question) return search.getState().setFailure(question);
  search.getState().setFailure(null);
  search.getState().setStarting(true);
  try {
    const known = new Set(workspace.getState().jobs.map(({ id }) => id));
    const started = await app.api.results.startFetch.mutate(input.value);
    if (!started.ok) return search.getState().setFailure(started.failure);
    workspace.getState().addJob(started.value);
    if (known.has(started.value.id)) notifyInfo(texts.commands.alreadyRunning);
    search.getState().rememberRegions(form);
    filterByArea(app, form.areaId);
  } finally {
    search.getState().setStarting(false);
  }
}

/** `startFetch` by its key, which can be pressed by mistake: fetching everything is questioned once. */
async function startFetchByKey(app: SearchCommandContext): Promise<void> {
  const { search, ui } = app.stores;
  const { form, questioned, addQuestioned, setFailure } = search.getState();
  const isEmpty =
    JSON.stringify({ ...form, pageSize: '' }) === JSON.stringify({ ...emptySearchForm, pageSize: '' });
  if (!isEmpty || questioned.has(everything)) return startFetch(app);
  addQuestioned([everything]);
  ui.getState().showPanel('results');
  setFailure({ code: 'invalid-input', message: texts.commands.everythingAgain });
}

/** The act of fetching everything among those that are questioned once. */
const everything = 'everything';

/** The failure that names each name of a search that is not known and was not questioned before; null without any. */
function questionUnknownNames(
  app: SearchCommandContext,
  search: SearchInput,
  remedy: string,
): Failure | null {
  const { questioned, addQuestioned } = app.stores.search.getState();
  const unknown = findUnknownNames(search, listKnownNames(readQuery(app, workspaceCountsQuery)?.served));
  const problems = unknown.filter(({ field, value }) => !questioned.has(`${field} ${value}`));
  if (problems.length === 0) return null;
  addQuestioned(problems.map(({ field, value }) => `${field} ${value}`));
  return {
    code: 'invalid-input',
    message: texts.commands.unknownNames,
    problems: problems.map((problem) => ({ ...problem, message: `${problem.message} ${remedy}` })),
  };
}

/** The commands with which other features open searches. */
export function createSearchInputCommands(app: App): readonly InputCommand[] {
  return [
    {
      id: 'searches.open-results',
      title: texts.commands.openResults,
      run: ({ status }) => openSearchResults(app, status),
    },
    {
      id: 'searches.show-fetch',
      title: texts.commands.showFetch,
      run: ({ fetchId, orderId }) => showFetch(app, fetchId, orderId),
    },
    {
      id: 'searches.show-changes',
      title: texts.commands.showChanges,
      run: ({ fetchId }) => showChanges(app, fetchId),
    },
    {
      id: 'searches.fetch-records',
      title: texts.commands.fetchRecords,
      run: ({ recordIds }) => fetchRecords(app, recordIds),
    },
    {
      id: 'searches.repeat-fetch',
      title: texts.commands.repeat,
      run: ({ fetchId }) => openRepeatFetch(app, fetchId),
    },
    {
      id: 'searches.watch-fetch',
      title: texts.commands.watch,
      run: ({ fetchId }) => watchFetch(app, fetchId),
    },
    {
      id: 'searches.save-order-search',
      title: texts.commands.saveOrderSearch,
      run: ({ orderId, name }) => openSaveOrderSearch(app, orderId, name),
    },
  ];
}

/** The commands about queries, saved searches and the history. */
export function createSearchCommands(app: App): readonly Command[] {
  const { results, ui, session } = app.stores;
  const hasWorkspace = () =>
    (session.getState().session?.workspace ?? 'none') !== 'none' || texts.commands.noWorkspace;
  return [
    {
      id: 'results.fetch',
      title: texts.commands.fetch,
      group: 'Results',
      hotkey: 'shift+F',
      enabled: () => session.getState().session?.status === 'signed-in' || texts.commands.signInFirst,
      run: () => startFetchByKey(app),
    },
    {
      id: 'results.fetch-selected-records',
      title: texts.commands.fetchSelectedRecords,
      group: 'Results',
      enabled() {
        if (session.getState().session?.status !== 'signed-in') return texts.commands.signInFirst;
        return results.getState().selectedIds.size > 0 || texts.commands.selectFirst;
      },
      run: () => fetchSelectedRecords(app),
    },
    {
      id: 'results.query-text',
      title: texts.commands.showQueryText,
      group: 'Results',
      run: () => ui.getState().openDialog('query-text'),
    },
    {
      id: 'results.conditions',
      title: texts.commands.moreConditions,
      group: 'Results',
      run() {
        ui.getState().showPanel('results');
        ui.getState().openDialog('conditions');
      },
    },
    {
      id: 'results.choose-fields',
      title: texts.commands.chooseFields,
      group: 'Results',
      run() {
        ui.getState().showPanel('results');
        ui.getState().openDialog('record-fields');
      },
    },
    {
      id: 'results.save-search',
      title: texts.commands.save,
      group: 'Results',
      enabled: hasWorkspace,
      run: () => openSaveSearch(app),
    },
    {
      id: 'results.history',
      title: texts.commands.showHistory,
      group: 'Results',
      enabled: hasWorkspace,
      run: () => ui.getState().openDialog('history'),
    },
    {
      id: 'results.run-searches',
      title: texts.commands.runAll,
      group: 'Results',
      enabled: () => session.getState().session?.status === 'signed-in' || texts.commands.signInFirst,
      run: () => runAll(app),
    },
  ];
}

async function runAll(app: SearchCommandContext): Promise<void> {
  const listed = await app.api.searches.list.query();
  if (!listed.ok) return notifyFailure(listed.failure, texts.commands.notRunAll);
  const { searches, unreadable } = listed.value;
  if (unreadable > 0) notifyInfo(texts.saved.unreadable(unreadable));
  else if (searches.length === 0) notifyInfo(texts.commands.noSavedSearch);
  for (const { search } of searches) await runSavedSearch(app, search, 'new');
}
