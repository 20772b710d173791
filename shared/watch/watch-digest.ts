import { formatQuantity, formatUtc } from '../format.ts';
import type { ReportBlock, ReportDocument } from '../reports/report-document.ts';
import { collectedText } from './plan-notifications.ts';
import type { InboxEvent } from './watch-event.ts';
import type { ListedWatchRule } from './watch-list.ts';
import { reasonText } from './watch-status.ts';

export type WatchDigestInput = {
  readonly marking: string;
  /** Name of the workspace. */
  readonly workspace: string;
  /** Epoch milliseconds. */
  readonly madeAt: number;
  readonly rules: readonly ListedWatchRule[];
  /** What was found, also silenced, first found first. */
  readonly events: readonly InboxEvent[];
  /** How many were found; `events` may leave some out. */
  readonly found: number;
};

/** A digest of what the watch has found: what was not watched, the findings with their evidence, and the rules. */
export function watchDigest(input: WatchDigestInput): ReportDocument {
  const { marking, workspace, madeAt, rules, events, found } = input;
  const shown = events.filter(({ isSilenced }) => !isSilenced);
  return {
    title: 'Watch digest',
    marking,
    logo: null,
    facts: [
      { name: 'Workspace', value: workspace },
      { name: 'Made', value: formatUtc(madeAt) },
      { name: 'Rules', value: String(rules.length) },
      { name: 'Findings', value: String(found) },
    ],
    sections: [
      { heading: 'What was not watched', blocks: [{ kind: 'list', items: gapsOf(input) }] },
      { heading: 'Findings', blocks: shown.length === 0 ? [nothingFound] : [findingTable(shown, madeAt)] },
      { heading: 'Rules', blocks: [ruleTable(rules)] },
      {
        heading: 'Method',
        blocks: [
          {
            kind: 'paragraph',
            text: 'A rule is evaluated on each fetch of its saved search. A detection, a look, or the change of a record makes one finding of a rule, ever. Only what was fetched is covered.',
          },
        ],
      },
    ],
  };
}

const nothingFound: ReportBlock = { kind: 'paragraph', text: 'No rule has found anything new.' };

function gapsOf({ rules, events, found }: WatchDigestInput): readonly string[] {
  const unwatched = rules.flatMap(({ rule, status }) =>
    status.unwatched
      ? [`${rule.name}: ${unwatchedText(status.watchedUntil)}, because ${reasonText(status.unwatched)}`]
      : [],
  );
  const silenced = events.filter(({ isSilenced }) => isSilenced).length;
  const leftOut = found - events.length;
  return [
    ...(unwatched.length > 0 ? unwatched : ['All rules have watched up to their last fetch.']),
    ...(silenced > 0 ? [`${formatQuantity(silenced, 'finding')} silenced, not listed.`] : []),
    ...(leftOut > 0 ? [`${formatQuantity(leftOut, 'finding')} not listed: they are in the inbox.`] : []),
  ];
}

function unwatchedText(since: string | null): string {
  return since === null ? 'not watched yet' : `not watched since ${formatUtc(since)}`;
}

function findingTable(events: readonly InboxEvent[], madeAt: number): ReportBlock {
  return {
    kind: 'table',
    caption: formatQuantity(events.length, 'finding'),
    columns: ['Rule', 'Finding', 'Collected', 'Conditions', 'Evidence', 'Inferred'],
    rows: events.map(({ ruleName, finding, collectedAt }) => {
      const { conditions, looks, recordIds, reviewer } = finding.evidence;
      return [
        ruleName,
        finding.statement,
        `${collectedAt === null ? '' : `${formatUtc(collectedAt)}. `}${collectedText(collectedAt, madeAt)}`,
        conditions.join('; '),
        [
          ...looks.map(
            ({ sensorName, collectedAt: at }) =>
              `Pass ${sensorName ?? 'of an unknown sensor'} ${at === null ? '' : formatUtc(at)}`,
          ),
          ...recordIds.map((id) => `Record ${id}`),
          ...(reviewer === null ? [] : [`Reviewed by ${reviewer}`]),
        ].join('; '),
        finding.inference?.statement ?? '',
      ];
    }),
  };
}

function ruleTable(rules: readonly ListedWatchRule[]): ReportBlock {
  return {
    kind: 'table',
    caption: formatQuantity(rules.length, 'rule'),
    columns: ['Rule', 'Saved search', 'Place', 'Expression', 'Watched until', 'Findings ever'],
    rows: rules.map(({ rule, searchName, areaName, status, events }) => [
      rule.name,
      searchName ?? 'deleted',
      rule.areaId === null ? 'everywhere' : (areaName ?? 'deleted'),
      rule.expression ?? '',
      status.watchedUntil === null ? 'not yet' : formatUtc(status.watchedUntil),
      String(events),
    ]),
  };
}
