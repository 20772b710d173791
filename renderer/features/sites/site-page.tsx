import { NumberInput, Select } from '@mantine/core';
import { useMemo, useRef, useState } from 'react';
import { type SiteSettings, siteSettingsSchema } from '../../../shared/areas/area.ts';
import { formatTime } from '../../../shared/format.ts';
import { countDistinct } from '../../../shared/passes/area-pass.ts';
import { analyticDisplayName } from '../../../shared/results/analytics.ts';
import { siteKinds, siteKindTitles } from '../../../shared/site-kinds.ts';
import { anomalyMads } from '../../../shared/sites/baseline.ts';
import { siteAnswer } from '../../../shared/sites/site-answer.ts';
import { groupText, limitText } from '../../../shared/sites/site-pass-texts.ts';
import { countCompared, type SiteGroup, type SiteSeries } from '../../../shared/sites/site-series.ts';
import { savePicture } from '../../api/save-picture.ts';
import { useApp } from '../../context/app-context.tsx';
import { zoomToArea } from '../../context/areas.ts';
import { loadMarking } from '../../context/copy-table.ts';
import { reportSavedFile } from '../../context/report-saved-file.ts';
import { useDock } from '../../context/use-stores.ts';
import { chartToPng } from '../../ui/chart/chart-to-png.ts';
import { PointChart } from '../../ui/chart/charts.tsx';
import type { PointChartContent } from '../../ui/chart/point-plot.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import { useColorScheme } from '../../ui/use-color-scheme.ts';
import { changeSite, siteFileName } from './site-commands.ts';
import { CountOptions, MoreActions } from './site-controls.tsx';
import { SitePassTable } from './site-pass-table.tsx';
import styles from './sites.module.css';
import { texts } from './texts.ts';
import { type ShownSite, type Site, useShownSite } from './use-sites.ts';

/** Below this size, about that of the error of positions and footprints, counts may belong to the surroundings. */
const tinySquareMeters = 100 * 100;

/** The passes over a site as a chart and a table, with the baseline of a group. */
export function SitePage({ site, sites }: { readonly site: Site; readonly sites: readonly Site[] }) {
  const { value, error, refetch } = useShownSite(site);
  const canvas = useRef<HTMLCanvasElement>(null);
  const { shown, group } = value ?? {};
  return (
    <>
      <PageControls site={site} sites={sites} value={value} canvas={canvas} />
      {site.squareMetres < tinySquareMeters ? <p className={styles.note}>{texts.states.tiny}</p> : null}
      {error || !value ? (
        <QueryState query={{ error, refetch }} loading={texts.states.counting} />
      ) : !shown ? (
        <EmptyState title={texts.states.noPass.title} hint={texts.states.noPass.hint} />
      ) : (
        <>
          <Answer site={site} series={shown} />
          <LimitNote series={shown} />
          <div className={styles.page}>
            <SiteChart site={site} series={shown} group={group} canvas={canvas} />
            <SitePassTable series={shown} group={group} minShare={site.site.minShare} />
          </div>
        </>
      )}
    </>
  );
}

/** Whether the last count is usual, how many were not, and how many passes can be compared. */
function Answer({ site, series }: { readonly site: Site; readonly series: SiteSeries }) {
  const { stores } = useApp();
  const { counted, grouping } = useDock((state) => state.sites);
  const { usual, evidence } = siteAnswer(series, counted, (time) => formatTime(time));
  const other = grouping === 'mode' ? 'geometry' : 'mode';
  const isOffered = grouping === 'mode' || countCompared(series).inSmallGroups > 0;
  return (
    <section className={styles.answer} aria-label={texts.answer.label}>
      <h3>{texts.answer.title(site.name, analyticDisplayName(series.analytic), usual)}</h3>
      <p>
        {texts.answer.evidence(evidence)}{' '}
        {isOffered ? (
          <TextButton
            title={texts.states.groupingHint}
            onClick={() => stores.dock.getState().changeSites({ grouping: other, groupKey: null })}
          >
            {texts.states.compareBy[other]}
          </TextButton>
        ) : null}
      </p>
    </section>
  );
}

function LimitNote({ series }: { readonly series: SiteSeries }) {
  const text = limitText(series);
  return text === null ? null : <p className={styles.note}>{text}</p>;
}

function PageControls({
  site,
  sites,
  value,
  canvas,
}: {
  readonly site: Site;
  readonly sites: readonly Site[];
  readonly value: ShownSite | null;
  readonly canvas: React.RefObject<HTMLCanvasElement | null>;
}) {
  const app = useApp();
  const { changeSites } = app.stores.dock.getState();
  const scheme = useColorScheme();
  const { series = [], shown, group } = value ?? {};
  const saveImage = async () => {
    const drawn = canvas.current;
    if (!drawn) return;
    const picture = await chartToPng(drawn, scheme, await loadMarking(app));
    const saved = await savePicture(picture, siteFileName(site.name, 'png'));
    reportSavedFile(saved, texts.files.image);
  };
  return (
    <div className={styles.controls}>
      <TextButton onClick={() => changeSites({ areaId: null })}>{texts.controls.allSites}</TextButton>
      <Select
        aria-label={texts.controls.site}
        className={styles.choice}
        searchable
        allowDeselect={false}
        data={sites.map(({ id, name }) => ({ value: id, label: name }))}
        value={site.id}
        onChange={(areaId) => changeSites({ areaId, groupKey: null })}
      />
      <Select
        aria-label={texts.controls.analytic}
        className={styles.choice}
        allowDeselect={false}
        data={series.map(({ analytic }) => ({ value: analytic, label: analyticDisplayName(analytic) }))}
        value={shown?.analytic ?? null}
        onChange={(analytic) => changeSites({ analytic, groupKey: null })}
      />
      <CountOptions>
        <Select
          label={texts.controls.group}
          allowDeselect={false}
          comboboxProps={{ withinPortal: false }}
          data={(shown?.groups ?? []).map((one) => ({
            value: one.group.key,
            label: `${groupText(one.group)} (${one.compared})`,
          }))}
          value={group?.group.key ?? null}
          onChange={(groupKey) => changeSites({ groupKey })}
        />
        <MinShareField key={site.updatedAt} site={site} />
        <KindField site={site} />
      </CountOptions>
      <span className="grow" />
      <TextButton onClick={() => app.commands.run('sites.save-csv')}>{texts.controls.saveCsv}</TextButton>
      <MoreActions
        actions={[
          {
            title: texts.controls.saveImage,
            run: () => void saveImage(),
            isDisabled: !shown || !hasChart(shown),
          },
          {
            title: texts.controls.report,
            run: () => void app.commands.runWith('export.report', { kind: 'site', site: site.id }),
          },
          { title: texts.controls.zoom, run: () => zoomToArea(app, site) },
          { title: texts.controls.remove, run: () => void changeSite(app, site, null) },
        ]}
      />
    </div>
  );
}

/** The share from which passes are compared, saved when the field is left. */
function MinShareField({ site }: { readonly site: Site }) {
  const app = useApp();
  const [percent, setPercent] = useState<number | string>(Math.round(100 * site.site.minShare));
  const parsed = siteSettingsSchema.safeParse({
    ...site.site,
    minShare: percent === '' ? Number.NaN : Number(percent) / 100,
  });
  const error = parsed.success ? null : parsed.error.issues[0]?.message;
  const save = () => {
    if (parsed.success && parsed.data.minShare !== site.site.minShare)
      void changeSite(app, site, parsed.data);
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <NumberInput
        label={texts.controls.minShare}
        value={percent}
        onChange={setPercent}
        onBlur={save}
        min={1}
        max={100}
        clampBehavior="none"
        allowDecimal={false}
        hideControls
        error={error}
      />
    </form>
  );
}

/** The kind of site that the user marks it as. */
function KindField({ site }: { readonly site: Site }) {
  const app = useApp();
  const { kind: marked, ...unmarked } = site.site;
  const save = (chosen: string | null) => {
    const kind = siteKinds.find((each) => each === chosen);
    const changed: SiteSettings = kind === undefined ? unmarked : { ...unmarked, kind };
    void changeSite(app, site, changed);
  };
  return (
    <Select
      label={texts.controls.kind}
      comboboxProps={{ withinPortal: false }}
      placeholder={texts.controls.noKind}
      clearable
      data={siteKinds.map((kind) => ({ value: kind, label: siteKindTitles[kind] }))}
      value={marked ?? null}
      onChange={save}
    />
  );
}

function SiteChart({
  site,
  series,
  group,
  canvas,
}: {
  readonly site: Site;
  readonly series: SiteSeries;
  readonly group: SiteGroup | undefined;
  readonly canvas: React.RefObject<HTMLCanvasElement | null>;
}) {
  const { stores } = useApp();
  const counted = useDock((state) => state.sites.counted);
  const { content, keys } = useMemo(() => chartContent(series, group), [series, group]);
  const { legend } = texts.chart;
  const drawn = new Set(content.points.map(({ mark }) => mark));
  const marks = (['usual', 'unusual', 'hollow', 'other'] as const).filter((mark) => drawn.has(mark));
  const { detections, reviewed } = countDistinct(series.passes);
  return (
    <figure className={styles.figure}>
      {hasChart(series) ? (
        <PointChart
          content={content}
          label={texts.chart.label(site.name, analyticDisplayName(series.analytic))}
          canvas={canvas}
          onClick={(index) => {
            const key = keys[index];
            if (key !== undefined) stores.passes.getState().choose([key]);
          }}
        />
      ) : (
        <p className={styles.note}>{texts.chart.empty}</p>
      )}
      <figcaption className={styles.legend}>
        {marks.map((mark) => (
          <span key={mark} data-mark={mark}>
            {legend[mark]}
          </span>
        ))}
        {group?.baseline ? <span data-mark="band">{legend.band}</span> : null}
        {series.gaps.length > 0 ? <span data-mark="gap">{legend.gap}</span> : null}
        {series.versionChanges.length > 0 ? <span data-mark="line">{legend.line}</span> : null}
      </figcaption>
      {counted === 'confirmed' ? (
        <p className={styles.note}>{texts.states.confirmedOnly(reviewed, detections)}</p>
      ) : null}
    </figure>
  );
}

/** Whether the chart has a point. */
function hasChart({ passes }: SiteSeries): boolean {
  return passes.some(({ startedAt, count }) => startedAt !== null && count !== null);
}

/** The content of the chart, and the key of the pass of each point. Passes without a known count have no point. */
function chartContent(
  { passes, gaps, versionChanges }: SiteSeries,
  group: SiteGroup | undefined,
): { readonly content: PointChartContent; readonly keys: readonly string[] } {
  const drawn = passes.flatMap((sitePass) =>
    sitePass.startedAt === null || sitePass.count === null
      ? []
      : [{ sitePass, at: sitePass.startedAt / 1000, value: sitePass.count }],
  );
  const times = drawn.map(({ at }) => at);
  const [first = 0, last = 0] = [times[0], times.at(-1)];
  const spare = Math.max(3600, (last - first) / 40);
  const { baseline } = group ?? {};
  const reach = baseline ? anomalyMads * baseline.unit : 0;
  return {
    keys: drawn.map(({ sitePass }) => sitePass.passKey),
    content: {
      points: drawn.map(({ sitePass, at, value }) => ({
        at,
        value,
        mark: sitePass.isAnomaly
          ? 'unusual'
          : sitePass.notCompared
            ? 'hollow'
            : sitePass.deviation !== null && sitePass.group.key === group?.group.key
              ? 'usual'
              : 'other',
      })),
      range: [first - spare, last + spare],
      band: baseline
        ? { middle: baseline.median, from: baseline.median - reach, to: baseline.median + reach }
        : null,
      gaps: gaps.map(({ from, to }) => ({ from: from / 1000, to: to / 1000 })),
      lines: versionChanges.map(({ at }) => at / 1000),
    },
  };
}
