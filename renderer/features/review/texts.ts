import { formatCount, formatDuration, formatQuantity, formatTime } from '../../../shared/format.ts';
import type { Verdict } from '../../../shared/review/review.ts';
import type { LeasedDetections } from '../../../shared/review/shared-queue.ts';
import type { QueueProgress } from '../../stores/review-queue.ts';

const verdictWords = { confirmed: 'confirmed', rejected: 'rejected', unsure: 'marked as unsure' } as const;

/** All texts that the room `review` shows. */
export const texts = {
  stage: 'Detection under review',
  summary: 'Review summary',
  position: (at: number, total: number) => ({ at: formatCount(at), of: `of ${formatCount(total)}` }),
  left: (count: number) => (count === 0 ? 'nothing left' : `${formatCount(count)} left`),
  estimate: (ms: number) => `about ${formatDuration(ms)} to go`,
  previous: 'Previous detection',
  next: 'Next detection',
  undo: 'Undo',
  undoKey: 'Z',
  pause: 'Pause',
  end: 'End review',
  resume: 'Continue the review',
  discard: {
    title: 'Start another review?',
    body: (count: number) =>
      `${formatQuantity(count, 'detection')} of this one ${count === 1 ? 'has' : 'have'} no verdict. The verdicts that were set stay; this review can no longer be continued.`,
    confirm: 'Start another review',
    cancel: 'Cancel',
  },
  byPlace: 'By place',
  verdictTitles: { confirmed: 'Confirmed', rejected: 'Rejected', unsure: 'Unsure' },
  morePlaces: (count: number) => `${formatQuantity(count, 'more place')}`,
  previousKeys: '← or K',
  nextKeys: '→ or J',
  list: 'Detections of the review',
  /** The image of the first listed detection. */
  image: (place: string | null, sensor: string | null, collectedAt: string | null) =>
    [place, sensor ?? 'Unnamed sensor', collectedAt === null ? 'time not given' : formatTime(collectedAt)]
      .filter((part) => part !== null)
      .join(' · '),
  startsImage: (place: string | null, sensor: string | null) =>
    [place, sensor].flatMap((part) => (part === null ? [] : ` · ${part}`)).join(''),
  imageLoading: 'Loading the list…',
  listRow: (analytic: string, verdict: Verdict | null, isFlagged: boolean) =>
    [analytic, verdict ?? 'no verdict', isFlagged ? 'flagged' : ''].filter((part) => part !== '').join(', '),
  doneTitle: (left: number) => (left === 0 ? 'The review is finished' : 'The review was ended early'),
  spent: ({ reviewed, total }: QueueProgress, ms: number) =>
    `${formatCount(reviewed)} of ${formatQuantity(total, 'detection')} reviewed; ${formatDuration(ms)} in this session, without pauses and gaps of more than 2 min`,
  withoutVerdict: (count: number) =>
    count === 0
      ? ''
      : `${formatQuantity(count, 'detection')} ${count === 1 ? 'has' : 'have'} no verdict yet.`,
  exportConfirmed: (count: number) => `Export confirmed · ${formatCount(count)}`,
  reviewUnsure: (count: number) => `Review the ${formatCount(count)} unsure again`,
  nextArea: (name: string, count: number) => `Next area: ${name} · ${formatCount(count)}`,
  nextAreaTip: 'Its detections without a verdict',
  showMap: 'Show the map',
  judged: (id: number, verdict: Verdict) => `Detection ${id} ${verdictWords[verdict]}.`,
  nextIs: (id: number, position: number, total: number) =>
    `Next: detection ${id}, ${formatCount(position)} of ${formatCount(total)}.`,
  isFinished: 'The review is finished.',
  unknownKinds: (changes: number) =>
    `${formatQuantity(changes, 'change')} of reviews of this workspace ${changes === 1 ? 'is of a kind' : 'are of kinds'} that this Sightline does not know. Their reviews are shown, and they cannot be undone here.`,
  shared: {
    title: (title: string) => `Shared queue: ${title}`,
    taking: 'Sending verdicts and requesting the next detections…',
    next: 'Review the next detections',
    notLeased: 'The next detections of the shared queue were not received.',
    notReleased: 'No one else is given these detections of the shared queue before your lease ends.',
    leased: (until: string) =>
      `No one else is given these detections before ${until}. Each exchange that sends verdicts extends this time.`,
    leaseEnded: (until: string) =>
      `Your lease ended at ${until}, as far as this workspace knows. Other reviewers may be given these detections; your verdicts are sent nevertheless.`,
    rest: ({ title, missing, queue: { total, done, held } }: LeasedDetections) => {
      if (missing > 0) {
        return `The next ${formatQuantity(missing, 'detection')} of “${title}” ${missing === 1 ? 'is' : 'are'} not in this workspace in the version of the queue.`;
      }
      if (done === total) return `All ${formatQuantity(total, 'detection')} of “${title}” have verdicts.`;
      const holders = held.map(
        ({ reviewer, items, until }) => `${reviewer} has ${formatCount(items)} until ${formatTime(until)}`,
      );
      return [`No detection of “${title}” is free.`, holders.join('; ')]
        .filter((part) => part !== '')
        .join(' ');
    },
  },
  active: {
    missing: (detections: number) =>
      detections === 1
        ? '1 detection of this review is no longer in the workspace. Possible causes: a newer version of its record without it, a rebuild of the workspace, or another program. Verdicts that were set are saved.'
        : `${formatCount(detections)} detections of this review are no longer in the workspace. Possible causes: newer versions of their records without them, a rebuild of the workspace, or another program. Verdicts that were set are saved.`,
    label: 'Review in progress',
    position: (at: number, total: number) => `At ${formatCount(at)} of ${formatCount(total)}`,
    paused: 'Paused',
    saving: (reviews: number) => ` · saving ${formatCount(reviews)}`,
    resume: 'Resume',
    elsewhere: 'The inspector shows another detection or item than the one under review.',
    inspect: 'Inspect the one under review',
    stay: 'Stay on the detection after a verdict',
    pausedHint:
      'The review is saved, even when Sightline is closed, until you resume or end it. Its verdicts are saved either way.',
  },
  unattached: {
    list: 'List verdicts without a detection',
    title: 'Verdicts without a detection',
    noVerdict: 'No verdict',
    unknownPosition: 'position unknown',
    record: (record: string, isPresent: boolean) =>
      `Record ${record}${isPresent ? '' : ' (not in this workspace)'}`,
    showPosition: (position: string) => `Show ${position} on the map`,
    item: 'Verdict without a detection',
    showOnMap: 'Show on the map',
    attach: (id: number) => `Attach to detection ${id}`,
    titleWithCount: (verdicts: number | undefined) =>
      `Verdicts without a detection${verdicts === undefined ? '' : `: ${formatCount(verdicts)}`}`,
    notRead: 'The list could not be read.',
    loading: 'Loading the list…',
    none: 'Every verdict has its detection',
    causes:
      'A verdict is listed here when its detection is not in the workspace. Possible causes: a newer version of its record without it, a record that was never fetched, the choice “Not the same detection”, a rebuild of the workspace, or another program.',
    hint: 'Select a detection on the map or in the table to attach a verdict to it.',
    more: (shown: number, total: number) =>
      `Show more: ${formatCount(shown)} of ${formatCount(total)} are listed`,
    last: (shown: number, total: number) =>
      `The last ${formatCount(shown)} of ${formatCount(total)} are listed. Export them to see all.`,
    notExported: 'The list was not exported.',
    export: 'Export list as CSV…',
  },
  bulk: {
    title: (verb: string, detections: number) => `${verb} ${formatCount(detections)} detections?`,
    text: (detections: number) =>
      `This applies to all ${formatCount(detections)} selected detections, including those that already have a verdict. Ctrl Z undoes it.`,
    onlyOne: (id: number) => `Only detection ${id}`,
    cancel: 'Cancel',
    confirm: 'Confirm',
    reject: 'Reject',
    unsure: 'Mark as unsure',
    clear: 'Clear the verdict of',
    flag: 'Flag',
    unflag: 'Remove the flag from',
  },
  chips: {
    flagged: 'flagged',
    unreviewed: 'unreviewed',
    label: 'Chips',
    chip: (id: number) => `Chip of detection ${id}`,
    notSaved: 'Not saved',
    detection: (id: number) => `Detection ${id}`,
    notSavedState: 'not saved',
    loading: 'Sorting chips…',
    size: 'Size',
    sizeLabel: 'Size of the chips',
    unknownImage: 'Unknown image',
    unnamedSensor: 'Unnamed sensor',
    noTime: 'time not given',
    reviewed: (detections: number) => `${formatCount(detections)} reviewed`,
    selectAll: 'Select all',
  },
  verdicts: {
    confirmed: 'Confirmed',
    rejected: 'Rejected',
    unsure: 'Unsure',
    flagged: 'Flagged',
    unflagged: 'Flag removed',
    label: 'Verdicts',
  },
  edits: {
    confirming: (what: string) => `confirming ${what}`,
    rejecting: (what: string) => `rejecting ${what}`,
    markingUnsure: (what: string) => `marking ${what} as unsure`,
    detection: (id: number | undefined) => `detection ${id}`,
    clearing: (what: string) => `clearing the verdict of ${what}`,
    changingNote: (what: string) => `changing the note of ${what}`,
    flagging: (what: string) => `flagging ${what}`,
    unflagging: (what: string) => `removing the flag from ${what}`,
    attaching: (id: number) => `attaching a verdict to detection ${id}`,
    detaching: (id: number) => `detaching the verdict of detection ${id}`,
    importing: (reviews: number) => `importing ${formatQuantity(reviews, 'review')}`,
    earlier: (detections: number) => `an earlier review of ${formatQuantity(detections, 'detection')}`,
  },
  imported: (reviews: number) => `${formatQuantity(reviews, 'review was', 'reviews were')} imported.`,
  finished: {
    label: 'Finished review',
    showSummary: 'Show the summary',
    exportReviewed: (detections: number) => `Export reviewed (${formatCount(detections)})`,
    showRejected: (detections: number) => `Show rejected (${formatCount(detections)})`,
    startAnother: 'Start another review',
    returnToLast: 'Return to the last detection',
  },
  progress: {
    label: 'Reviewed',
    value: (reviewed: number, total: number) =>
      `${formatCount(reviewed)} of ${formatQuantity(total, 'detection')} reviewed`,
    reviewed: (reviewed: number, total: number) => `${formatCount(reviewed)} of ${formatCount(total)}`,
    left: (detections: number) => `${formatCount(detections)} left`,
    unsaved: (detections: number, reason: string) =>
      `${formatCount(detections)} of them not saved, retrying: ${reason}`,
  },
  commands: {
    confirm: 'Confirm the detection',
    reject: 'Reject the detection',
    unsure: 'Mark the detection as unsure',
    readOnly: 'This workspace is read-only, so its detections cannot be reviewed.',
    unpinFirst: 'The inspector is pinned to another item. Unpin it first.',
    selectOne: 'Select a detection first.',
    allSaved: 'All reviews are saved.',
    noReview: 'No review is in progress.',
    start: 'Review detections one by one',
    startSelection: 'Review the selection',
    selectSome: 'Select detections first.',
    flag: 'Flag or unflag the detection',
    clear: 'Clear the verdict',
    note: 'Add a note to the detection',
    retry: 'Save unsaved reviews now',
    discard: 'Discard unsaved reviews',
    noWorkspace: 'No workspace is open.',
    next: 'Next detection of the review',
    previous: 'Previous detection of the review',
    pause: 'Pause or resume the review',
    largeChip: 'Toggle the large chip',
    alwaysLarge: 'The chip is always large during a review.',
    review: 'Review',
    detach: 'Detach the verdict',
    reviewDetections: 'Review detections',
    reviewShared: 'Review a shared queue',
  },
  failures: {
    discardedByUser: 'you chose to discard them',
    nothingChanged: 'Nothing was changed in the workspace.',
    notSaved: (id: number | undefined) => `Review not saved: detection ${id}.`,
    someNotSaved: (detections: number) =>
      `Reviews not saved, or not all of them: ${formatQuantity(detections, 'detection')}.`,
    otherWorkspace: 'another workspace was opened, or this one was rebuilt',
    discarded: (reason: string) => `They were discarded because ${reason}.`,
    changesNotSaved: (changes: number) =>
      `${formatQuantity(changes, 'review change was', 'review changes were')} not saved.`,
    notAttached: 'The verdict was not attached.',
    notDetached: 'The verdict was not detached.',
    noEarlier: 'Reviews of earlier sessions cannot be undone.',
    savedNotLoaded:
      'The saved review of this workspace cannot be loaded. To replace it, start one in the Review panel.',
    positionNotSaved: 'The position in the review was not saved.',
  },
  form: {
    unsureOf: (review: string) => `Unsure ones of: ${review}`,
    label: 'New review',
    about:
      'Review detections one by one with the keyboard. The chip is enlarged, the map follows, and every verdict is saved immediately.',
    detections: 'Detections',
    shown: 'Shown detections',
    all: 'All detections',
    noFilter: 'No filter is set: all detections are shown.',
    allHint: 'Also those that are not shown',
    selected: 'Selected detections',
    nothingSelected: 'Nothing is selected.',
    selectedCount: (detections: number) => `${formatCount(detections)} selected`,
    order: 'Sequence',
    orders: {
      pass: 'Image by image',
      newest: 'Most recent first',
      unsureFirst: 'Lowest confidence first',
      table: (field: string, ascending: boolean) =>
        `Table order: ${field}, ${ascending ? 'ascending' : 'descending'}`,
    },
    onlyUnreviewed: 'Only unreviewed detections',
    toReview: (detections: number, withoutVerdict: boolean) =>
      `${formatQuantity(detections, 'detection')}${withoutVerdict ? ' without a verdict' : ''} to review.`,
    withoutChip: (detections: number, total: number) =>
      detections === total
        ? `No chip: the records name none for ${total === 1 ? 'it' : 'them'}.`
        : `${formatCount(detections)} of them without a chip.`,
    notStarted: 'The review was not started.',
    start: 'Start review',
    allReviewed: 'All of these detections have a verdict. Choose others, or include reviewed ones.',
    none: 'There are no detections among these.',
    tooMany: (max: number, detections: number) =>
      `At most ${formatCount(max)} detections can be in one review; these are ${formatCount(detections)}. Restrict them with the filter.`,
    tooManySelected: (max: number) =>
      `At most ${formatCount(max)} selected detections can be reviewed at once. Use the filter.`,
    selection: (detections: number) => `Selection of ${formatQuantity(detections, 'detection')}`,
  },
  panel: {
    title: 'Review',
    readOnly: 'This workspace is read-only',
    readOnlyHint: 'Verdicts cannot be saved in it. The status bar has the reason.',
    loading: 'Loading the review…',
    notLoaded: 'The review in progress could not be loaded.',
    merge: 'Merge another analyst’s reviews…',
  },
  reviewer: {
    teamLogin: 'In a team, reviews are in the name of your login on its database.',
    label: 'Reviewer',
    notSaved: 'The name was not saved.',
  },
} as const;
