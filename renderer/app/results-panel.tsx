import { useState } from 'react';
import { formatCount } from '../../shared/format.ts';
import { isActiveJob } from '../../shared/jobs/job.ts';
import { useApp } from '../context/app-context.tsx';
import { useWorkspace } from '../context/use-stores.ts';
import { JobRow } from '../features/jobs/job-list.tsx';
import { useOrderRows } from '../features/orders/order-rows.tsx';
import { RecordProblemsNote } from '../features/search/disk-summary.tsx';
import { SavedSearchList, SearchHeading } from '../features/search/saved-search-list.tsx';
import { SearchFields } from '../features/search/search-fields.tsx';
import { PanelHeading } from '../ui/panel-heading.tsx';
import { TextButton } from '../ui/text-button.tsx';
import styles from './workspace-shell.module.css';

/** The panel “Get”: the form, orders and fetches, and saved searches. */
export function ResultsPanel() {
  return (
    <>
      <SearchHeading />
      <SearchFields />
      <RequestList />
      <SavedSearchList />
      <RecordProblemsNote />
    </>
  );
}

/** Number of rows that are shown at first; more where so many are open, with the newest of the others. */
const firstRows = 3;

/** Fetches and orders, newest first; on top what runs or has to be decided. */
function RequestList() {
  const { stores } = useApp();
  const [showsAll, setShowsAll] = useState(false);
  const fetches = useWorkspace(({ jobs }) => jobs).filter(({ kind }) => kind === 'fetch');
  const orders = useOrderRows();
  const newest = fetches.reduce((latest, { startedAt }) => (startedAt > latest ? startedAt : latest), '');
  const rows = [
    ...fetches.map((job) => ({
      id: job.id,
      createdAt: Date.parse(job.startedAt),
      isOpen: isActiveJob(job) || (job.resumable && job.state !== 'cancelled'),
      row: <JobRow job={job} isFirst={job.startedAt === newest} />,
    })),
    ...orders,
  ].sort((one, other) => Number(other.isOpen) - Number(one.isOpen) || other.createdAt - one.createdAt);
  const open = rows.filter(({ isOpen }) => isOpen).length;
  const shown = showsAll ? rows : rows.slice(0, Math.max(firstRows, open + 1));
  const showPanel = (panel: 'orders' | 'areas') => stores.ui.getState().showPanel(panel);
  return (
    <section aria-label="Asked for" className={styles.requestList}>
      <PanelHeading title="Asked for" level={3}>
        <span className={styles.links}>
          <TextButton onClick={() => showPanel('orders')}>Orders</TextButton>
          <TextButton onClick={() => showPanel('areas')}>Areas</TextButton>
        </span>
      </PanelHeading>
      {rows.length === 0 ? null : (
        <ul className={styles.requests} aria-label="Jobs and orders" data-region="fetches" tabIndex={-1}>
          {shown.map(({ id, row }) => (
            <li key={id}>{row}</li>
          ))}
        </ul>
      )}
      {shown.length < rows.length ? (
        <TextButton
          onClick={() => setShowsAll(true)}
        >{`Show ${formatCount(rows.length - shown.length)} more`}</TextButton>
      ) : null}
    </section>
  );
}
