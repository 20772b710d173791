import { useApp } from '../../context/app-context.tsx';
import { useSavedSearches } from '../../context/use-saved-searches.ts';
import { useSession } from '../../context/use-stores.ts';
import { toFailure } from '../../ui/failure-error.ts';
import { FailureNote } from '../../ui/failure-note.tsx';
import { LoadingState } from '../../ui/loading-state.tsx';
import { Note } from '../../ui/note.tsx';
import { PanelHeading } from '../../ui/panel-heading.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import styles from './results.module.css';
import { SavedSearchRow } from './saved-search-row.tsx';
import { texts } from './texts.ts';

/** The saved searches, each with the number of new results. */
export function SavedSearchList() {
  const { commands } = useApp();
  const session = useSession((state) => state.session);
  const { data, error, refetch, isPending } = useSavedSearches();
  const { searches, unreadable } = data ?? { searches: [], unreadable: 0 };
  const isOpen = session !== null && session.workspace !== 'none';
  return (
    <section aria-label={texts.saved.title} className={styles.saved}>
      <PanelHeading title={texts.saved.title} level={3}>
        {isOpen ? (
          <TextButton onClick={() => commands.run('results.history')}>{texts.saved.history}</TextButton>
        ) : null}
      </PanelHeading>
      {isOpen ? null : <p className={styles.hint}>{texts.saved.noWorkspace}</p>}
      {error ? <FailureNote failure={toFailure(error)} onRetry={() => void refetch()} /> : null}
      {isOpen && isPending ? <LoadingState label={texts.saved.loading} /> : null}
      {unreadable > 0 ? <Note tone="warn">{texts.saved.unreadable(unreadable)}</Note> : null}
      {data && searches.length === 0 && unreadable === 0 ? (
        <p className={styles.hint}>{texts.saved.none}</p>
      ) : null}
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
