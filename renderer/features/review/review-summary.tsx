import { Button } from '@mantine/core';
import { IconCircleCheck, IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { shapeToRings } from '../../../shared/areas/shape-to-rings.ts';
import { useApp } from '../../context/app-context.tsx';
import { useAreaList } from '../../context/use-live-queries.ts';
import { useReview } from '../../context/use-stores.ts';
import type { QueueProgress, ReviewQueue } from '../../stores/review-queue.ts';
import { spentMs } from '../../stores/review-store.ts';
import { unwrap } from '../../ui/failure-error.ts';
import { TextButton } from '../../ui/text-button.tsx';
import { PlaceCounts } from './place-counts.tsx';
import { exportConfirmed, reviewArea, reviewUnsure } from './queue-commands.ts';
import { VerdictCounts } from './queue-progress-bar.tsx';
import styles from './review-stage.module.css';
import { resumeReview } from './start-review.ts';
import { texts } from './texts.ts';

/** Maximum number of areas in which detections without a verdict are looked for. */
const maxAreas = 50;

/** The end of a review: counts by verdict, the time, and what can be done next. */
export function ReviewSummary({
  queue,
  progress,
}: {
  readonly queue: ReviewQueue;
  readonly progress: QueueProgress;
}) {
  const app = useApp();
  const spent = useReview((state) => state.spent);
  const { confirmed, unsure } = progress.byVerdict;
  const next = useNextArea();
  return (
    <div className={styles.summary}>
      <h2>
        {progress.remaining === 0 ? <IconCircleCheck size={20} stroke={1.8} aria-hidden /> : null}
        {texts.doneTitle(progress.remaining)}
      </h2>
      <p className="muted">
        {texts.spent(progress, spentMs(spent, Date.now()))} · {queue.title}
      </p>
      <VerdictCounts progress={progress} />
      <PlaceCounts queue={queue} />
      {progress.remaining > 0 ? <p>{texts.withoutVerdict(progress.remaining)}</p> : null}
      <div className={styles.actions}>
        <Button
          variant="filled"
          leftSection={<IconDownload size={16} />}
          disabled={confirmed === 0}
          onClick={() => exportConfirmed(app)}
        >
          {texts.exportConfirmed(confirmed)}
        </Button>
        <Button disabled={unsure === 0} onClick={() => void reviewUnsure(app)}>
          {texts.reviewUnsure(unsure)}
        </Button>
        {progress.remaining > 0 ? <Button onClick={() => resumeReview(app)}>{texts.resume}</Button> : null}
        {next ? (
          <Button title={texts.nextAreaTip} onClick={() => void reviewArea(app, next.area)}>
            {texts.nextArea(next.area.name, next.count)}
          </Button>
        ) : null}
        <TextButton onClick={() => app.stores.review.getState().setSummaryOpen(false)}>
          {texts.showMap}
        </TextButton>
      </div>
    </div>
  );
}

/** The first area of the list with detections that have no verdict, and their number. */
function useNextArea() {
  const { api } = useApp();
  const areas = useAreaList();
  const isSaved = useReview((state) => state.isQueueSaved && state.pendingWrites === 0);
  const { data } = useQuery({
    queryKey: [['results', 'nextArea'], areas.map(({ id, updatedAt }) => `${id} ${updatedAt}`)],
    queryFn: async ({ signal }) => {
      for (const area of areas.slice(0, maxAreas)) {
        const filter = { within: shapeToRings(area.shape), verdicts: ['unreviewed' as const] };
        const { detections: count } = unwrap(await api.results.counts.query(filter, { signal }));
        if (count > 0) return { area, count };
      }
      return null;
    },
    enabled: isSaved,
  });
  return data ?? null;
}
