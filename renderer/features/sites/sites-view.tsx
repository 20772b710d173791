import { formatCount, formatDuration } from '../../../shared/format.ts';
import { analyticDisplayName } from '../../../shared/results/analytics.ts';
import { countText, deviationText, noBaselineText, shareText } from '../../../shared/sites/look-texts.ts';
import type { SiteSummary } from '../../../shared/sites/site-summary.ts';
import { useApp } from '../../context/app-context.tsx';
import { useDock } from '../../context/use-stores.ts';
import { AnalyticMark } from '../../ui/analytic-mark.tsx';
import dockView from '../../ui/dock-view.module.css';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadingState } from '../../ui/loading-state.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import rows from '../../ui/row-table.module.css';
import { TextButton } from '../../ui/text-button.tsx';
import { useNow } from '../../ui/use-now.ts';
import { lookTime } from './look-time.ts';
import { AddSite, CountOptions } from './site-controls.tsx';
import { SitePage } from './site-page.tsx';
import styles from './sites.module.css';
import { texts } from './texts.ts';
import { type Site, useSiteSummaries, useSites } from './use-sites.ts';

/** The table of sites, or the looks at the chosen one. */
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

/** All sites with their analytics, the most unusual last look first. A click opens the site. */
function SiteTable({ sites }: { readonly sites: readonly Site[] }) {
  const { commands } = useApp();
  const { data, error, refetch } = useSiteSummaries(sites);
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
            <EmptyState title={texts.states.noneLooked.title} hint={texts.states.noneLooked.hint} />
          ) : null}
          {data.some(({ compared }) => compared === 0) ? (
            <p className={styles.note}>{table.noBaseline(noBaselineText)}</p>
          ) : null}
          <table className={rows.table}>
            <thead>
              <tr>
                <th scope="col">{table.site}</th>
                <th scope="col">{table.analytic}</th>
                <th scope="col" title={table.deviationHint}>
                  {table.deviation}
                </th>
                <th scope="col">{table.recent}</th>
                <th scope="col">{table.count}</th>
                <th scope="col">{table.lastLook}</th>
                <th scope="col">{table.gap}</th>
                <th scope="col">{table.looks}</th>
              </tr>
            </thead>
            <tbody>
              {data.map((row) => (
                <SummaryRow key={`${row.areaId} ${row.analytic}`} row={row} />
              ))}
              {sites
                .filter(({ id }) => !data.some(({ areaId }) => areaId === id))
                .map(({ id, name }) => (
                  <tr key={id}>
                    <td>
                      <OpenSite areaId={id} name={name} analytic={null} />
                    </td>
                    <td colSpan={7}>{texts.states.noLooks.title}</td>
                  </tr>
                ))}
            </tbody>
          </table>
        </section>
      )}
    </>
  );
}

function SummaryRow({ row }: { readonly row: SiteSummary }) {
  const now = useNow(60_000);
  const { last, lastCompared, isGap } = row;
  const isOlder = lastCompared && last && lastCompared.startedAt !== last.startedAt;
  const isUnusual = lastCompared?.isAnomaly ?? false;
  return (
    <tr data-unusual={isUnusual || undefined}>
      <td>
        <OpenSite areaId={row.areaId} name={row.name} analytic={row.analytic} />
      </td>
      <td>
        <AnalyticMark analytic={row.analytic} /> {analyticDisplayName(row.analytic)}
      </td>
      <td title={isOlder ? texts.table.of(lookTime(lastCompared.startedAt)) : undefined}>
        {lastCompared?.deviation === undefined || lastCompared.deviation === null
          ? texts.none
          : deviationText(lastCompared.deviation)}
        {isOlder ? <span className="muted"> {texts.table.of(lookTime(lastCompared.startedAt))}</span> : null}
      </td>
      <td>{row.recentAnomalies === null ? texts.none : formatCount(row.recentAnomalies)}</td>
      <td>
        {last ? countText(last) : texts.none}
        {last?.notCompared === 'partial' ? <span className="muted"> ({shareText(last.share)})</span> : null}
      </td>
      <td>{last ? lookTime(last.startedAt) : texts.none}</td>
      <td>
        {last?.startedAt ? sinceText(now - last.startedAt) : texts.none}
        {isGap ? <strong className={styles.warning}> {texts.table.isGap}</strong> : null}
      </td>
      <td>
        {formatCount(row.looks)} ({formatCount(row.compared)})
      </td>
    </tr>
  );
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
