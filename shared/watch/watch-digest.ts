import { formatCount, formatQuantity } from '../format.ts';
import type { ReportBlock, ReportDocument } from '../reports/report-document.ts';
import { damaged, frameReport, type ReportFrame } from '../reports/report-frame.ts';
import { instantText, unknown } from '../reports/report-texts.ts';
import { analyticsOf } from './evaluate-rule.ts';
import { collectedText } from './plan-notifications.ts';
import type { InboxEvent } from './watch-event.ts';
import type { ListedWatchRule } from './watch-list.ts';
import { conditionText } from './watch-rule.ts';
import { notScheduledText, unwatchedText, watchedPeriod } from './watch-status.ts';

export type WatchDigestInput = ReportFrame & {
  readonly rules: readonly ListedWatchRule[];
  /** Number of rules that this Sightline cannot read. */
  readonly unreadable: number;
  /** Reason why nothing is known of rules: the workspace could not be opened. */
  readonly problem?: string;
  /** Findings that are not silenced; `found` counts all, of which some may be left out. */
  readonly events: readonly InboxEvent[];
  readonly found: number;
  /** Number of findings that are silenced or snoozed, which are not listed. */
  readonly silenced: number;
  readonly snoozed: number;
};

/** A digest of what the watch has found: how many findings, what was not watched, the findings with their evidence, and the rules. */
export function watchDigest(input: WatchDigestInput): ReportDocument {
  const { madeAt, rules, problem, events, found } = input;
  const passKeys = new Set(events.flatMap(({ finding }) => finding.evidence.looks.map(({ key }) => key)));
  const counted = {
    detections: formatQuantity(found, 'finding'),
    passes: formatQuantity(passKeys.size, 'pass', 'passes'),
  };
  return {
    ...frameReport(input, 'watch', counted, [
      { name: 'Rules', value: problem === undefined ? formatCount(rules.length) : unknown },
      { name: 'Findings', value: formatCount(found) },
    ]),
    answer: { statements: [foundText(input)], certainty: watchedOf(input), gaps: gapsOf(input) },
    sections: [
      ...(events.length === 0
        ? []
        : [{ heading: 'Findings', blocks: [findingTable(events, found, madeAt)] }]),
      ...(problem === undefined ? [{ heading: 'Rules', blocks: [ruleTable(rules)] }] : []),
      {
        heading: 'Method',
        blocks: [
          {
            kind: 'paragraph',
            text: 'A rule is evaluated on each fetch of its saved search. A detection, a pass, or the change of a record makes one finding of a rule, ever. Only what was fetched is covered.',
          },
        ],
      },
    ],
  };
}

/** The number of findings; that there is none only where all rules have watched, and nothing is left out. */
function foundText({ rules, unreadable, problem, events, ...counts }: WatchDigestInput): string {
  const { found, silenced, snoozed, isDamaged } = counts;
  if (problem !== undefined) return `Nothing was watched. ${problem}`;
  if (found > 0) {
    const byRule = [...Map.groupBy(events, ({ ruleName }) => ruleName)].map(
      ([name, same]) => `${name}: ${formatCount(same.length)}`,
    );
    return found === events.length
      ? `${formatQuantity(found, 'finding')}. ${byRule.join('; ')}.`
      : `${formatQuantity(found, 'finding')}.`;
  }
  const haveAllWatched =
    rules.length > 0 && unreadable === 0 && rules.every(({ status }) => status.unwatched === null);
  const isNothing = haveAllWatched && !isDamaged && found + silenced + snoozed === 0;
  return isNothing ? 'No rule has found anything new.' : 'No finding is listed.';
}

function gapsOf({ rules, unreadable, problem, isDamaged }: WatchDigestInput): readonly string[] {
  return [
    ...(rules.length + unreadable === 0 && problem === undefined ? ['No rule watches anything.'] : []),
    ...(unreadable > 0
      ? [`${formatQuantity(unreadable, 'rule')} cannot be read by this Sightline: not watched.`]
      : []),
    ...rules.flatMap(({ rule, status }) =>
      status.unwatched ? [`${rule.name}: ${unwatchedText(status, instantText)}`] : [],
    ),
    ...damaged(isDamaged),
  ];
}

function watchedOf({
  rules,
  unreadable,
  events,
  found,
  silenced,
  snoozed,
}: WatchDigestInput): readonly string[] {
  const haveAllWatched = unreadable === 0 && rules.every(({ status }) => status.unwatched === null);
  const leftOut = found - events.length;
  return [
    ...(rules.length > 0 && haveAllWatched ? ['All rules have watched up to their last fetch.'] : []),
    ...rules.flatMap(({ rule, status }) =>
      status.unwatched || status.isScheduled ? [] : [`${rule.name}: ${notScheduledText}`],
    ),
    ...(silenced > 0 ? [`${formatQuantity(silenced, 'finding')} silenced, not listed.`] : []),
    ...(snoozed > 0 ? [`${formatQuantity(snoozed, 'finding')} snoozed, not listed.`] : []),
    ...(leftOut > 0 ? [`${formatQuantity(leftOut, 'finding')} not listed: they are in the inbox.`] : []),
  ];
}

function captionOf(listed: number, found: number): string {
  if (listed === found) return formatQuantity(found, 'finding');
  return `The first ${formatCount(listed)} of ${formatQuantity(found, 'finding')}`;
}

function findingTable(events: readonly InboxEvent[], found: number, madeAt: number): ReportBlock {
  return {
    kind: 'table',
    caption: captionOf(events.length, found),
    columns: ['Rule', 'Finding', 'Collected', 'Conditions', 'Evidence', 'Inferred'],
    rows: events.map(({ ruleName, finding, collectedAt }) => {
      const { conditions, looks: passes, recordIds, reviewer } = finding.evidence;
      return [
        ruleName,
        finding.statement,
        `${collectedAt === null ? '' : `${instantText(collectedAt)}. `}${collectedText(collectedAt, madeAt)}`,
        conditions.join('; '),
        [
          ...passes.map(
            (pass) =>
              `Pass ${pass.sensorName ?? 'of an unknown sensor'} ${pass.collectedAt === null ? '' : instantText(pass.collectedAt)} (${analyticsOf([pass])})`,
          ),
          ...recordIds.map((id) => `Record ${id}`),
          ...(reviewer === null ? [] : [`Reviewed by ${reviewer}`]),
        ].join('; '),
        finding.inference?.statement ?? '',
      ];
    }),
  };
}

const notHere = 'not in this workspace';

function ruleTable(rules: readonly ListedWatchRule[]): ReportBlock {
  return {
    kind: 'table',
    caption: formatQuantity(rules.length, 'rule'),
    columns: ['Rule', 'Saved search', 'Place', 'Expression', 'Reports', 'Watched', 'Findings ever'],
    rows: rules.map(({ rule, searchName, areaName, status, events }) => [
      rule.name,
      searchName ?? notHere,
      rule.areaId === null ? 'everywhere' : (areaName ?? notHere),
      rule.expression ?? '',
      conditionText(rule.condition),
      watchedPeriod(status, instantText) ?? 'not yet',
      formatCount(events),
    ]),
  };
}
