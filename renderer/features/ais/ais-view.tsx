import { Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { aisAnswer, coverageText, mainCounts, sumFigures } from '../../../shared/ais/ais-figures.ts';
import type { AisFile } from '../../../shared/ais/ais-file.ts';
import { type AisOverview, type AisPassSummary, hasReportsNear } from '../../../shared/ais/pass-outcome.ts';
import { formatCount, formatQuantity, timeHeading } from '../../../shared/format.ts';
import { useApp } from '../../context/app-context.tsx';
import { useDock } from '../../context/use-stores.ts';
import dockView from '../../ui/dock-view.module.css';
import { EmptyState } from '../../ui/empty-state.tsx';
import { notifyFailure } from '../../ui/notify.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import rows from '../../ui/table/row-table.module.css';
import { type Column, Table } from '../../ui/table/table.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import styles from './ais.module.css';
import { readAgain } from './ais-commands.ts';
import { AisImportForm } from './ais-import-form.tsx';
import { aisTimeText } from './instant-text.ts';
import { PassContacts } from './pass-contacts.tsx';
import { texts } from './texts.ts';

/** The AIS files, and what came of matching each pass. */
export function AisView() {
  const { commands, stores, queries } = useApp();
  const files = useQuery(queries.ais.files.queryOptions());
  const overview = useQuery(queries.ais.outcomes.queryOptions());
  const undecided = useQuery(queries.ais.undecided.queryOptions()).data?.length ?? 0;
  const { preview, passKey } = useDock((state) => state.ais);
  const shown = overview.data?.passes.find((pass) => pass.passKey === passKey && pass.state !== 'unread');
  const close = () => stores.dock.getState().changeAis({ preview: null });
  const { view } = texts;
  const error = files.error ?? overview.error;
  return (
    <div className={dockView.view}>
      <div className={styles.controls}>
        <TextButton onClick={() => commands.run('ais.import')}>{texts.commands.import}</TextButton>
        {files.data?.length ? (
          <TextButton onClick={() => void commands.runWith('export.report', { kind: 'ais' })}>
            {view.report}
          </TextButton>
        ) : null}
        <span className="grow" />
        {undecided > 0 ? (
          <TextButton onClick={() => commands.run('ais.next-undecided')}>
            {view.undecided(undecided)}
          </TextButton>
        ) : null}
      </div>
      {error || !files.data || !overview.data ? (
        <QueryState
          query={{ error, refetch: () => Promise.all([files.refetch(), overview.refetch()]) }}
          loading={view.loading}
        />
      ) : files.data.length === 0 ? (
        <EmptyState title={view.none.title} hint={view.none.hint} />
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls needs the focus to be scrolled by keys
        <section className={styles.scroll} aria-label={texts.title} data-region="table" tabIndex={0}>
          {overview.data.passes.length > 0 ? (
            <h3 className={styles.answer}>
              {aisAnswer(sumFigures(overview.data.passes.map(({ figures }) => figures)))}
            </h3>
          ) : null}
          <AisPassTable overview={overview.data} files={files.data} shown={shown} />
          {shown ? <PassContacts pass={shown} /> : null}
          <FileList files={files.data} />
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
              aisTimeText(file.fromMs),
              aisTimeText(file.toMs),
              file.indexBytes,
            )}
          </span>{' '}
          {file.folder ? <UnfollowFolder file={file} /> : null} <RemoveAisFile file={file} />
        </li>
      ))}
    </ul>
  );
}

/** States that new files of a folder are read, and ends it. */
function UnfollowFolder({ file }: { readonly file: AisFile }) {
  const { api } = useApp();
  const { view } = texts;
  const unfollow = async () => {
    const ended = await api.ais.unfollowFolder.mutate(file.id);
    if (!ended.ok) notifyFailure(ended.failure, view.notUnfollowed);
  };
  return (
    <>
      <span className="muted">{view.follows}</span>{' '}
      <TextButton aria-label={view.unfollowFolder(file.name)} onClick={() => void unfollow()}>
        {view.unfollow}
      </TextButton>
    </>
  );
}

/** Removes a file once the user has confirmed it. */
function RemoveAisFile({ file }: { readonly file: AisFile }) {
  const { api } = useApp();
  const [isConfirming, setConfirming] = useState(false);
  const { view } = texts;
  const remove = async () => {
    const removed = await api.ais.removeFile.mutate(file.id);
    if (!removed.ok) notifyFailure(removed.failure, view.notRemoved);
  };
  if (!isConfirming)
    return (
      <TextButton aria-label={view.removeFile(file.name)} onClick={() => setConfirming(true)}>
        {view.remove}
      </TextButton>
    );
  return (
    <span role="alertdialog" aria-label={view.removeFile(file.name)}>
      {view.removeQuestion(file.name)}{' '}
      <TextButton autoFocus onClick={() => void remove()}>
        {view.remove}
      </TextButton>{' '}
      <TextButton onClick={() => setConfirming(false)}>{view.cancel}</TextButton>
    </span>
  );
}

/** A row of counts for each pass with a file of its time. A click shows its contacts. */
function AisPassTable({
  overview: { passes, withoutFile, notComparable },
  files,
  shown,
}: {
  readonly overview: AisOverview;
  readonly files: readonly AisFile[];
  readonly shown: AisPassSummary | undefined;
}) {
  const { noPasses, noTimes, others } = texts.view;
  const [isAllShown, setAllShown] = useState(false);
  const covered = passes.filter((pass) => hasReportsNear(pass) || pass === shown);
  const uncovered = passes.length - covered.length;
  const rest = [
    withoutFile === 0 ? null : others.withoutFile(formatQuantity(withoutFile, 'image')),
    notComparable === 0 ? null : others.notComparable(formatQuantity(notComparable, 'image')),
  ].filter((text) => text !== null);
  const hasTimes = files.some(({ fromMs }) => fromMs !== null);
  // The images without a file of their time are counted below.
  const emptyText = !hasTimes ? noTimes : rest.length === 0 ? noPasses : null;
  return (
    <>
      {passes.length === 0 ? (
        emptyText === null ? null : (
          <p className="muted">{emptyText}</p>
        )
      ) : (
        <Table
          className={`${rows.table} ${styles.passes}`}
          label={texts.view.passes}
          rows={isAllShown ? passes : covered}
          rowKey={({ passKey }) => passKey}
          columns={passColumns(files, shown)}
        />
      )}
      {uncovered === 0 ? null : (
        <p className="muted">
          {others.uncovered(formatQuantity(uncovered, 'image'))}{' '}
          <TextButton onClick={() => setAllShown(!isAllShown)}>
            {isAllShown ? others.hide : others.show}
          </TextButton>
        </p>
      )}
      {rest.length === 0 ? null : <p className="muted">{rest.join(' ')}</p>}
    </>
  );
}

function passColumns(
  files: readonly AisFile[],
  shown: AisPassSummary | undefined,
): readonly Column<AisPassSummary>[] {
  const { columns, due, unread, unknownCount } = texts.view;
  const count = (value: number | null) => (value === null ? unknownCount : formatCount(value));
  return [
    {
      title: timeHeading(columns.time),
      cell: (pass) => <PassTime pass={pass} isShown={pass === shown} />,
    },
    {
      title: columns.known,
      span: ({ state }) => (state === 'unread' ? 6 : 1),
      cell: ({ state, figures }) => (state === 'unread' ? unread : count(mainCounts(figures).known)),
    },
    { title: columns.toDecide, cell: ({ figures }) => count(mainCounts(figures).toDecide) },
    { title: columns.withoutContact, cell: ({ figures }) => count(mainCounts(figures).withoutContact) },
    { title: columns.unknown, cell: ({ figures }) => formatCount(mainCounts(figures).unknown) },
    {
      title: columns.notComparable,
      cell: ({ figures }) => formatCount(figures.outcomes['not comparable']),
    },
    { title: columns.notSeen, cell: ({ notSeen }) => count(notSeen) },
    {
      title: columns.cover,
      cell: (pass) => (
        <>
          {pass.state === 'unread' ? null : `${pass.state === 'due' ? due : coverageText(pass.figures)} `}
          <ReadAgain pass={pass} files={files} />
        </>
      ),
    },
  ];
}

/** The time and sensor of a pass; a click shows its contacts. */
function PassTime({ pass, isShown }: { readonly pass: AisPassSummary; readonly isShown: boolean }) {
  const { stores } = useApp();
  const { passKey, timeMs, sensorName, state } = pass;
  const textOf = (time: string) => [time, sensorName].filter(Boolean).join(' · ');
  const time = textOf(aisTimeText(timeMs, { zone: false }));
  if (state === 'unread') return time;
  return (
    <button
      type="button"
      aria-pressed={isShown}
      title={texts.view.show(textOf(aisTimeText(timeMs)))}
      onClick={() => stores.dock.getState().changeAis({ passKey: isShown ? null : passKey })}
    >
      {time}
    </button>
  );
}

/** Reads the file of a pass's time again that was read before the pass was fetched. */
function ReadAgain({
  pass: { unreadFiles },
  files,
}: {
  readonly pass: AisPassSummary;
  readonly files: readonly AisFile[];
}) {
  const app = useApp();
  const file = files.find(({ id }) => unreadFiles.includes(id));
  if (!file) return null;
  return <TextButton onClick={() => void readAgain(app, file)}>{texts.view.readAgain(file.name)}</TextButton>;
}
