import { formatCount, formatDuration } from '../../../shared/format.ts';
import { analyticDisplayName } from '../../../shared/results/analytics.ts';
import {
  countText,
  deviationText,
  noBaselineText,
  shareText,
} from '../../../shared/sites/site-pass-texts.ts';
import type { SiteSummary } from '../../../shared/sites/site-summary.ts';
import { useApp } from '../../context/app-context.tsx';
import { useDock } from '../../context/use-stores.ts';
import { AnalyticMark } from '../../ui/analytic-mark.tsx';
import dockView from '../../ui/dock-view.module.css';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadingState } from '../../ui/loading-state.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import rows from '../../ui/table/row-table.module.css';
import { type Column, Table } from '../../ui/table/table.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import { useNow } from '../../ui/use-now.ts';
import { AddSite, CountOptions } from './site-controls.tsx';
import { SitePage } from './site-page.tsx';
import { sitePassTime } from './site-pass-time.ts';
import styles from './sites.module.css';
import { texts } from './texts.ts';
import { type Site, useSiteSummaries, useSites } from './use-sites.ts';

/** The table of sites, or the passes over the chosen one. */
export function SitesView() {
  const sites = useSites();
  const areaId = useDock((state) => state.sites.areaId);
  const site = sites?.find(({ id }) => id === areaId);
  return (
    <div className={dockView.view}>
      {!sites ? (
        <LoadingState label={texts.states.counting} />
      ) : site ? (
        <SitePage key={site.id} site={site} sites={sites} />
      ) : sites.length > 0 ? (
        <SiteTable sites={sites} />
      ) : (
        <EmptyState title={texts.states.noSites.title} hint={texts.states.noSites.hint}>
          <AddSite />
        </EmptyState>
      )}
    </div>
  );
}

/** All sites with their analytics, the most unusual last pass first. A click opens the site. */
function SiteTable({ sites }: { readonly sites: readonly Site[] }) {
  const { commands } = useApp();
  const { data, error, refetch } = useSiteSummaries(sites);
  const now = useNow(60_000);
  const { table } = texts;
  return (
    <>
      <div className={styles.controls}>
        <CountOptions />
        <span className="grow" />
        <AddSite />
        <TextButton onClick={() => commands.run('sites.save-csv')}>{texts.controls.saveCsv}</TextButton>
      </div>
      {error || !data ? (
        <QueryState query={{ error, refetch }} loading={texts.states.counting} />
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls needs the focus to be scrolled by keys
        <section className={styles.scroll} aria-label={table.label} data-region="table" tabIndex={0}>
          {data.length === 0 ? (
            <EmptyState title={texts.states.noPassAtAnySite.title} hint={texts.states.noPassAtAnySite.hint} />
          ) : null}
          {data.some(({ compared }) => compared === 0) ? (
            <p className={styles.note}>{table.noBaseline(noBaselineText)}</p>
          ) : null}
          <Table
            className={rows.table}
            rows={[...data, ...sites.filter(({ id }) => !data.some(({ areaId }) => areaId === id))]}
            rowKey={(row) => ('areaId' in row ? `${row.areaId} ${row.analytic}` : row.id)}
            rowAttributes={(row) => ({
              'data-unusual': ('areaId' in row && row.lastCompared?.isAnomaly) || undefined,
            })}
            columns={siteColumns(now)}
          />
        </section>
      )}
    </>
  );
}

/** A site without passes has a text instead of numbers. */
function siteColumns(now: number): readonly Column<SiteSummary | Site>[] {
  const { none, table } = texts;
  return [
    {
      title: table.site,
      cell: (row) =>
        'areaId' in row ? (
          <OpenSite {...row} />
        ) : (
          <OpenSite areaId={row.id} name={row.name} analytic={null} />
        ),
    },
    {
      title: table.analytic,
      span: (row) => ('areaId' in row ? 1 : 7),
      cell: (row) =>
        'areaId' in row ? (
          <>
            <AnalyticMark analytic={row.analytic} /> {analyticDisplayName(row.analytic)}
          </>
        ) : (
          texts.states.noPass.title
        ),
    },
    {
      title: table.deviation,
      hint: table.deviationHint,
      cellHint: olderText,
      cell(row: SiteSummary) {
        const deviation = row.lastCompared?.deviation ?? null;
        const older = olderText(row);
        return (
          <>
            {deviation === null ? none : deviationText(deviation)}
            {older === undefined ? null : <span className="muted"> {older}</span>}
          </>
        );
      },
    },
    {
      title: table.recent,
      cell: ({ recentAnomalies }: SiteSummary) =>
        recentAnomalies === null ? none : formatCount(recentAnomalies),
    },
    {
      title: table.count,
      cell: ({ last }: SiteSummary) => (
        <>
          {last ? countText(last) : none}
          {last?.notCompared === 'partial' ? <span className="muted"> ({shareText(last.share)})</span> : null}
        </>
      ),
    },
    { title: table.lastPass, cell: ({ last }: SiteSummary) => (last ? sitePassTime(last.startedAt) : none) },
    {
      title: table.gap,
      cell: ({ last, isGap }: SiteSummary) => (
        <>
          {last?.startedAt ? sinceText(now - last.startedAt) : none}
          {isGap ? <strong className={styles.warning}> {table.isGap}</strong> : null}
        </>
      ),
    },
    {
      title: table.passes,
      cell: ({ passes, compared }: SiteSummary) => `${formatCount(passes)} (${formatCount(compared)})`,
    },
  ];
}

/** The time of the last compared pass where a later one could not be compared. */
function olderText({ last, lastCompared }: SiteSummary): string | undefined {
  const isOlder = lastCompared && last && lastCompared.startedAt !== last.startedAt;
  return isOlder ? texts.table.of(sitePassTime(lastCompared.startedAt)) : undefined;
}

function sinceText(milliseconds: number): string {
  return milliseconds < 0 ? texts.table.future : formatDuration(milliseconds);
}

function OpenSite({
  areaId,
  name,
  analytic,
}: {
  readonly areaId: string;
  readonly name: string;
  readonly analytic: string | null;
}) {
  const { stores } = useApp();
  return (
    <button
      type="button"
      title={texts.table.open(name)}
      onClick={() => {
        stores.dock.getState().changeSites({ areaId, analytic, groupKey: null });
        stores.ui.getState().selectArea(areaId);
      }}
    >
      {name}
    </button>
  );
}
