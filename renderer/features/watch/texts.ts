import type { FindingPass } from '../../../shared/findings/finding.ts';
import {
  formatCount,
  formatDay,
  formatDuration,
  formatQuantity,
  formatTime,
} from '../../../shared/format.ts';
import { analyticsOf } from '../../../shared/watch/evaluate-rule.ts';
import type { InboxView } from '../../../shared/watch/watch-event.ts';
import {
  conditionTexts,
  type WatchConditionKind,
  type WatchSilence,
} from '../../../shared/watch/watch-rule.ts';
import { notScheduledText, unwatchedText, type WatchStatus } from '../../../shared/watch/watch-status.ts';

const views: Readonly<Record<InboxView, string>> = {
  open: 'Open',
  unread: 'Unread',
  snoozed: 'Snoozed',
  silenced: 'Silenced',
};

/** `2 rules cannot be read …`: of a newer version, or damaged. */
function unreadable(count: number, what: string): string {
  return `${formatQuantity(count, what)} cannot be read by this Sightline. ${count === 1 ? 'It stays' : 'They stay'} in the workspace.`;
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** All texts that the room `watch` shows. */
export const texts = {
  panel: {
    title: 'Watch',
    parts: 'Part of the watch',
    inbox: (unread: number) => (unread === 0 ? 'Inbox' : `Inbox (${formatCount(unread)})`),
    rules: 'Rules',
    newRule: 'New rule…',
    noWorkspace: 'No workspace is open',
    noWorkspaceHint: 'Sign in once to create one.',
    fetching: 'Fetching what is new',
    /** All rules in a line: how many watch, and what is unread. */
    line(rules: readonly WatchStatus[], unread: number) {
      const watching = rules.filter(({ unwatched }) => unwatched === null).length;
      const left = rules.length - watching;
      const all = formatQuantity(rules.length, 'rule');
      const state =
        left === 0
          ? `${all} ${rules.length === 1 ? 'watches' : 'watch'}`
          : `${formatCount(watching)} of ${all} ${watching === 1 ? 'watches' : 'watch'}, ${formatCount(left)} ${left === 1 ? 'does' : 'do'} not`;
      return `${state} · ${unread === 0 ? 'nothing unread' : `${formatQuantity(unread, 'finding')} unread`}`;
    },
  },
  tray: {
    label: 'Stay in the notification area',
    hint: 'Closing the window hides it; saved searches go on being fetched. Quit from the icon there, or from the menu.',
    notSaved: 'The setting was not saved.',
  },
  inbox: {
    view: 'Findings shown',
    digest: 'Digest…',
    views,
    loading: 'Loading the inbox…',
    notRead: 'The inbox was not read.',
    unreadable: (findings: number) => unreadable(findings, 'finding'),
    list: 'Findings, last found first',
    none: {
      open: (rules: readonly WatchStatus[]) => {
        const evaluated = rules.filter(({ unwatched }) => unwatched?.kind === 'not-evaluated').length;
        if (evaluated === 0) return 'Nothing found yet';
        return `Evaluating ${formatQuantity(evaluated, 'rule')}…`;
      },
      unread: 'Nothing unread',
      snoozed: 'Nothing snoozed',
      silenced: 'Nothing silenced',
    },
    noneHint: (rules: readonly WatchStatus[]) => {
      const unwatched = rules.filter((status) => status.unwatched !== null).length;
      if (unwatched === 0) return 'Rules report here what fetches of their saved search bring.';
      return `${formatCount(unwatched)} of ${formatQuantity(rules.length, 'rule')} not watched: see Rules for the reasons.`;
    },
    markAll: 'Mark all as read',
    marked: (findings: number) => `${formatQuantity(findings, 'finding')} marked as read.`,
    notChanged: 'The inbox was not changed.',
    pages: 'Pages of findings',
    newer: 'Newer',
    older: 'Older',
    range: (before: number, shown: number, all: number) =>
      shown === 0
        ? `none of ${formatCount(all)} here`
        : `${formatCount(before + 1)}–${formatCount(before + shown)} of ${formatCount(all)}`,
    unread: 'unread',
    /** The rule and the day of a group of findings. */
    group: (rule: string, time: string) => `${rule} · ${formatDay(time)}`,
    found: (time: string) => `Found ${formatTime(time)}`,
    snoozedUntil: (time: string) => `Snoozed until ${formatTime(time)}`,
    silenced: 'Collected in a silence of its rule.',
    show: 'Show on the map',
    showOf: (statement: string) => `Show on the map: ${statement}`,
    noPlace: 'Where it is, is not known.',
    noDetection: 'This detection is not in this workspace. The map shows where it was found.',
    markRead: 'Mark as read',
    markUnread: 'Mark as unread',
    snooze: 'Snooze',
    snoozeFor: { hour: 'For an hour', day: 'For a day', week: 'For a week' },
    wake: 'End the snooze',
    evidence: 'Evidence',
    inferred: 'Inferred',
    conditions: 'Conditions',
    passes: 'Passes',
    pass: (pass: FindingPass) =>
      [
        pass.sensorName ?? 'unknown sensor',
        pass.collectedAt === null ? 'time not stated' : formatTime(pass.collectedAt),
        analyticsOf([pass]),
        formatQuantity(pass.matches, 'match', 'matches'),
        pass.share === null ? 'share not known' : `covers ${Math.floor(pass.share * 100 + 0.01)} %`,
      ].join(' · '),
    records: 'Records',
    moreRecords: (records: number) => `and ${formatCount(records)} more`,
    reviewer: 'Review',
    reviewedBy: (reviewer: string) => `by ${reviewer}`,
    notReviewed: 'none when it was found',
  },
  rules: {
    loading: 'Loading the rules…',
    notRead: 'The rules were not read.',
    list: 'Rules',
    none: 'No rules yet',
    noneHint: 'A rule watches what the fetches of a saved search bring, and reports what matches.',
    noSearch: 'A rule needs a saved search: save one in Get first.',
    toResults: 'Go to Get',
    unreadable: (rules: number) => unreadable(rules, 'rule'),
    findings: (events: number) => formatQuantity(events, 'finding'),
    search: (name: string | null, runs: string | null) =>
      name === null
        ? 'saved search not in this workspace'
        : runs === null
          ? name
          : `${name}, fetched ${runs}`,
    everywhere: 'everywhere',
    areaGone: 'area not in this workspace',
    watched: (period: string) => `Watched ${period}`,
    watchesFrom: (time: string) => `Watches what is uploaded after ${formatTime(time)}`,
    notWatched: (status: WatchStatus) => capitalize(unwatchedText(status, formatTime)),
    notScheduled: capitalize(notScheduledText),
    fetching: 'A fetch is running.',
    ends: (milliseconds: number) => `Ends in ${formatDuration(milliseconds)} unless confirmed.`,
    confirm: 'Confirm for 30 d',
    confirmed: (name: string) => `“${name}” watches for 30 d from now.`,
    fetch: 'Fetch now',
    edit: 'Edit',
    delete: 'Delete',
    silence: 'Silence',
    silenceHint: 'What is collected in this time makes no notification, whenever it is uploaded.',
    silenceFor: { day: 'What is collected in the next day', week: 'What is collected in the next week' },
    silencePast: 'What was collected until now',
    silenced: (name: string) => `“${name}” is silent about what is collected in that time.`,
    silent({ from, to }: WatchSilence, others: number) {
      const since = Date.parse(from) > 0 ? `from ${formatTime(from)} ` : '';
      const more = others > 0 ? `, and in ${formatQuantity(others, 'other period')}` : '';
      return `Silent about everything collected ${since}until ${formatTime(to)}${more}.`;
    },
    endSilence: 'End this silence',
    silenceEnded: (name: string) => `The silence of “${name}” has ended. What it has silenced stays so.`,
    silencing: (name: string) => `silencing the rule “${name}”`,
    endingSilence: (name: string) => `ending a silence of the rule “${name}”`,
    of: (action: string, name: string) => `${action}: ${name}`,
    deleted: (name: string) => `The rule “${name}” was deleted. Its findings stay in the inbox.`,
    notChanged: (name: string) => `The rule “${name}” was not changed.`,
    notFetched: (name: string) => `Nothing was fetched for the rule “${name}”.`,
    deleting: (name: string) => `deleting the rule “${name}”`,
    saving: (name: string) => `adding the rule “${name}”`,
    changing: (name: string) => `changing the rule “${name}”`,
  },
  form: {
    newTitle: 'New rule',
    editTitle: (name: string) => `Edit the rule “${name}”`,
    name: 'Name',
    nameExample: 'Large ships at the anchorage',
    search: 'Saved search',
    searchHint: 'Its fetches are watched, so its schedule is that of the rule.',
    runs: (runs: string) => `Its fetches are watched: ${runs}.`,
    notScheduled:
      'It has no schedule: the rule watches only when you fetch. Give it one in Get to be notified.',
    paused: 'It is paused: the rule watches only when you fetch. Resume it in Get to be notified.',
    area: 'Place',
    everywhere: 'Everywhere',
    expression: 'Only detections that match',
    expressionExample: 'length > 200',
    expressionHint: 'A filter expression; empty: all.',
    takeFilter: 'Use the expression of the filter',
    noFilter: 'The filter has no expression.',
    condition: 'Report',
    conditions: conditionTexts,
    least: 'At least',
    looks: 'In passes in a row',
    passesHint: 'Each of these passes has as many; whether they are the same objects is not known.',
    minShare: 'A pass counts from (% of the place)',
    counting: 'Counting what it matches…',
    matches: (matching: number, all: number) =>
      `Matches ${formatCount(matching)} of the ${formatQuantity(all, 'detection')} that the search has fetched.`,
    notReported: {
      any: 'They are not reported.',
      count: 'Passes that meet the rule already are not reported.',
      nothing: 'Passes that meet the rule already are not reported.',
      baseline: 'Passes that are unusual already are not reported.',
      qc: 'What has changed already is not reported.',
    } satisfies Readonly<Record<WatchConditionKind, string>>,
    matchesAll: (all: number) =>
      `Matches all ${formatQuantity(all, 'detection')} that the search has fetched: every new one will be reported. Add a condition if that is too many.`,
    nothingFetched:
      'The saved search has fetched nothing yet: its first fetch reports all that meets the rule. Fetch it first to be notified of what comes later only.',
    notCounted: 'Not counted.',
    save: 'Save',
    cancel: 'Cancel',
    notSaved: 'The rule was not saved.',
    what: (name: string) => (name === '' ? 'a new rule' : `the rule “${name}”`),
  },
  notification: { showEvent: 'Show', showInbox: 'Show the inbox' },
  commands: {
    newRule: 'New rule of the watch…',
    run: 'Fetch what is new for a rule',
    inbox: 'Show the inbox of the watch',
    markAll: 'Mark all findings of the watch as read',
    openWorkspace: 'Sign in first: rules are saved in the workspace.',
  },
} as const;
