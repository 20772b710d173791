import type { Failure, Result } from '../../shared/result.ts';
import type { Review } from '../../shared/review/review.ts';
import type { ReviewChange, ReviewsChanged } from '../../shared/review/review-change.ts';
import { ask } from '../api/ask.ts';
import type { App } from '../app/app-context.tsx';
import { notifyFailure, notifyInfo } from '../app/notify.tsx';
import { formatQuantity } from '../components/format.ts';
import {
  isFlagged,
  placeAfterVerdict,
  type ReviewQueue,
  type StandingCode,
  standingOf,
  verdictOf,
  withStandings,
} from '../stores/review-queue.ts';
import type { SaidReviews } from '../stores/review-store.ts';
import { createTurns, type Turns } from './turns.ts';

/** What judging needs of the app. */
export type ReviewWork = Pick<App, 'api' | 'stores'>;

/** Detections in one request; the main process takes no more. */
const mostAtOnce = 200_000;
/** Changes of no more detections than this are shown before the main process has answered. */
const mostShownAhead = 1_000;
/** Changes that can be taken back one by one without asking the workspace. */
const mostUndos = 1_000;

type Written = {
  readonly batches: readonly string[];
  readonly reviews: ReviewsChanged['reviews'];
  readonly failure: Failure | null;
};

/** Changes of each app that wait until those before them are written. */
const turns = new WeakMap<object, Turns>();

function turnsOf({ stores: { review } }: ReviewWork): Turns {
  const known = turns.get(review);
  if (known) return known;
  const made = createTurns((writing) => review.setState({ writing }));
  turns.set(review, made);
  return made;
}

/**
 * Says something of detections. It is shown at once and written in order; what cannot be written is put back, and told.
 * In a queue, a verdict on its detection goes on to the next.
 */
export function sayOf(app: ReviewWork, ids: readonly number[], change: ReviewChange): Promise<void> {
  const [first] = ids;
  if (first === undefined) return Promise.resolve();
  const { review } = app.stores;
  const turn = nextTurn(app);
  const standings = showAhead(app, ids, change);
  const { queue, stays } = review.getState();
  const isQueues = queue?.state === 'running' && queue.ids[queue.at] === first && ids.length === 1;
  if (isQueues && change.verdict && !stays) goOn(app, queue);
  return turnsOf(app).take(ids, async () => {
    const { batches, reviews, failure } = await write(app, ids, change);
    if (batches.length > 0) keepUndo(app, { batches, id: first, turn });
    showReviews(app, reviews);
    if (!failure) return;
    if (batches.length === 0) putStandings(app, standings);
    review.setState({ latest: 'unknown' });
    notifyFailure(
      failure,
      ids.length === 1
        ? `What was said of detection ${first} was not kept.`
        : `What was said of ${formatQuantity(ids.length, 'detection')} was not kept, or not of all of them.`,
    );
  });
}

async function write({ api }: ReviewWork, ids: readonly number[], change: ReviewChange): Promise<Written> {
  const batches: string[] = [];
  const reviews: ReviewsChanged['reviews'][number][] = [];
  for (let at = 0; at < ids.length; at += mostAtOnce) {
    const part = ids.slice(at, at + mostAtOnce);
    const result: Result<ReviewsChanged> = await ask(() => api.review.set.mutate({ ids: part, change }));
    if (!result.ok) return { batches, reviews, failure: result.failure };
    if (result.value.batch !== null) batches.push(result.value.batch);
    reviews.push(...result.value.reviews);
  }
  return { batches, reviews, failure: null };
}

/** Answers to what was begun together come in any order. */
function keepUndo({ stores: { review } }: ReviewWork, said: SaidReviews): void {
  review.setState(({ said: former }) => ({
    said: [...former, said].sort((one, other) => one.turn - other.turn).slice(-mostUndos),
  }));
}

function nextTurn({ stores: { review } }: ReviewWork): number {
  const { turn } = review.getState();
  review.setState({ turn: turn + 1 });
  return turn;
}

/** Takes back what was said last, also in a former run, and looks at that detection again. */
export function undoSaid(app: ReviewWork): Promise<void> {
  return turnsOf(app).takeAlone(async () => {
    const { review } = app.stores;
    const said = review.getState().said.at(-1) ?? (await lastInWorkspace(app));
    if (!said) {
      notifyInfo('There is no verdict to take back.');
      return;
    }
    // What cannot be taken back must not stand in the way of what can.
    review.setState(({ said: all }) => ({ said: all.filter((each) => each !== said) }));
    const reviews: ReviewsChanged['reviews'][number][] = [];
    let changed = 0;
    for (const batch of said.batches.toReversed()) {
      const result: Result<ReviewsChanged> = await ask(() => app.api.review.undo.mutate({ batch }));
      if (!result.ok) {
        notifyFailure(result.failure, 'The last verdict was not taken back.');
        return;
      }
      reviews.push(...result.value.reviews);
      changed += result.value.changed;
    }
    showReviews(app, reviews);
    const id = said.id ?? reviews[0]?.id;
    if (id !== undefined) returnTo(app, id);
    if (changed > 1) notifyInfo(`Taken back for ${formatQuantity(changed, 'detection')}.`);
  });
}

/** The last change that can be taken back, as the workspace knows it. */
async function lastInWorkspace({ api }: ReviewWork): Promise<SaidReviews | undefined> {
  const kept = await ask(() => api.review.batches.query({ limit: 1000 }));
  if (!kept.ok) {
    notifyFailure(kept.failure);
    return undefined;
  }
  const last = kept.value.find(({ kind, undone }) => kind === 'set' && !undone);
  return last && { batches: [last.batch], id: null, turn: 0 };
}

/** Goes to a place of the queue and looks at its detection. */
export function goToPlace({ stores: { review, results } }: Pick<App, 'stores'>, at: number): void {
  const { queue } = review.getState();
  const id = queue?.ids[at];
  if (!queue || id === undefined) return;
  review.setState({ queue: { ...queue, at, state: 'running' }, noting: null });
  results.getState().focus(id);
}

/** Goes on after a verdict; the queue is finished when there is nowhere to go. */
function goOn({ stores }: ReviewWork, { standings, at, skipsJudged }: ReviewQueue): void {
  const next = placeAfterVerdict({ standings, at, skipsJudged });
  if (next !== null) goToPlace({ stores }, next);
  else {
    stores.review.setState(({ queue }) => ({
      queue: queue && { ...queue, state: 'finished' },
      noting: null,
    }));
  }
}

function returnTo(app: ReviewWork, id: number): void {
  const { queue } = app.stores.review.getState();
  const place = queue ? queue.ids.indexOf(id) : -1;
  if (queue && queue.state !== 'paused' && place !== -1) goToPlace(app, place);
  else app.stores.results.getState().focus(id);
}

/** How a detection stands in the workspace once all that was said before is written. */
export async function readReview(app: ReviewWork, id: number): Promise<Review | null> {
  await turnsOf(app).takeAlone(async () => undefined);
  const rows = await ask(() => app.api.results.detections.query([id]));
  return rows.ok ? (rows.value[0]?.review ?? null) : null;
}

/** Shows a change before it is written. The answer is how those of the queue stood. */
function showAhead(
  app: ReviewWork,
  ids: readonly number[],
  change: ReviewChange,
): ReadonlyMap<number, StandingCode> {
  const { review } = app.stores;
  const { queue } = review.getState();
  const before = new Map<number, StandingCode>();
  if (ids.length > mostShownAhead) return before;
  const after = new Map<number, StandingCode>();
  for (const id of ids) {
    const standing = queue?.standings[queue.ids.indexOf(id)];
    if (standing === undefined) continue;
    before.set(id, standing);
    const { verdict = verdictOf(standing), flagged = isFlagged(standing) } = change;
    after.set(id, standingOf({ verdict, flagged }));
  }
  putStandings(app, after);
  review.setState({ latest: ids.map((id) => ({ id, change })) });
  return before;
}

/** Shows how detections stand now. */
function showReviews(app: ReviewWork, reviews: ReviewsChanged['reviews']): void {
  if (reviews.length === 0) return;
  putStandings(app, new Map(reviews.map(({ id, review }) => [id, standingOf(review)])));
  app.stores.review.setState({ latest: reviews });
}

/** Puts the standings of detections that are in the queue. */
export function putStandings(
  { stores: { review } }: Pick<App, 'stores'>,
  standings: ReadonlyMap<number, StandingCode>,
): void {
  review.setState(({ queue }) => (queue ? { queue: withStandings(queue, standings) } : {}));
}
