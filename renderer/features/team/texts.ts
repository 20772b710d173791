import { formatCount, formatQuantity } from '../../../shared/format.ts';
import type { Verdict } from '../../../shared/review/review.ts';

const verdicts: Readonly<Record<Verdict, string>> = {
  confirmed: 'Confirmed',
  rejected: 'Rejected',
  unsure: 'Unsure',
};

/** All texts that the room `team` shows. */
export const texts = {
  verdicts,
  noVerdict: 'No verdict',
  flagged: 'flagged',
  commands: {
    show: 'Show the Team panel',
    publish: 'Publish to the team',
    exchange: 'Exchange with the team',
    noTeam: 'No team database is set. Enter one in Settings, Team.',
    noWorkspace: 'No workspace is open.',
    notStarted: 'The job was not started.',
  },
  panel: {
    title: 'Team',
    loading: 'Reading what is known of the team…',
    notRead: 'What is known of the team was not read.',
    noWorkspace: 'No workspace is open',
    noWorkspaceHint: 'Sign in once to create one.',
    noTeam: 'No team is set',
    noTeamHint: 'Enter the team database in the settings.',
    settings: 'Open the settings',
    notJoined: 'This workspace has not joined the team yet',
    notJoinedHint:
      'The first exchange brings all records and reviews of the team into this workspace, and sends your reviews to the team. From then on it follows by itself.',
    exchange: 'Exchange now',
    publish: 'Publish',
    publishHint:
      'Exchanging receives results and reviews, and sends your reviews. Publishing sends the results of this workspace.',
    offline: 'The team database cannot be reached',
    offlineHint: 'Work on: your reviews are sent at the next exchange.',
  },
  state: {
    user: 'You are',
    exchanged: 'Last exchange',
    notSinceStart: 'not since Sightline was started',
    received: 'Last news',
    nothingReceived: 'none',
    receivedOf: (newRecords: number, changedRecords: number, reviews: number) =>
      [
        ...(newRecords > 0 ? [formatQuantity(newRecords, 'new record')] : []),
        ...(changedRecords > 0 ? [formatQuantity(changedRecords, 'changed record')] : []),
        ...(reviews > 0 ? [formatQuantity(reviews, 'review')] : []),
      ].join(', '),
    published: 'Last published',
    neverPublished: 'never',
    publishedRecords: (records: number) => `the workspace had ${formatQuantity(records, 'record')}`,
    unsent: 'Reviews not sent',
  },
  reviewers: {
    title: 'Verdicts in this workspace',
    none: 'No verdicts yet',
    reviewer: 'Reviewer',
    verdicts: 'Verdicts',
    last: 'Last one',
    unnamed: 'no name',
  },
  disagreements: {
    title: (total: number) => (total === 0 ? 'Disagreements' : `Disagreements (${formatCount(total)})`),
    none: 'Nobody disagrees',
    noneHint: 'Two reviewers who set different verdicts without having seen each other’s are listed here.',
    about: 'The first review stands until someone decides. Choose a verdict; both stay in the history.',
    detection: (id: number) => `Detection ${id}`,
    notHere: 'Its detection is not in this workspace.',
    current: 'Stands',
    disagrees: 'Disagrees',
    decide: (verdict: string, detection: string) => `Decide: ${verdict} for ${detection}`,
    decided: 'Decided here. The next exchange sends it.',
    fetchingChip: 'Fetching the chip…',
    chipOf: (id: number) => `Chip of detection ${id}`,
    more: (count: number) => `${formatCount(count)} more are listed once these are decided.`,
  },
} as const;
