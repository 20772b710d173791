import { Modal, Select, TextInput } from '@mantine/core';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { tabRow } from '../../../shared/csv-cell.ts';
import { formatCount, formatQuantity, formatUtc } from '../../../shared/format.ts';
import type { ProblemPageResult } from '../../../shared/results/record-problem-page.ts';
import { useApp } from '../../context/app-context.tsx';
import { useWorkspaceCounts } from '../../context/use-live-queries.ts';
import { unwrap } from '../../ui/failure-error.ts';
import { FailureText } from '../../ui/failure-text.tsx';
import { LoadingState } from '../../ui/loading-state.tsx';
import { Note } from '../../ui/note.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import { useCopy } from '../../ui/use-copy.ts';
import problemStyles from './problems.module.css';
import styles from './results.module.css';
import { texts } from './texts.ts';

/** Counts of the workspace, and the size of the chip cache. */
export function DiskSummary() {
  const counts = useWorkspaceCounts();
  const chips = useQuery(useApp().queries.chips.stats.queryOptions());
  switch (counts.state) {
    case 'loading':
      return <LoadingState label={texts.disk.counting} />;
    case 'none':
      return <p className={styles.hint}>{texts.disk.noWorkspace}</p>;
    case 'failed':
      return (
        <Note tone="bad">
          <FailureText failure={counts} />
        </Note>
      );
  }
  const { detections, records, collectedFrom, collectedTo } = counts.value;
  const parts = [formatQuantity(detections, 'detection'), formatQuantity(records, 'record')];
  let chipText: string | null = null;
  if (chips.data) {
    const { files, bytes, limit } = chips.data;
    chipText = texts.disk.chips(files, bytes, limit);
  }
  return (
    <div className={styles.summary}>
      <p>{parts.join(' · ')}</p>
      {chipText === null ? null : <p>{chipText}</p>}
      {collectedFrom !== null && collectedTo !== null ? (
        <p>
          {texts.disk.collected(formatUtc(collectedFrom).slice(0, 10), formatUtc(collectedTo).slice(0, 10))}
        </p>
      ) : null}
      <QueryState query={chips} title={texts.disk.chipsNotCounted} />
    </div>
  );
}

/** Number of problems in the records of this disk, and a list of them; nothing without any. */
export function RecordProblemsNote() {
  const counts = useWorkspaceCounts();
  const [isOpen, setOpen] = useState(false);
  const problems = counts.state === 'ready' ? counts.value.problems : 0;
  if (problems === 0) return null;
  return (
    <div className={styles.summary}>
      <TextButton aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {texts.disk.problems(problems)}
      </TextButton>
      {isOpen ? <RecordProblems /> : null}
    </div>
  );
}

const pageSize = 50;

/** Unreadable parts of records, latest first. The raw records are saved completely. */
function RecordProblems() {
  const { api, queries } = useApp();
  const [place, setPlace] = useState<string | null>(null);
  const [text, setText] = useState('');
  const [shownRecordId, setShownRecordId] = useState<string | null>(null);
  const request = { ...(place === null ? {} : { place }), text: useDeferredValue(text.trim()) };
  const places = useQuery(queries.problems.locations.queryOptions());
  const pages = useInfiniteQuery({
    queryKey: [...queries.problems.page.pathKey(), request],
    queryFn: async ({ pageParam }) =>
      unwrap(await api.problems.page.query({ ...request, offset: pageParam, limit: pageSize })),
    initialPageParam: 0,
    getNextPageParam: ({ total }, all) => {
      const shown = all.reduce((sum, { rows }) => sum + rows.length, 0);
      return shown < total ? shown : undefined;
    },
    placeholderData: keepPreviousData,
  });
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = pages;
  const rows = data?.pages.flatMap((page) => page.rows) ?? [];
  const total = data?.pages.at(-1)?.total ?? 0;
  return (
    <section aria-label={texts.problems.label}>
      <div className={problemStyles.filters}>
        <Select
          aria-label={texts.problems.path}
          placeholder={texts.problems.anyPath}
          clearable
          value={place}
          onChange={setPlace}
          data={(places.data ?? []).map((one) => ({
            value: one.place,
            label: `${one.place} (${formatCount(one.count)})`,
          }))}
        />
        <TextInput
          aria-label={texts.problems.find}
          placeholder={texts.problems.find}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      </div>
      {error || !data ? (
        <QueryState query={{ error, refetch }} loading={texts.problems.loading} />
      ) : (
        <>
          <p className="muted" aria-live="polite">
            {total === 0 ? texts.problems.noMatch : texts.problems.count(total)}
          </p>
          <ul className={problemStyles.list}>
            {rows.map((problem) => (
              <ProblemRow key={problem.id} problem={problem} showRecord={setShownRecordId} />
            ))}
          </ul>
          {hasNextPage ? (
            <TextButton disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              {texts.problems.more(Math.min(pageSize, total - rows.length))}
            </TextButton>
          ) : null}
        </>
      )}
      <RawRecordDialog recordId={shownRecordId} onClose={() => setShownRecordId(null)} />
    </section>
  );
}

/** One problem, with actions that copy it and show its record. */
function ProblemRow({
  problem: { recordId, path, message, detections },
  showRecord,
}: {
  readonly problem: ProblemPageResult['rows'][number];
  readonly showRecord: (recordId: string) => void;
}) {
  const { stores } = useApp();
  const { state, copy } = useCopy();
  const copied = texts.problem.copy[state];
  function showDetections(id: string) {
    stores.results.getState().clearFilter();
    stores.results.getState().setFilter({ recordId: id });
    stores.ui.getState().showResults();
  }
  return (
    <li>
      <code>{path}</code> {message}
      <div className="muted">
        {recordId === null ? texts.problem.recordWithoutId : texts.problem.record(recordId)}
      </div>
      <div className={problemStyles.actions}>
        <TextButton onClick={() => copy(tabRow([recordId ?? texts.problem.noId, path, message]))}>
          {copied}
        </TextButton>
        {recordId === null ? null : (
          <>
            <TextButton onClick={() => showRecord(recordId)}>{texts.problem.showRaw}</TextButton>
            {detections > 0 ? (
              <TextButton onClick={() => showDetections(recordId)}>
                {texts.problem.detections(detections)}
              </TextButton>
            ) : null}
          </>
        )}
      </div>
    </li>
  );
}

/** A record as the service sent it, as text. */
function RawRecordDialog({
  recordId,
  onClose,
}: {
  readonly recordId: string | null;
  readonly onClose: () => void;
}) {
  return (
    <Modal
      opened={recordId !== null}
      onClose={onClose}
      title={texts.rawRecord.title(recordId ?? '')}
      size={760}
    >
      {recordId === null ? null : <RawRecord recordId={recordId} />}
    </Modal>
  );
}

function RawRecord({ recordId }: { readonly recordId: string }) {
  const { queries } = useApp();
  const { state, copy } = useCopy();
  const { data, error, refetch } = useQuery(queries.problems.rawRecord.queryOptions(recordId));
  if (error || !data) return <QueryState query={{ error, refetch }} loading={texts.rawRecord.loading} />;
  const copied = texts.rawRecord.copy[state];
  return (
    <>
      {data.isCut ? <Note tone="warn">{texts.rawRecord.cut(data.bytes)}</Note> : null}
      <section aria-label={texts.rawRecord.label}>
        <pre className={problemStyles.raw}>{data.text}</pre>
      </section>
      <TextButton onClick={() => copy(data.text)}>{copied}</TextButton>
    </>
  );
}
