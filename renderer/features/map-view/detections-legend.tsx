import { IconSquare, IconSquareCheckFilled } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { formatCount } from '../../../shared/format.ts';
import { analyticDisplayName } from '../../../shared/results/analytics.ts';
import type { DetectionFilter } from '../../../shared/results/detection.ts';
import type { DetectionField } from '../../../shared/results/detection-field.ts';
import { formatFieldNumber } from '../../../shared/results/field-number.ts';
import { fieldTitle } from '../../../shared/results/field-title.ts';
import { describeColors } from '../../../shared/results/value-colors.ts';
import { useApp } from '../../context/app-context.tsx';
import { useWorkspaceCounts } from '../../context/use-live-queries.ts';
import { useMapDisplay, useResults, useUi } from '../../context/use-stores.ts';
import { maxHulls } from '../../map/detections/detection-hulls.ts';
import { sizeRadiiAt } from '../../map/detections/paint-view.ts';
import { densityUnit, labelTitle } from '../../map/field-title.ts';
import { mapColorsOf } from '../../map/map-colors.ts';
import { AnalyticMark } from '../../ui/analytic-mark.tsx';
import { FailureText } from '../../ui/failure-text.tsx';
import { useColorScheme } from '../../ui/use-color-scheme.ts';
import styles from './legend.module.css';
import { texts } from './texts.ts';

/** Ends of scales need no more than three digits. */
const rounded = (value: number) => Number(value.toPrecision(3));

/** The colors of density, while it is shown. */
export function DensityScale() {
  const density = useUi((state) => state.density);
  const isChosen = useMapDisplay((state) => state.density === 'on');
  const { densityRamp } = mapColorsOf[useColorScheme()];
  if (!density) return null;
  const { top, cellPixels } = density;
  return (
    <figure className={styles.scale} aria-label={texts.density.label}>
      <div
        className={styles.ramp}
        style={{ background: `linear-gradient(to right, ${densityRamp.join(', ')})` }}
      />
      <div className={styles.rampTexts}>
        <span>1</span>
        {top > 10 ? <span>{formatCount(Math.round(Math.sqrt(top)))}</span> : null}
        <span>{formatCount(top)}</span>
        <span className={styles.unit} aria-hidden>
          {densityUnit(cellPixels)}
        </span>
      </div>
      <figcaption className={styles.remark} title={isChosen ? undefined : texts.density.zoomIn}>
        {densityUnit(cellPixels)}
      </figcaption>
    </figure>
  );
}

/** The colors of marks, where a field determines them. */
export function ColorLegend() {
  const field = useMapDisplay((state) => state.colorBy);
  const channel = useUi((state) => state.mapChannels.color);
  const isDense = useUi((state) => state.density !== null);
  const scheme = useColorScheme();
  if (field === null || isDense) return null;
  const title = fieldTitle(field);
  if (channel.state === 'failed') {
    return (
      <p className={styles.remark}>
        <FailureText failure={channel} text={texts.color.notShown(title, channel.message)} />
      </p>
    );
  }
  if (channel.state !== 'shown' || !channel.colors) {
    return <p className={styles.remark}>{texts.color.loading(title)}</p>;
  }
  const { ramp, entries } = describeColors(channel.colors, scheme, texts.color);
  return (
    <figure className={styles.colors} aria-label={texts.color.title(title)}>
      <figcaption className={styles.symbol}>{title}</figcaption>
      {ramp ? (
        <div className={styles.scale}>
          <div
            className={styles.ramp}
            style={{ background: `linear-gradient(to right, ${ramp.colors.join(', ')})` }}
          />
          <div className={styles.rampTexts}>
            <span>{formatFieldNumber(field, rounded(ramp.low))}</span>
            <span>{formatFieldNumber(field, rounded(ramp.high))}</span>
          </div>
        </div>
      ) : null}
      {entries.map(({ label, color }) => (
        <span key={`${color} ${label}`} className={styles.symbol}>
          <span className={styles.dot} style={{ background: color }} aria-hidden />
          {label}
        </span>
      ))}
    </figure>
  );
}

/** Source of hulls, while they are drawn; folded, only that they are. */
export function HullsLegend({ isUnfolded }: { readonly isUnfolded: boolean }) {
  const hulls = useUi((state) => state.hulls);
  const isDense = useUi((state) => state.density !== null);
  if (!hulls || isDense) return null;
  if (hulls.isCrowded) return <p className={styles.remark}>{texts.hulls.crowded(maxHulls)}</p>;
  const derived = texts.hulls.derived(hulls.usualWidth);
  return (
    <p className={styles.remark} title={isUnfolded ? undefined : derived}>
      {texts.hulls.drawn(hulls.count)}
      {isUnfolded ? `. ${derived}` : null}
    </p>
  );
}

/** The sizes of marks, where a field determines them. */
export function SizeScale() {
  const field = useMapDisplay((state) => state.sizeBy);
  const channel = useUi((state) => state.mapChannels.size);
  const zoom = useUi((state) => state.view?.zoom ?? 0);
  const isDense = useUi((state) => state.density !== null);
  if (field === null || isDense) return null;
  const title = labelTitle(field);
  if (channel.state === 'failed') {
    return (
      <p className={styles.remark}>
        <FailureText failure={channel} text={texts.size.notShown(title, channel.message)} />
      </p>
    );
  }
  if (channel.state !== 'shown') return <p className={styles.remark}>{texts.size.loading(title)}</p>;
  if (!channel.scale) return <p className={styles.remark}>{texts.size.noValue(title)}</p>;
  const { low, high } = channel.scale;
  const [smallest, largest] = sizeRadiiAt(zoom);
  const samples = [
    { value: low, radius: smallest },
    { value: (low + high) / 2, radius: (smallest + largest) / 2 },
    { value: high, radius: largest },
  ];
  return (
    <figure className={styles.scale} aria-label={texts.size.label}>
      <figcaption>{texts.size.title(title)}</figcaption>
      <div className={styles.samples}>
        {samples.map(({ value, radius }) => (
          <span key={radius} className={styles.symbol}>
            <span className={styles.sample} style={{ width: 2 * radius, height: 2 * radius }} aria-hidden />
            {formatFieldNumber(field, rounded(value))}
          </span>
        ))}
      </div>
      {/* The counts of the former field are not those of this one. */}
      <PaleRemark key={field} field={field} />
    </figure>
  );
}

/** Number of shown detections that are pale because they have no size, and why. */
function PaleRemark({ field }: { readonly field: DetectionField }) {
  const { queries } = useApp();
  const filter = useResults((state) => state.filter);
  const { data } = useQuery(
    queries.results.distribution.queryOptions(
      { filter, field, bins: 1 },
      { placeholderData: keepPreviousData },
    ),
  );
  if (!data || data.missing === 0) return null;
  return (
    <span className={styles.remark}>{texts.size.pale(data.missing - data.notFetched, data.notFetched)}</span>
  );
}

/** Check box, symbol and count of each analytic, the most frequent first: the filter by analytic. */
export function AnalyticsLegend() {
  const counts = useWorkspaceCounts();
  const filter = useResults((state) => state.filter);
  const analytics = counts.state === 'ready' ? counts.value.byAnalytic.map(({ analytic }) => analytic) : [];
  const countOf = useCountsIgnoringAnalytics(filter);
  const entries = analytics
    .map((analytic) => ({ analytic, count: countOf(analytic) }))
    // While counts are unknown, all are listed.
    .filter(({ count }) => count !== 0)
    .toSorted((one, other) => (other.count ?? 0) - (one.count ?? 0));
  if (entries.length === 0) return null;
  return (
    <div className={styles.group}>
      {entries.map(({ analytic, count }) => (
        <AnalyticEntry key={analytic} analytic={analytic} all={analytics} count={count} />
      ))}
    </div>
  );
}

function AnalyticEntry({
  analytic,
  all,
  count,
}: {
  readonly analytic: string;
  readonly all: readonly string[];
  readonly count: number | undefined;
}) {
  const { stores } = useApp();
  const filter = useResults((state) => state.filter);
  // Where a field determines the colors, an analytic has its shape only.
  const isNeutral = useMapDisplay((state) => state.colorBy !== null);
  const isShown = isAnalyticShown(filter, analytic);
  const name = analyticDisplayName(analytic);
  const Check = isShown ? IconSquareCheckFilled : IconSquare;
  return (
    <button
      type="button"
      className={styles.entry}
      data-legend-entry
      aria-pressed={isShown}
      title={texts.legend.toggleAnalytic(isShown, name)}
      onClick={() =>
        stores.results.getState().setFilter({ analytics: toggleAnalytic(filter, analytic, all) })
      }
    >
      <Check size={15} stroke={1.8} className={styles.check} aria-hidden />
      <AnalyticMark analytic={analytic} isNeutral={isNeutral} />
      <span>{name} </span>
      <span className={styles.count}>{count === undefined ? '…' : formatCount(count)}</span>
    </button>
  );
}

/** Counts of the filter without its analytics, so that a hidden entry shows how many detections it hides. */
function useCountsIgnoringAnalytics({
  analytics: _,
  ...rest
}: DetectionFilter): (analytic: string) => number | undefined {
  const { queries } = useApp();
  const { data } = useQuery(queries.results.counts.queryOptions(rest, { placeholderData: keepPreviousData }));
  return (analytic) => data && (data.byAnalytic.find((entry) => entry.analytic === analytic)?.count ?? 0);
}

/** Whether a filter includes the detections of an analytic. */
export function isAnalyticShown({ analytics }: DetectionFilter, analytic: string): boolean {
  return analytics === undefined || analytics.includes(analytic);
}

/**
 * The filter's analytics after one of `all` was shown or hidden. Undefined (no restriction) when all are shown again.
 */
export function toggleAnalytic(
  filter: DetectionFilter,
  analytic: string,
  all: readonly string[],
): DetectionFilter['analytics'] {
  const shown = all.filter((each) => isAnalyticShown(filter, each) !== (each === analytic));
  return shown.length === all.length ? undefined : shown;
}
