import { formatBytes, formatCount, formatQuantity } from '../../../shared/format.ts';

/** All texts that the room `jobs` shows. */
export const texts = {
  commands: {
    resumeAll: 'Resume all interrupted jobs',
    noneInterrupted: 'No job was interrupted.',
    show: 'Show or hide the jobs',
    noJobs: 'There are no jobs.',
    clear: 'Clear ended jobs',
    noneEnded: 'No job has ended.',
    prefetchChips: 'Prefetch chips',
    severalNotResumed: (jobs: number) =>
      jobs === 1 ? 'A job was not resumed.' : `${formatCount(jobs)} jobs were not resumed.`,
    severalNotRemoved: (jobs: number) =>
      jobs === 1
        ? 'A job was not removed from the list.'
        : `${formatCount(jobs)} jobs were not removed from the list.`,
  },
  button: {
    title: 'Show or hide the jobs (Shift J)',
    label: (summary: string, messages: number) =>
      ['Jobs', [summary, messages > 0 ? formatQuantity(messages, 'message') : ''].filter(Boolean).join(', ')]
        .filter(Boolean)
        .join(': '),
  },
  summary: {
    running: (jobs: number) => `${formatCount(jobs)} running`,
    lastKnownRunning: (jobs: number) => `${formatCount(jobs)} last known as running`,
    unfinished: (jobs: number) => `${formatCount(jobs)} unfinished`,
    allEnded: 'all ended',
  },
  tray: {
    label: 'Background jobs',
    title: 'Jobs',
    clearEnded: 'Clear ended',
    close: 'Close the jobs',
    closeHint: 'Close (Shift J)',
    newestFirst: 'Newest first',
    fetchesInPanel: (fetches: number) => `${formatQuantity(fetches, 'fetch', 'fetches')}: listed in Get`,
    jobs: 'Jobs',
  },
  interrupted: {
    label: 'Interrupted jobs',
    resumeAll: 'Resume all',
    notNow: 'Not now',
    resumable: 'Fetched data is saved; jobs resume where they stopped.',
    signInToResume: 'Resuming opens the sign-in.',
    title: (jobs: number, areFetches: boolean) =>
      `${formatCount(jobs)} ${areFetches ? 'fetches' : 'jobs'} were interrupted when Sightline closed`,
  },
  actions: {
    cancel: 'Cancel',
    canceling: 'Canceling…',
    retry: 'Retry',
    resume: 'Resume',
    dismiss: 'Dismiss',
    menu: 'More about this fetch',
    repeat: 'Repeat…',
    watch: 'Watch this…',
    history: 'History of fetches',
    remove: 'Remove from the list',
    notCancelled: 'The job was not cancelled.',
    notResumed: 'The job was not resumed.',
    notRemoved: 'The job was not removed from the list.',
  },
  braces: {
    question:
      'The documentation of the service leaves open whether a query is wrapped in braces. This one was sent without.',
    wrap: 'Send queries in braces, and resume',
    no: 'Leave them as they are',
  },
  card: {
    showResults: 'Show these results',
    corners: (southWest: string, northEast: string) => `from ${southWest} to ${northEast}`,
    extent: (corners: string) => `Features ${corners}.`,
    reports: (corners: string, first: string, last: string) => `Reports ${corners}, ${first} to ${last}.`,
    showChanges: 'Show what changed',
    continuesIn: (seconds: number) => `In ${seconds} s.`,
    stopsWaitingIn: (seconds: number) =>
      `Sightline stops waiting in ${seconds} s; you can cancel before then.`,
    notes: (notes: number) => formatQuantity(notes, 'note'),
  },
  files: {
    label: 'Exported files',
    download: (name: string) => `Download ${name}`,
    show: (name: string) => `Show ${name}`,
    noFileManager: 'The file manager cannot be opened from here. The path is shown on the card.',
  },
  chipPrefetch: {
    title: 'Prefetch chips',
    scope: 'Chips for',
    all: 'All detections',
    filtered: 'Filtered detections',
    noFilter: 'No filter is set.',
    selected: 'Selected detections',
    nothingSelected: 'Nothing is selected.',
    counting: 'Counting chips…',
    start: 'Prefetch chips',
    withChip: (detections: number, chips: number) =>
      `${formatQuantity(detections, 'detection')}, ${formatCount(chips)} with a chip.`,
    cached: (chips: number) => `${formatCount(chips)} cached`,
    notAvailable: (chips: number) => `${formatCount(chips)} not available yet`,
    toFetch: (chips: number) => `${formatCount(chips)} to fetch`,
    sizeUnknown: 'Size unknown: no chip is cached yet to estimate from.',
    size: (bytes: number) => `About ${formatBytes(bytes)}, estimated from the mean size of cached chips.`,
    exceedsCache: (bytes: number) =>
      `The chip cache holds ${formatBytes(bytes)} at most. Choose fewer detections, or raise its limit in Settings.`,
  },
} as const;
