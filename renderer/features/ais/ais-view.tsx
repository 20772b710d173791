import { Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { AisFile } from '../../../shared/ais/ais-file.ts';
import type { AisPassOutcome } from '../../../shared/ais/pass-outcome.ts';
import { formatCount, formatQuantity, formatTime, formatTimeLeft } from '../../../shared/format.ts';
import { aisFilesQuery, aisOutcomesQuery, aisUndecidedQuery } from '../../api/ais-queries.ts';
import { useApp } from '../../context/app-context.tsx';
import { useDock } from '../../context/use-stores.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { toFailure } from '../../ui/failure-error.ts';
import { FailureNote } from '../../ui/failure-note.tsx';
import { LoadingState } from '../../ui/loading-state.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import styles from './ais.module.css';
import { AisImportForm } from './ais-import-form.tsx';
import { RemoveAisFile } from './remove-ais-file.tsx';
import { texts } from './texts.ts';

/** The AIS files, and what came of matching each pass. */
export function AisView() {
  const { api, commands, stores } = useApp();
  const files = useQuery(aisFilesQuery(api));
  const outcomes = useQuery(aisOutcomesQuery(api));
  const undecided = useQuery(aisUndecidedQuery(api)).data?.length ?? 0;
  const { preview, passKey } = useDock((state) => state.ais);
  const shown = outcomes.data?.find((outcome) => outcome.passKey === passKey);
  const close = () => stores.dock.getState().changeAis({ preview: null });
  const { view } = texts;
  const error = files.error ?? outcomes.error;
  return (
    <div className={styles.view}>
      <div className={styles.controls}>
        <TextButton onClick={() => commands.run('ais.import')}>{texts.commands.import}</TextButton>
        <span className="grow" />
        {undecided > 0 ? (
          <TextButton onClick={() => commands.run('ais.next-undecided')}>
            {view.undecided(formatQuantity(undecided, 'ambiguous match', 'ambiguous matches'))}
          </TextButton>
        ) : null}
      </div>
      {error ? (
        <FailureNote
          failure={toFailure(error)}
          onRetry={() => void Promise.all([files.refetch(), outcomes.refetch()])}
        />
      ) : !files.data || !outcomes.data ? (
        <LoadingState label={view.loading} />
      ) : files.data.length === 0 ? (
        <EmptyState title={view.none.title} hint={view.none.hint} />
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls needs the focus to be scrolled by keys
        <section className={styles.scroll} aria-label={texts.title} data-region="table" tabIndex={0}>
          <FileList files={files.data} />
          <PassTable outcomes={outcomes.data} shown={shown} />
          {shown ? <NotSeen outcome={shown} /> : null}
        </section>
      )}
      <Modal
        opened={preview !== null}
        onClose={close}
        title={texts.form.title(preview?.name ?? '')}
        size="xl"
      >
        {preview ? <AisImportForm key={preview.file} preview={preview} onDone={close} /> : null}
      </Modal>
    </div>
  );
}

function FileList({ files }: { readonly files: readonly AisFile[] }) {
  return (
    <ul className={styles.files} aria-label={texts.view.files}>
      {files.map((file) => (
        <li key={file.id}>
          <strong>{file.name}</strong>{' '}
          <span className="muted">
            {file.publisher ?? texts.view.publisherUnknown}
            {' · '}
            {texts.fileLine(
              formatQuantity(file.contacts, 'contact'),
              formatQuantity(file.accepted, 'report'),
              timeOf(file.fromMs),
              timeOf(file.toMs),
            )}
          </span>{' '}
          <RemoveAisFile file={file} />
        </li>
      ))}
    </ul>
  );
}

function timeOf(epochMs: number | null): string {
  return epochMs === null ? texts.none : formatTime(new Date(epochMs).toISOString());
}

function PassTable({
  outcomes,
  shown,
}: {
  readonly outcomes: readonly AisPassOutcome[];
  readonly shown: AisPassOutcome | undefined;
}) {
  const { stores } = useApp();
  const { columns, cover, show, noPasses } = texts.view;
  if (outcomes.length === 0) return <p className="muted">{noPasses}</p>;
  return (
    <table className={styles.table} aria-label={texts.view.passes}>
      <thead>
        <tr>
          <th scope="col">{columns.time}</th>
          <th scope="col">{columns.matched}</th>
          <th scope="col">{columns.ambiguous}</th>
          <th scope="col">{columns.noContact}</th>
          <th scope="col">{columns.notComparable}</th>
          <th scope="col">{columns.notSeen}</th>
          <th scope="col">{columns.cover}</th>
        </tr>
      </thead>
      <tbody>
        {outcomes.map((outcome) => {
          const { counts, passKey } = outcome;
          const time = timeOf(outcome.timeMs);
          return (
            <tr key={passKey}>
              <td>
                <button
                  type="button"
                  aria-pressed={outcome === shown}
                  title={show(time)}
                  onClick={() =>
                    stores.dock.getState().changeAis({ passKey: outcome === shown ? null : passKey })
                  }
                >
                  {time}
                </button>
              </td>
              <td>{formatCount(counts.matched)}</td>
              <td>{formatCount(counts.ambiguous)}</td>
              <td>{formatCount(counts.noContact)}</td>
              <td>{formatCount(counts.notComparable)}</td>
              <td>{formatCount(counts.notSeen)}</td>
              <td>
                {cover(formatCount(counts.covered), formatCount(counts.thin), formatCount(counts.unknown))}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** The contacts of a pass that no detection is: those not seen first, then those that could not be compared. */
function NotSeen({ outcome }: { readonly outcome: AisPassOutcome }) {
  const { view } = texts;
  const time = timeOf(outcome.timeMs);
  const contacts = outcome.contacts
    .filter(({ state }) => state === 'not-seen' || state === 'not-comparable')
    .toSorted((one, other) => Number(one.state !== 'not-seen') - Number(other.state !== 'not-seen'));
  return (
    <>
      <h3 className={styles.heading}>{view.notSeen(time)}</h3>
      <p className="muted">{view.notSeenHint}</p>
      {contacts.length === 0 ? (
        <p className="muted">{view.noneNotSeen}</p>
      ) : (
        <table className={styles.table} aria-label={view.notSeen(time)}>
          <thead>
            <tr>
              <th scope="col">{view.contact}</th>
              <th scope="col">{view.kind}</th>
              <th scope="col">{view.age}</th>
              <th scope="col">{view.state}</th>
            </tr>
          </thead>
          <tbody>
            {contacts.map((contact) => (
              <tr key={contact.identifier}>
                <td>{contact.name ? `${contact.name} (${contact.identifier})` : contact.identifier}</td>
                <td>{texts.kinds[contact.kind]}</td>
                <td>{contact.ageMs === null ? texts.none : formatTimeLeft(contact.ageMs)}</td>
                <td>
                  {contact.state === 'not-comparable' ? texts.reasons[contact.reason] : texts.view.seen}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}
