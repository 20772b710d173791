import { ActionIcon, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useState } from 'react';
import { formatCount, formatUtc } from '../../../shared/format.ts';
import { describeFetchLimit } from '../../../shared/jobs/fetch-limit.ts';
import { isActiveJob } from '../../../shared/jobs/job.ts';
import type { SavedSearchStatus } from '../../../shared/searches/saved-search.ts';
import { useApp } from '../../context/app-context.tsx';
import { RenameField } from '../../context/rename-field.tsx';
import { useIsTyped } from '../../context/typed-forms.ts';
import { useSession } from '../../context/use-stores.ts';
import { useSavedSearches } from '../../context/use-workspace-queries.ts';
import { FailureText } from '../../ui/failure-text.tsx';
import { Note } from '../../ui/note.tsx';
import { PanelHeading } from '../../ui/panel-heading.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import { useNow } from '../../ui/use-now.ts';
import { describeSearch, describeSearchStatus } from './describe-search.ts';
import styles from './results.module.css';
import {
  deleteSavedSearch,
  loadIntoForm,
  openEditSearch,
  openSearchResults,
  pauseSearch,
  runSavedSearch,
  saveSearchSettings,
} from './search-commands.ts';
import { showFetch } from './show-fetch.ts';
import { texts } from './texts.ts';

/** The saved searches, each with the number of new results; nothing where there are none. */
export function SavedSearchList() {
  const { commands } = useApp();
  const session = useSession((state) => state.session);
  const { data, error, refetch } = useSavedSearches();
  const { searches, unreadable } = data ?? { searches: [], unreadable: 0 };
  if (!error && searches.length + unreadable === 0) return null;
  return (
    <section aria-label={texts.saved.title} className={styles.saved}>
      <PanelHeading title={texts.saved.title} level={3}>
        <TextButton onClick={() => commands.run('results.history')}>{texts.saved.history}</TextButton>
      </PanelHeading>
      <QueryState query={{ data, error, refetch }} />
      {unreadable > 0 ? <Note tone="warn">{texts.saved.unreadable(unreadable)}</Note> : null}
      {searches.length > 0 ? (
        <ul className={styles.searches}>
          {searches.map((status) => (
            <SavedSearchRow
              key={status.search.id}
              standing={status}
              canRun={session?.status === 'signed-in' && session.workspace === 'open'}
            />
          ))}
        </ul>
      ) : null}
      {searches.length > 0 && session?.status !== 'signed-in' ? (
        <p className={styles.hint}>{texts.saved.needsSignIn}</p>
      ) : null}
    </section>
  );
}

/** A saved search: its name opens its results; other actions are in its menu. */
function SavedSearchRow({
  standing,
  canRun,
}: {
  readonly standing: SavedSearchStatus;
  readonly canRun: boolean;
}) {
  const app = useApp();
  const now = useNow(30_000);
  const [isRenaming, setRenaming] = useState(false);
  const { search, lastRun, newRecords, newDetections, dueAt } = standing;
  const { name } = search;
  const nameId = `name of search ${search.id}`;
  const isTyped = useIsTyped(nameId);
  const running = lastRun !== null && isActiveJob(lastRun.job);
  const newCount = newDetections > 0 ? newDetections : newRecords;
  const newText = texts.saved.newSince(newDetections, newRecords);
  return (
    <li className={styles.search}>
      <button
        type="button"
        className={styles.searchName}
        title={describeSearch(search.search)}
        aria-label={texts.saved.open(name)}
        onClick={() => void openSearchResults(app, standing)}
      >
        <span className={styles.name}>{name}</span>
        {newRecords > 0 ? (
          <span className={styles.badge} title={newText}>
            +{formatCount(newCount)}
          </span>
        ) : (
          <span className="muted">{texts.saved.nothingNew}</span>
        )}
      </button>
      <div className={styles.searchTools}>
        <span className={styles.standing}>
          {[
            describeSearchStatus(standing, now),
            ...(dueAt ? [texts.saved.next(formatUtc(Math.max(dueAt, now)).slice(5, 16))] : []),
            ...(search.orderId === undefined ? [] : [texts.saved.fromOrder]),
          ].join(' · ')}
        </span>
        <TextButton
          aria-label={texts.saved.runNamed(name)}
          disabled={!canRun || running}
          onClick={() => void runSavedSearch(app, search, 'new')}
        >
          {texts.saved.run}
        </TextButton>
        <SearchMenu standing={standing} canRun={canRun && !running} onRename={() => setRenaming(true)} />
      </div>
      {isRenaming || isTyped ? (
        <RenameField
          id={nameId}
          show={() => app.stores.ui.getState().showPanel('results')}
          label={texts.saved.newName(name)}
          initialName={name}
          save={(changed) => saveSearchSettings(app, { ...search, name: changed })}
          onDone={() => setRenaming(false)}
        />
      ) : null}
      <RunProblem standing={standing} />
    </li>
  );
}

/** Reason why the last run failed or stopped; runs of earlier revisions of the search are ignored. */
function RunProblem({ standing: { search, lastRun } }: { readonly standing: SavedSearchStatus }) {
  if (!lastRun || lastRun.run.revision !== search.revision) return null;
  const { job } = lastRun;
  if (job.state === 'failed')
    return (
      <Note tone="bad">
        <FailureText
          failure={job.failure ?? { message: '' }}
          text={texts.saved.lastRun.failed(job.failure?.message ?? '')}
        />
      </Note>
    );
  if (job.state === 'stopped') {
    return (
      <Note tone="warn">
        {texts.saved.lastRun.stopped(job.warnings.at(-1) ?? texts.saved.lastRun.inconsistent)}
      </Note>
    );
  }
  const limit = describeFetchLimit(job);
  if (limit !== null) return <Note tone="warn">{texts.saved.lastRun.limited(limit)}</Note>;
  if (job.state === 'cancelled') return <Note tone="info">{texts.saved.lastRun.cancelled}</Note>;
  return null;
}

function SearchMenu({
  standing,
  canRun,
  onRename,
}: {
  readonly standing: SavedSearchStatus;
  readonly canRun: boolean;
  readonly onRename: () => void;
}) {
  const app = useApp();
  const { search, lastRun, comparableFetchId } = standing;
  const compare = () => {
    if (comparableFetchId === null) return;
    app.stores.search.getState().setComparedRun({ fetchId: comparableFetchId, name: search.name });
    app.stores.ui.getState().openDialog('compare-runs');
  };
  return (
    <Menu position="bottom-end" returnFocus>
      <Menu.Target>
        <ActionIcon size={18} color="gray" aria-label={texts.saved.menu.label(search.name)}>
          <IconDots size={14} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item disabled={!canRun} onClick={() => void runSavedSearch(app, search, 'full')}>
          {texts.saved.menu.fullCheck}
        </Menu.Item>
        <Menu.Item disabled={comparableFetchId === null} onClick={compare}>
          {texts.saved.menu.compare}
        </Menu.Item>
        <Menu.Item disabled={lastRun === null} onClick={() => lastRun && void showFetch(app, lastRun.job.id)}>
          {texts.saved.menu.showResults}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item onClick={() => loadIntoForm(app, search.search, search.areaId)}>
          {texts.saved.menu.load}
        </Menu.Item>
        <Menu.Item onClick={() => openEditSearch(app, search)}>{texts.saved.menu.edit}</Menu.Item>
        <Menu.Item onClick={onRename}>{texts.saved.menu.rename}</Menu.Item>
        {search.schedule.kind === 'manual' ? null : (
          <Menu.Item onClick={() => void pauseSearch(app, search, !search.paused)}>
            {search.paused ? texts.saved.menu.resume : texts.saved.menu.pause}
          </Menu.Item>
        )}
        <Menu.Item color="red" onClick={() => void deleteSavedSearch(app, search)}>
          {texts.saved.menu.delete}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** The heading of the search form, with a menu that loads saved searches. */
export function SearchHeading() {
  return (
    <PanelHeading title={texts.form.title}>
      <SavedMenu />
    </PanelHeading>
  );
}

/** A menu that loads a saved search into the form. */
function SavedMenu() {
  const app = useApp();
  const searches = useSavedSearches().data?.searches ?? [];
  if (searches.length === 0) return null;
  return (
    <Menu position="bottom-end" returnFocus>
      <Menu.Target>
        <TextButton aria-label={texts.form.loadSaved}>{texts.form.saved}</TextButton>
      </Menu.Target>
      <Menu.Dropdown>
        {searches.map(({ search }) => (
          <Menu.Item key={search.id} onClick={() => loadIntoForm(app, search.search, search.areaId)}>
            {search.name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
