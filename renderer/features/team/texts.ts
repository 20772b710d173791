import { carriedWords, journalKinds, listCarried } from '../../../shared/carried-words.ts';
import { formatCount, formatQuantity, formatTime } from '../../../shared/format.ts';
import type { Verdict } from '../../../shared/review/review.ts';
import type { ReceivedFromTeam, SetAsideRevision } from '../../../shared/review/team-overview.ts';

const verdicts: Readonly<Record<Verdict, string>> = {
  confirmed: 'Confirmed',
  rejected: 'Rejected',
  unsure: 'Unsure',
};

function nameSetAside(kind: SetAsideRevision['kind']): string {
  if (kind === 'items') return 'Layers, sites and rules';
  const [, words] = carriedWords[kind];
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

/** All texts that the room `team` shows. */
export const texts = {
  verdicts,
  noVerdict: 'No verdict',
  flagged: 'flagged',
  commands: {
    show: 'Show the Team panel',
    publish: 'Publish to the team',
    publishItems: 'Share layers, sites and watch rules with the team',
    exchange: 'Exchange with the team',
    noTeam: 'No team database is set. Enter one in Settings, Team.',
    noWorkspace: 'No workspace is open.',
    notStarted: 'The job was not started.',
  },
  panel: {
    title: 'Team',
    loading: 'Reading the state of the exchange…',
    notRead: 'The state of the exchange was not read.',
    noWorkspace: 'No workspace is open',
    noWorkspaceHint: 'Sign in once to create one.',
    noTeam: 'No team is set',
    noTeamHint: 'Enter the team database in the settings.',
    settings: 'Open the settings',
    notJoined: 'This workspace has not joined the team yet',
    notJoinedHint:
      'The first exchange receives the records and reviews of the team and sends your reviews. After it, the workspace exchanges automatically.',
    exchange: 'Exchange now',
    publish: 'Publish',
    publishItems: 'Share layers and rules',
    publishHint:
      'Exchanging receives results and reviews, and sends your reviews. Publishing sends the results of this workspace; sharing sends its layers, sites and watch rules.',
    qgis: 'Save layers for QGIS…',
    qgisTip: 'A file with which QGIS adds the detections of the team database, without user and password',
    qgisNotWritten: 'The layers for QGIS were not written.',
    offline: 'The team database cannot be reached',
    offlineHint:
      'You can continue to work. Your reviews stay in this workspace until an exchange sends them.',
  },
  state: {
    user: 'User',
    exchanged: 'Last exchange',
    notExchanged: 'none known since the start',
    received: 'Last received',
    nothingReceived: 'none',
    receivedOf: ({ newRecords, changedRecords, reviews, ...received }: ReceivedFromTeam) =>
      [
        ...(newRecords > 0 ? [formatQuantity(newRecords, 'new record')] : []),
        ...(changedRecords > 0 ? [formatQuantity(changedRecords, 'changed record')] : []),
        ...(reviews > 0 ? [formatQuantity(reviews, 'review change')] : []),
        ...listCarried(received, journalKinds),
      ].join(', '),
    setAside: 'Set aside',
    setAsideOf: ({ kind, author, reason }: SetAsideRevision) =>
      `${nameSetAside(kind)} that ${author} sent. ${reason}`,
    published: 'Last published',
    neverPublished: 'never',
    publishedRecords: (records: number) => `${formatQuantity(records, 'record')} compared`,
    unsent: 'Review changes not sent',
  },
  reviewers: {
    title: 'Verdicts in this workspace',
    none: 'No verdicts yet',
    reviewer: 'Reviewer',
    verdicts: 'Verdicts',
    last: 'Last one',
    unnamed: 'no name',
  },
  queues: {
    title: 'Shared queues',
    about:
      'Each reviewer of a shared queue is given different detections: up to ten of one image, for ten minutes. Each exchange that sends verdicts extends this time.',
    onlyReviewers:
      'You can see who reviews what. Reviewing and creating shared queues needs the role of a reviewer in the team database.',
    loading: 'Reading the shared queues…',
    none: 'No shared queues',
    notRead: 'The shared queues were not read.',
    offline:
      'Without a connection to the team the shared queues are not known. A review that has begun can be continued.',
    retry: 'Try again',
    progress: (done: number, total: number) => `${formatCount(done)} of ${formatCount(total)} have verdicts`,
    holder: ({ reviewer, items, until }: { reviewer: string; items: number; until: string }) =>
      `${reviewer} has ${formatCount(items)} until ${formatTime(until)}`,
    free: (count: number) => `${formatCount(count)} free`,
    endOther: 'End the current review first.',
    review: 'Review',
    reviewTitle: (title: string) => `Review “${title}”`,
    leave: 'Leave',
    leaveTitle: (title: string) => `Leave “${title}”`,
    delete: 'Delete',
    deleteTitle: (title: string) => `Delete “${title}”`,
    deleteBody: 'The queue is deleted for everyone in the team. Verdicts stay.',
    deleteConfirm: 'Delete the queue',
    cancel: 'Cancel',
    notDeleted: 'The shared queue was not deleted.',
    newQueue: 'New shared queue',
    newQueueHint: 'Contains the published detections without a verdict that the filter shows.',
    everything: 'All detections',
    create: 'Create',
    notCreated: 'The shared queue was not created.',
    created: (title: string, items: number, notPublished: number) =>
      [
        `“${title}” has ${formatQuantity(items, 'detection')}.`,
        ...(notPublished > 0
          ? [`Left out because their records are not published: ${formatCount(notPublished)}.`]
          : []),
      ].join(' '),
  },
  disagreements: {
    title: (total: number) => (total === 0 ? 'Disagreements' : `Disagreements (${formatCount(total)})`),
    none: 'No known disagreements',
    noneHint:
      'A detection is listed here when people reviewed it differently before their reviews were exchanged.',
    about:
      'The review that reached the team first is the current one until someone decides. To decide, choose a verdict. All reviews stay in the history.',
    detection: (id: number) => `Detection ${id}`,
    notHere: 'The detection is not in this workspace.',
    current: 'Current',
    disagrees: 'Disagrees',
    decide: (verdict: string, detection: string) => `Decide: ${verdict} for ${detection}`,
    decided: 'Changed in this workspace, not sent yet.',
    more: (count: number) => `Not listed yet: ${formatCount(count)}. Decide those above first.`,
  },
} as const;
