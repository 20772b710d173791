import { ActionIcon, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useState } from 'react';
import { formatCount, formatQuantity, formatUtc } from '../../../shared/format.ts';
import { describeFetchLimit } from '../../../shared/jobs/fetch-limit.ts';
import { isActiveJob } from '../../../shared/jobs/job.ts';
import type { SavedSearchStatus } from '../../../shared/searches/saved-search.ts';
import { useApp } from '../../context/app-context.tsx';

import { NameField } from '../../ui/name-field.tsx';
import { Note } from '../../ui/note.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import { useNow } from '../../ui/use-now.ts';
import { describeSearch, describeSearchStatus } from './describe-search.ts';
import styles from './results.module.css';
import {
  deleteSearch,
  loadIntoForm,
  openEditSearch,
  openSearchResults,
  pauseSearch,
  runSavedSearch,
  saveSearch,
} from './search-commands.ts';
import { showFetch } from './show-fetch.ts';

/** A saved search: its name opens its results; other actions are in its menu. */
export function SavedSearchRow({
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
  const running = lastRun !== null && isActiveJob(lastRun.job);
  const newCount = newDetections > 0 ? newDetections : newRecords;
  const newText = `${formatQuantity(newDetections, 'detection')} in ${formatQuantity(newRecords, 'record')} since your last visit`;
  return (
    <li className={styles.search}>
      <button
        type="button"
        className={styles.searchName}
        title={describeSearch(search.search)}
        aria-label={`Open the results of ${name}`}
        onClick={() => void openSearchResults(app, standing)}
      >
        <span className={styles.name}>{name}</span>
        {newRecords > 0 ? (
          <span className={styles.badge} title={newText}>
            +{formatCount(newCount)}
          </span>
        ) : (
          <span className="muted">0 new</span>
        )}
      </button>
      <div className={styles.searchTools}>
        <span className={styles.standing}>
          {[
            describeSearchStatus(standing, now),
            ...(dueAt ? [`next ${formatUtc(Math.max(dueAt, now)).slice(5, 16)}Z`] : []),
            ...(search.orderId === undefined ? [] : ['from an order’s request']),
          ].join(' · ')}
        </span>
        <TextButton
          aria-label={`Run ${name}`}
          disabled={!canRun || running}
          onClick={() => void runSavedSearch(app, search, 'new')}
        >
          Run
        </TextButton>
        <SearchMenu standing={standing} canRun={canRun && !running} onRename={() => setRenaming(true)} />
      </div>
      {isRenaming ? (
        <NameField
          label={`New name of ${name}`}
          initialName={name}
          save={(changed) => saveSearch(app, { ...search, name: changed })}
          onDone={() => setRenaming(false)}
        />
      ) : null}
      <RunProblem standing={standing} />
    </li>
  );
}

/** Why the last run failed or stopped; runs of earlier revisions of the search are ignored. */
function RunProblem({ standing: { search, lastRun } }: { readonly standing: SavedSearchStatus }) {
  if (!lastRun || lastRun.run.revision !== search.revision) return null;
  const { job } = lastRun;
  if (job.state === 'failed') return <Note tone="bad">The last run failed. {job.failure?.message}</Note>;
  if (job.state === 'stopped') {
    return (
      <Note tone="warn">
        The last run was stopped: {job.warnings.at(-1) ?? 'its paging was inconsistent.'}
      </Note>
    );
  }
  const limit = describeFetchLimit(job);
  if (limit !== null) return <Note tone="warn">The last run: {limit}.</Note>;
  if (job.state === 'cancelled')
    return <Note tone="info">The last run was cancelled. Run resumes where it stopped.</Note>;
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
        <ActionIcon size={18} color="gray" aria-label={`More actions for ${search.name}`}>
          <IconDots size={14} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item disabled={!canRun} onClick={() => void runSavedSearch(app, search, 'full')}>
          Run full check
        </Menu.Item>
        <Menu.Item disabled={comparableFetchId === null} onClick={compare}>
          Compare the last two checks…
        </Menu.Item>
        <Menu.Item disabled={lastRun === null} onClick={() => lastRun && showFetch(app, lastRun.job.id)}>
          Show results of the last run
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item onClick={() => loadIntoForm(app, search.search, search.areaId)}>Load into form</Menu.Item>
        <Menu.Item onClick={() => openEditSearch(app, search)}>Edit…</Menu.Item>
        <Menu.Item onClick={onRename}>Rename</Menu.Item>
        {search.schedule.kind === 'manual' ? null : (
          <Menu.Item onClick={() => void pauseSearch(app, search, !search.paused)}>
            {search.paused ? 'Resume schedule' : 'Pause schedule'}
          </Menu.Item>
        )}
        <Menu.Item color="red" onClick={() => void deleteSearch(app, search)}>
          Delete
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
