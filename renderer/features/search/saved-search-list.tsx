import { toFailure } from '../../api/failure-error.ts';
import { useApp } from '../../app/app-context.tsx';
import { useSession } from '../../app/use-stores.ts';
import { FailureNote } from '../../components/failure-note.tsx';
import { LoadingState } from '../../components/loading-state.tsx';
import { PanelHeading } from '../../components/panel-heading.tsx';
import { TextButton } from '../../components/text-button.tsx';
import styles from './results.module.css';
import { SavedSearchRow } from './saved-search-row.tsx';
import { useSavedSearches } from './use-saved-searches.ts';

/** The saved searches with what is new in each. */
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
      {isOpen && isPending ? <LoadingState label="Reading the saved searches" /> : null}
      {data?.length === 0 ? (
        <p className={styles.hint}>None yet. Save keeps the query above; it then brings only what is new.</p>
      ) : null}
      {data && data.length > 0 ? (
        <ul className={styles.searches}>
          {data.map((standing) => (
            <SavedSearchRow
              key={standing.search.id}
              standing={standing}
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
