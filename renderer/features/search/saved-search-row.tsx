import { ActionIcon, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useState } from 'react';
import { isActive } from '../../../shared/jobs/job.ts';
import type { SavedSearchStanding } from '../../../shared/searches/saved-search.ts';
import { useApp } from '../../app/app-context.tsx';
import { useNow } from '../../app/use-now.ts';
import {
  beginEditing,
  deleteSearch,
  keepSearch,
  loadIntoForm,
  openFetchResults,
  openSearchResults,
  pauseSearch,
  runSavedSearch,
} from '../../commands/search-commands.ts';
import { formatCount, formatQuantity, formatUtc } from '../../components/format.ts';
import { Note } from '../../components/note.tsx';
import { TextButton } from '../../components/text-button.tsx';
import { NameField } from '../orders/name-field.tsx';
import { describeSearch, describeStanding } from './describe-search.ts';
import styles from './results.module.css';

/** A saved search: its name opens what it brought; the rest is in its menu. */
export function SavedSearchRow({
  standing,
  canRun,
}: {
  readonly standing: SavedSearchStanding;
  readonly canRun: boolean;
}) {
  const app = useApp();
  const now = useNow(30_000);
  const [isRenaming, setRenaming] = useState(false);
  const { search, lastRun, newRecords, newDetections, dueAt } = standing;
  const { name } = search;
  const running = lastRun !== null && isActive(lastRun.job);
  const fresh = newDetections > 0 ? newDetections : newRecords;
  const freshText = `${formatQuantity(newDetections, 'detection')} in ${formatQuantity(newRecords, 'record')} since you last looked`;
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
          <span className={styles.badge} title={freshText}>
            +{formatCount(fresh)}
          </span>
        ) : (
          <span className="muted">0 new</span>
        )}
      </button>
      <div className={styles.searchTools}>
        <span className={styles.standing}>
          {[
            describeStanding(standing, now),
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
          first={name}
          keep={(changed) => keepSearch(app, { ...search, name: changed })}
          onDone={() => setRenaming(false)}
        />
      ) : null}
      <RunProblem standing={standing} />
    </li>
  );
}

/** Why the last run did not end well; a run of what the search asked for formerly does not matter any more. */
function RunProblem({ standing: { search, lastRun } }: { readonly standing: SavedSearchStanding }) {
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
  if (job.state === 'cancelled')
    return <Note tone="info">The last run was cancelled. Run goes on where it stood.</Note>;
  return null;
}

function SearchMenu({
  standing,
  canRun,
  onRename,
}: {
  readonly standing: SavedSearchStanding;
  readonly canRun: boolean;
  readonly onRename: () => void;
}) {
  const app = useApp();
  const { search, lastRun, comparableFetchId } = standing;
  const compare = () => {
    if (comparableFetchId === null) return;
    app.stores.search.setState({ comparing: { fetchId: comparableFetchId, name: search.name } });
    app.stores.ui.getState().openDialog('compare-runs');
  };
  return (
    <Menu position="bottom-end" returnFocus>
      <Menu.Target>
        <ActionIcon size={18} color="gray" aria-label={`More about ${search.name}`}>
          <IconDots size={14} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item disabled={!canRun} onClick={() => void runSavedSearch(app, search, 'full')}>
          Check everything again
        </Menu.Item>
        <Menu.Item disabled={comparableFetchId === null} onClick={compare}>
          Compare the last two checks…
        </Menu.Item>
        <Menu.Item
          disabled={lastRun === null}
          onClick={() => lastRun && openFetchResults(app, lastRun.job.id)}
        >
          Show what the last run found
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item onClick={() => loadIntoForm(app, search.search, search.areaId)}>
          Load into the form
        </Menu.Item>
        <Menu.Item onClick={() => beginEditing(app, search)}>Edit…</Menu.Item>
        <Menu.Item onClick={onRename}>Rename</Menu.Item>
        {search.schedule.kind === 'manual' ? null : (
          <Menu.Item onClick={() => void pauseSearch(app, search, !search.paused)}>
            {search.paused ? 'Resume its schedule' : 'Pause its schedule'}
          </Menu.Item>
        )}
        <Menu.Item color="red" onClick={() => void deleteSearch(app, search)}>
          Delete
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
