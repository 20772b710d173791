import { useApp } from '../../context/app-context.tsx';
import { useSavedSearches } from '../../context/use-saved-searches.ts';
import { useSession } from '../../context/use-stores.ts';
import { toFailure } from '../../ui/failure-error.ts';
import { FailureNote } from '../../ui/failure-note.tsx';
import { LoadingState } from '../../ui/loading-state.tsx';
import { PanelHeading } from '../../ui/panel-heading.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import styles from './results.module.css';
import { SavedSearchRow } from './saved-search-row.tsx';

/** The saved searches, each with the number of new results. */
export function SavedSearchList() {
  const { commands } = useApp();
  const session = useSession((state) => state.session);
  const { data, error, refetch, isPending } = useSavedSearches();
  const isOpen = session !== null && session.workspace !== 'none';
  return (
    <section aria-label="Saved searches" className={styles.saved}>
      <PanelHeading title="Saved searches" level={3}>
        {isOpen ? <TextButton onClick={() => commands.run('results.history')}>History</TextButton> : null}
      </PanelHeading>
      {isOpen ? null : <p className={styles.hint}>No workspace is open. Sign in once to create one.</p>}
      {error ? <FailureNote failure={toFailure(error)} onRetry={() => void refetch()} /> : null}
      {isOpen && isPending ? <LoadingState label="Loading the saved searches" /> : null}
      {data?.length === 0 ? (
        <p className={styles.hint}>
          None yet. Save stores the query above; each run then fetches only what is new.
        </p>
      ) : null}
      {data && data.length > 0 ? (
        <ul className={styles.searches}>
          {data.map((status) => (
            <SavedSearchRow
              key={status.search.id}
              standing={status}
              canRun={session?.status === 'signed-in' && session.workspace === 'open'}
            />
          ))}
        </ul>
      ) : null}
      {data && data.length > 0 && session?.status !== 'signed-in' ? (
        <p className={styles.hint}>They run once you are signed in.</p>
      ) : null}
    </section>
  );
}
