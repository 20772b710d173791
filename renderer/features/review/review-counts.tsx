import { IconCheck, IconFlag, IconQuestionMark, IconX } from '@tabler/icons-react';
import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { formatCount } from '../../../shared/format.ts';
import { noPlaceText } from '../../../shared/places/nearest-port.ts';
import type { GroupCount } from '../../../shared/results/statistics.ts';
import { type Verdict, verdictSchema } from '../../../shared/review/review.ts';
import { useApp } from '../../context/app-context.tsx';
import { useReview } from '../../context/use-stores.ts';
import { idsByVerdict, type QueueProgress, type ReviewQueue } from '../../stores/review-queue.ts';
import { FailureText } from '../../ui/failure-text.tsx';
import { Note } from '../../ui/note.tsx';
import { type Column, Table } from '../../ui/table/table.tsx';
import styles from './review.module.css';
import stageStyles from './review-stage.module.css';
import { texts } from './texts.ts';

const verdicts: readonly {
  readonly verdict: Verdict;
  readonly label: string;
  readonly Icon: typeof IconCheck;
}[] = [
  { verdict: 'confirmed', label: texts.verdicts.confirmed, Icon: IconCheck },
  { verdict: 'rejected', label: texts.verdicts.rejected, Icon: IconX },
  { verdict: 'unsure', label: texts.verdicts.unsure, Icon: IconQuestionMark },
];

/** Progress of a review queue as a bar, by verdict. */
export function QueueProgressBar({
  progress: { total, reviewed, byVerdict },
}: {
  readonly progress: QueueProgress;
}) {
  const share = (count: number) => `${total === 0 ? 0 : (count / total) * 100}%`;
  return (
    <div
      className={styles.progress}
      role="progressbar"
      aria-label={texts.progress.label}
      aria-valuemin={0}
      aria-valuemax={total}
      aria-valuenow={reviewed}
      aria-valuetext={texts.progress.value(reviewed, total)}
    >
      {verdicts.map(({ verdict }) => (
        <div key={verdict} data-verdict={verdict} style={{ width: share(byVerdict[verdict]) }} />
      ))}
    </div>
  );
}

/** Numbers of detections of a queue that are reviewed and left, and how many are not saved yet. */
export function QueueState({
  progress: { total, reviewed, remaining },
}: {
  readonly progress: QueueProgress;
}) {
  const ids = useReview(({ queue }) => queue?.ids);
  const unsaved = useReview((state) => state.unsaved);
  const unsavedCount = useMemo(
    () => (unsaved && ids ? ids.reduce((sum, id) => sum + (unsaved.changes.has(id) ? 1 : 0), 0) : 0),
    [ids, unsaved],
  );
  return (
    <>
      <div className={styles.judged}>
        <strong className="numeric">{texts.progress.reviewed(reviewed, total)}</strong>
        <span className="muted numeric">{texts.progress.left(remaining)}</span>
      </div>
      {unsaved && unsavedCount > 0 ? (
        <Note tone="bad">
          <FailureText
            failure={unsaved.failure}
            text={texts.progress.unsaved(unsavedCount, unsaved.failure.message)}
          />
        </Note>
      ) : null}
    </>
  );
}

/** The detections of a queue by verdict, and the flagged ones. */
export function VerdictCounts({ progress: { byVerdict, flagged } }: { readonly progress: QueueProgress }) {
  return (
    <dl className={styles.counts} aria-label={texts.verdicts.label}>
      {verdicts.map(({ verdict, label, Icon }) => (
        <div key={verdict} data-verdict={verdict}>
          <dt>{label}</dt>
          <dd>
            <Icon size={14} stroke={2} aria-hidden />
            {formatCount(byVerdict[verdict])}
          </dd>
        </div>
      ))}
      <div data-verdict="flagged">
        <dt>{texts.verdicts.flagged}</dt>
        <dd>
          <IconFlag size={14} stroke={1.8} aria-hidden />
          {formatCount(flagged)}
        </dd>
      </div>
    </dl>
  );
}

/** Maximum number of places that are listed. */
const maxPlaces = 6;
/** Maximum number of ids in a request. */
const maxIds = 200_000;

const countedVerdicts = verdictSchema.options;

/** The detections of a finished review by place and verdict; nothing where none is reviewed or they are too many. */
export function PlaceCounts({ queue }: { readonly queue: ReviewQueue }) {
  const { queries } = useApp();
  const ids = useMemo(
    () => countedVerdicts.map((verdict) => [...idsByVerdict(queue, (each) => each === verdict)]),
    [queue],
  );
  const reviewed = ids.reduce((sum, { length }) => sum + length, 0);
  const counts = useQueries({
    queries: ids.map((some) =>
      queries.results.groupCounts.queryOptions(
        { filter: { ids: some }, by: 'place' },
        { enabled: reviewed <= maxIds },
      ),
    ),
  });
  if (reviewed === 0 || !counts.every(({ data }) => data)) return null;
  const places = countByPlace(counts.map(({ data }) => data ?? []));
  const hidden = places.length - maxPlaces;
  return (
    <>
      <Table
        className={stageStyles.places}
        label={texts.byPlace}
        rows={places.slice(0, maxPlaces)}
        rowKey={({ place }) => place ?? ''}
        columns={[
          { title: texts.byPlace, isRowHeading: true, cell: ({ place }) => place ?? noPlaceText },
          ...countedVerdicts.map(
            (verdict, index): Column<PlaceCounts> => ({
              title: texts.verdictTitles[verdict],
              cell: (row) => formatCount(row.counts[index] ?? 0),
            }),
          ),
        ]}
      />
      {hidden > 0 ? <p className="muted">{texts.morePlaces(hidden)}</p> : null}
    </>
  );
}

/** A place, null for none, with its count in each of several lists. */
export type PlaceCounts = { readonly place: string | null; readonly counts: readonly number[] };

/** Joins several lists of counts by place, the places with the most detections first. */
export function countByPlace(lists: readonly (readonly GroupCount[])[]): readonly PlaceCounts[] {
  const places = [...new Set(lists.flatMap((list) => list.map(({ key }) => key)))];
  const total = ({ counts }: PlaceCounts) => counts.reduce((sum, count) => sum + count, 0);
  return places
    .map((place) => ({
      place,
      counts: lists.map((list) => list.find(({ key }) => key === place)?.count ?? 0),
    }))
    .sort((one, other) => total(other) - total(one));
}
