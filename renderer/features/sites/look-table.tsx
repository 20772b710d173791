import { formatAngle, formatCount, formatDuration, timeHeading } from '../../../shared/format.ts';
import {
  comparedText,
  countText,
  notComparedTexts,
  notesBefore,
  resultText,
  shareText,
} from '../../../shared/sites/look-texts.ts';
import {
  countCompared,
  type SiteGroup,
  type SiteLook,
  type SiteSeries,
} from '../../../shared/sites/site-series.ts';
import { useApp } from '../../context/app-context.tsx';
import { useDock } from '../../context/use-stores.ts';
import rows from '../../ui/table/row-table.module.css';
import { type Column, Table } from '../../ui/table/table.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import { lookTime } from './look-time.ts';
import styles from './sites.module.css';
import { texts } from './texts.ts';

/** The numbers of the group and all looks, the latest first, with gaps and changes of version between them. */
export function LookTable({
  series,
  group,
}: {
  readonly series: SiteSeries;
  readonly group: SiteGroup | undefined;
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls needs the focus to be scrolled by keys
    <section className={styles.numbers} aria-label={texts.looks.label} data-region="table" tabIndex={0}>
      <ComparedNote series={series} />
      <Summary series={series} group={group} />
      <Table
        className={rows.table}
        rows={rowsOf(series)}
        rowKey={(row) => ('passKey' in row ? row.passKey : row.key)}
        rowAttributes={(row) =>
          'passKey' in row ? { 'data-unusual': row.isAnomaly || undefined } : { className: styles.noteRow }
        }
        columns={lookColumns()}
      />
    </section>
  );
}

/** Number of passes that can be compared, with the coarser grouping where groups are too small. */
function ComparedNote({ series }: { readonly series: SiteSeries }) {
  const { stores } = useApp();
  const grouping = useDock((state) => state.sites.grouping);
  const other = grouping === 'mode' ? 'geometry' : 'mode';
  const isOffered = grouping === 'mode' || countCompared(series).inSmallGroups > 0;
  return (
    <p className={styles.note}>
      <strong>{comparedText(series)}</strong>{' '}
      {isOffered ? (
        <TextButton
          title={texts.states.groupingHint}
          onClick={() => stores.dock.getState().changeSites({ grouping: other, groupKey: null })}
        >
          {texts.states.compareBy[other]}
        </TextButton>
      ) : null}
    </p>
  );
}

function Summary({
  series: { looks, gaps, groups },
  group,
}: {
  readonly series: SiteSeries;
  readonly group: SiteGroup | undefined;
}) {
  const { summary } = texts;
  const longest = gaps.reduce((most, { from, to }) => Math.max(most, to - from), 0);
  const parts = [
    ...(group?.baseline ? [summary.baseline(group.baseline)] : []),
    ...(groups.some(({ baseline }) => baseline)
      ? [summary.unusual(looks.filter(({ isAnomaly }) => isAnomaly).length)]
      : []),
    ...(longest > 0 ? [summary.gaps(gaps.length, formatDuration(longest))] : []),
  ];
  return parts.length > 0 ? <p className={styles.note}>{parts.join(' · ')}</p> : null;
}

/** A remark between two looks. */
type LookNote = { readonly key: string; readonly note: string };

/** Rows from the latest look to the earliest. */
function rowsOf(series: SiteSeries): readonly (SiteLook | LookNote)[] {
  return series.looks.toReversed().flatMap((look) => {
    const { gap, change } = notesBefore(series, look);
    return [
      look,
      ...(change
        ? [{ key: `version ${look.passKey}`, note: texts.looks.versionChange(change.from, change.to) }]
        : []),
      ...(gap ? [{ key: `gap ${gap.from}`, note: texts.looks.gap(formatDuration(gap.to - gap.from)) }] : []),
    ];
  });
}

/** The first column shows the notes, which cover all others. */
function lookColumns(): readonly Column<SiteLook | LookNote>[] {
  const { looks: head, notGiven } = texts;
  return [
    {
      title: timeHeading(head.time),
      span: (row) => ('note' in row ? 8 : 1),
      cell: (row) => ('note' in row ? row.note : <LookTime look={row} />),
    },
    { title: head.count, cell: (look: SiteLook) => countText(look) },
    {
      title: head.result,
      cell: (look: SiteLook) =>
        look.notCompared
          ? head.notCompared(notComparedTexts[look.notCompared])
          : (resultText(look) ?? texts.none),
    },
    { title: head.share, cell: ({ share }: SiteLook) => shareText(share) },
    {
      title: head.reviewed,
      cell: ({ reviewed, detections }: SiteLook) => `${formatCount(reviewed)} / ${formatCount(detections)}`,
    },
    { title: head.sensor, cell: ({ sensorName }: SiteLook) => sensorName ?? notGiven },
    {
      title: head.incidence,
      cell: ({ incidenceAngle }: SiteLook) =>
        incidenceAngle === null ? notGiven : formatAngle(incidenceAngle),
    },
    {
      title: head.version,
      cell: ({ versions }: SiteLook) => (versions.length === 0 ? notGiven : versions.join(', ')),
    },
  ];
}

/** The time of a look; a click chooses its pass. */
function LookTime({ look }: { readonly look: SiteLook }) {
  const { stores } = useApp();
  return (
    <button
      type="button"
      title={texts.looks.choose}
      onClick={() => stores.passes.getState().choose([look.passKey])}
    >
      {lookTime(look.startedAt, { zone: false })}
    </button>
  );
}
