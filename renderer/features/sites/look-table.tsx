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
import rows from '../../ui/row-table.module.css';
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
  const { looks: head } = texts;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls needs the focus to be scrolled by keys
    <section className={styles.numbers} aria-label={head.label} data-region="table" tabIndex={0}>
      <ComparedNote series={series} />
      <Summary series={series} group={group} />
      <table className={rows.table}>
        <thead>
          <tr>
            <th scope="col">{timeHeading(head.time)}</th>
            <th scope="col">{head.count}</th>
            <th scope="col">{head.result}</th>
            <th scope="col">{head.share}</th>
            <th scope="col">{head.reviewed}</th>
            <th scope="col">{head.sensor}</th>
            <th scope="col">{head.incidence}</th>
            <th scope="col">{head.version}</th>
          </tr>
        </thead>
        <tbody>{rowsOf(series)}</tbody>
      </table>
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

/** Rows from the latest look to the earliest. */
function rowsOf(series: SiteSeries): readonly React.ReactNode[] {
  return series.looks.toReversed().flatMap((look) => {
    const { gap, change } = notesBefore(series, look);
    return [
      <LookRow key={look.passKey} look={look} />,
      ...(change
        ? [
            <NoteRow
              key={`version ${look.passKey}`}
              text={texts.looks.versionChange(change.from, change.to)}
            />,
          ]
        : []),
      ...(gap
        ? [<NoteRow key={`gap ${gap.from}`} text={texts.looks.gap(formatDuration(gap.to - gap.from))} />]
        : []),
    ];
  });
}

function NoteRow({ text }: { readonly text: string }) {
  return (
    <tr className={styles.noteRow}>
      <td colSpan={8}>{text}</td>
    </tr>
  );
}

function LookRow({ look }: { readonly look: SiteLook }) {
  const { stores } = useApp();
  return (
    <tr data-unusual={look.isAnomaly || undefined}>
      <td>
        <button
          type="button"
          title={texts.looks.choose}
          onClick={() => stores.passes.getState().choose([look.passKey])}
        >
          {lookTime(look.startedAt, { zone: false })}
        </button>
      </td>
      <td>{countText(look)}</td>
      <td>
        {look.notCompared
          ? texts.looks.notCompared(notComparedTexts[look.notCompared])
          : (resultText(look) ?? texts.none)}
      </td>
      <td>{shareText(look.share)}</td>
      <td>
        {formatCount(look.reviewed)} / {formatCount(look.detections)}
      </td>
      <td>{look.sensorName ?? texts.notGiven}</td>
      <td>{look.incidenceAngle === null ? texts.notGiven : formatAngle(look.incidenceAngle)}</td>
      <td>{look.versions.length === 0 ? texts.notGiven : look.versions.join(', ')}</td>
    </tr>
  );
}
