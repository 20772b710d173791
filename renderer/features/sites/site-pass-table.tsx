import { formatAngle, formatCount, formatDuration, timeHeading } from '../../../shared/format.ts';
import { siteMethod } from '../../../shared/sites/site-answer.ts';
import {
  countText,
  groupText,
  notComparedTexts,
  notesBefore,
  resultText,
  shareText,
} from '../../../shared/sites/site-pass-texts.ts';
import type { SiteGroup, SitePass, SiteSeries } from '../../../shared/sites/site-series.ts';
import { useApp } from '../../context/app-context.tsx';
import { useDock } from '../../context/use-stores.ts';
import rows from '../../ui/table/row-table.module.css';
import { type Column, Table } from '../../ui/table/table.tsx';
import { sitePassTime } from './site-pass-time.ts';
import styles from './sites.module.css';
import { texts } from './texts.ts';

/** The numbers of the group and all passes, the latest first, with gaps and changes of version between them. */
export function SitePassTable({
  series,
  group,
  minShare,
}: {
  readonly series: SiteSeries;
  readonly group: SiteGroup | undefined;
  readonly minShare: number;
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls needs the focus to be scrolled by keys
    <section className={styles.numbers} aria-label={texts.passes.label} data-region="table" tabIndex={0}>
      <HowCompared series={series} group={group} minShare={minShare} />
      <Table
        className={rows.table}
        rows={rowsOf(series)}
        rowKey={(row) => ('passKey' in row ? row.passKey : row.key)}
        rowAttributes={(row) =>
          'passKey' in row ? { 'data-unusual': row.isAnomaly || undefined } : { className: styles.noteRow }
        }
        columns={sitePassColumns()}
      />
    </section>
  );
}

/** The method of the comparison, the baseline and the gaps, folded. */
function HowCompared({
  series: { gaps },
  group,
  minShare,
}: {
  readonly series: SiteSeries;
  readonly group: SiteGroup | undefined;
  readonly minShare: number;
}) {
  const { counted, grouping } = useDock((state) => state.sites);
  const { answer, summary } = texts;
  const longest = gaps.reduce((most, { from, to }) => Math.max(most, to - from), 0);
  const figures = [
    ...(group?.baseline ? [summary.baseline(group.baseline)] : []),
    ...(longest > 0 ? [summary.gaps(gaps.length, formatDuration(longest))] : []),
  ];
  return (
    <details className={styles.how}>
      <summary>{answer.how}</summary>
      {[...(group ? [groupText(group.group)] : []), ...(figures.length > 0 ? [figures.join(' · ')] : [])].map(
        (line) => (
          <p key={line}>{line}</p>
        ),
      )}
      {siteMethod({ counted, grouping }, minShare).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </details>
  );
}

/** A remark between two passes. */
type PassNote = { readonly key: string; readonly note: string };

/** Rows from the latest pass to the earliest. */
function rowsOf(series: SiteSeries): readonly (SitePass | PassNote)[] {
  return series.passes.toReversed().flatMap((sitePass) => {
    const { gap, change } = notesBefore(series, sitePass);
    return [
      sitePass,
      ...(change
        ? [{ key: `version ${sitePass.passKey}`, note: texts.passes.versionChange(change.from, change.to) }]
        : []),
      ...(gap ? [{ key: `gap ${gap.from}`, note: texts.passes.gap(formatDuration(gap.to - gap.from)) }] : []),
    ];
  });
}

/** The first column shows the notes, which cover all others. */
function sitePassColumns(): readonly Column<SitePass | PassNote>[] {
  const { passes: head, notGiven } = texts;
  return [
    {
      title: timeHeading(head.time),
      span: (row) => ('note' in row ? 8 : 1),
      cell: (row) => ('note' in row ? row.note : <SitePassTime sitePass={row} />),
    },
    { title: head.count, cell: (sitePass: SitePass) => countText(sitePass) },
    {
      title: head.result,
      cell: (sitePass: SitePass) =>
        sitePass.notCompared
          ? head.notCompared(notComparedTexts[sitePass.notCompared])
          : (resultText(sitePass) ?? texts.none),
    },
    { title: head.share, cell: ({ share }: SitePass) => shareText(share) },
    {
      title: head.reviewed,
      cell: ({ reviewed, detections }: SitePass) => `${formatCount(reviewed)} / ${formatCount(detections)}`,
    },
    { title: head.sensor, cell: ({ sensorName }: SitePass) => sensorName ?? notGiven },
    {
      title: head.incidence,
      cell: ({ incidenceAngle }: SitePass) =>
        incidenceAngle === null ? notGiven : formatAngle(incidenceAngle),
    },
    {
      title: head.version,
      cell: ({ versions }: SitePass) => (versions.length === 0 ? notGiven : versions.join(', ')),
    },
  ];
}

/** The time of a pass over the site; a click chooses the pass. */
function SitePassTime({ sitePass }: { readonly sitePass: SitePass }) {
  const { stores } = useApp();
  return (
    <button
      type="button"
      title={texts.passes.choose}
      onClick={() => stores.passes.getState().choose([sitePass.passKey])}
    >
      {sitePassTime(sitePass.startedAt, { zone: false })}
    </button>
  );
}
