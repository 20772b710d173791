import { formatCount, formatQuantity } from '../../../shared/format.ts';
import type { Verdict } from '../../../shared/review/review.ts';

const verdictWords = { confirmed: 'confirmed', rejected: 'rejected', unsure: 'marked as unsure' } as const;

/** The texts of a running review and of its summary. */
export const reviewTexts = {
  stage: 'Detection under review',
  summary: 'Review finished',
  position: (at: number, total: number) => ({ at: formatCount(at), of: `of ${formatCount(total)}` }),
  left: (count: number) => (count === 0 ? 'nothing left' : `${formatCount(count)} left`),
  estimate: (ms: number) => `about ${formatMinutes(ms)}`,
  previous: 'Previous detection',
  next: 'Next detection',
  undo: 'Undo',
  pause: 'Pause',
  end: 'End review',
  endTitle: 'End the review?',
  endBody: (left: number) =>
    `${formatQuantity(left, 'detection')} of it ${left === 1 ? 'has' : 'have'} no verdict. The verdicts that were set are saved; the position in the review is not.`,
  endConfirm: 'End review',
  endCancel: 'Continue',
  endClose: 'Close',
  doneTitle: 'The review is finished',
  spent: (total: number, ms: number) =>
    `${formatQuantity(total, 'detection')} in ${formatMinutes(ms)}, without pauses and earlier sessions`,
  skipped: (count: number) => `${formatQuantity(count, 'detection')} skipped without a verdict.`,
  exportConfirmed: (count: number) => `Export confirmed · ${formatCount(count)}`,
  reviewUnsure: (count: number) => `Review the ${formatCount(count)} unsure again`,
  nextArea: (name: string, count: number) => `Next area: ${name} · ${formatCount(count)}`,
  nextAreaTip: 'Its detections without a verdict',
  showMap: 'Show the map',
  judged: (id: number, verdict: Verdict) => `Detection ${id} ${verdictWords[verdict]}.`,
  nextIs: (id: number, position: number, total: number) =>
    `Next: detection ${id}, ${formatCount(position)} of ${formatCount(total)}.`,
  isFinished: 'The review is finished.',
} as const;

function formatMinutes(ms: number): string {
  const minutes = Math.round(ms / 60_000);
  if (minutes < 1) return 'less than 1 min';
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
