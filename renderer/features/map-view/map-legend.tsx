import { UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { formatCount } from '../../../shared/format.ts';
import { orderListChoices } from '../../../shared/orders/list/order-list-filter.ts';
import { describeOrderState } from '../../../shared/orders/list/order-timeline.ts';
import type { DetectionFilter } from '../../../shared/results/detection.ts';
import { useApp } from '../../context/app-context.tsx';
import { useTipWithKey } from '../../context/command-key.tsx';
import { useChipCalibration } from '../../context/use-chip-calibration.ts';
import { useAreaList, useHasDetections } from '../../context/use-live-queries.ts';
import { useOrderItems } from '../../context/use-order-list.ts';
import { useLayers, useOrderListStore, usePasses, useResults, useUi } from '../../context/use-stores.ts';
import { coastScale, dashedCoastScale } from '../../map/basemap/coast-scale.ts';
import { rejectedOpacity } from '../../map/map-colors.ts';
import { describeMapChip } from '../../ui/chip/chip-scale.tsx';
import { orderStateColors } from '../../ui/order-state-color.ts';
import { useColorScheme } from '../../ui/use-color-scheme.ts';
import { CoverageLegend } from './coverage-legend.tsx';
import { AnalyticsLegend, ColorLegend, DensityScale, HullsLegend, SizeScale } from './detections-legend.tsx';
import styles from './legend.module.css';
import { texts } from './texts.ts';

/** The symbols of all visible layers: one line, which unfolds into a list. Whether it is unfolded is saved. */
export function MapLegend() {
  const isUnfolded = useLayers((state) => state.legendUnfolded);
  const hasDetections = useIsVisible('detections');
  const hasOutlines = useIsVisible('detection-areas');
  const hasChip = useResults((state) => state.chipOnMap && state.focusedId !== null);
  const isBesideOrders = useUi((state) => state.panel === 'orders');
  const hasAny = useHasDetections();
  const entries = useRef<HTMLDivElement>(null);
  const hidden = useWrappedEntries(entries);
  return (
    <section
      className={styles.legend}
      aria-label={texts.legend.label}
      data-folded={!isUnfolded}
      data-covers-map
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the focus may have scrolled to another line */}
      <div
        ref={entries}
        className={styles.entries}
        onBlur={({ currentTarget }) => {
          currentTarget.scrollTop = 0;
        }}
      >
        {hasDetections ? <DensityScale /> : null}
        {hasDetections || hasOutlines ? <ColorLegend /> : null}
        {hasDetections || hasOutlines ? <AnalyticsLegend /> : null}
        {hasDetections ? <HullsLegend isUnfolded={isUnfolded} /> : null}
        {hasDetections && isUnfolded ? <SizeScale /> : null}
        {hasDetections && isUnfolded ? <ReviewsLegend /> : null}
        {hasChip ? <ChipRemark /> : null}
        <LineSymbols />
        <DashedCoast />
        <CoverageLegend />
        {isUnfolded || isBesideOrders || !hasAny ? <OrdersLegend withStates={isUnfolded} /> : null}
      </div>
      <FoldButton isUnfolded={isUnfolded} hidden={isUnfolded ? 0 : hidden} />
    </section>
  );
}

/** Folds and unfolds the legend; `hidden` is the number of entries that do not fit on its line. */
function FoldButton({ isUnfolded, hidden }: { readonly isUnfolded: boolean; readonly hidden: number }) {
  const { commands } = useApp();
  const label = isUnfolded ? texts.legend.fold : texts.legend.unfold;
  const Icon = isUnfolded ? IconChevronDown : IconChevronUp;
  return (
    <UnstyledButton
      className={styles.fold}
      aria-expanded={isUnfolded}
      aria-label={hidden > 0 ? texts.legend.more(label, hidden) : label}
      aria-keyshortcuts="Shift+L"
      title={texts.legend.withKey(label)}
      onClick={() => commands.run('map.legend')}
    >
      {hidden > 0 ? <span>{texts.legend.hidden(hidden)}</span> : null}
      <Icon size={15} stroke={1.7} aria-hidden />
    </UnstyledButton>
  );
}

/** The number of entries that wrap to further lines, of which only the first is in view. */
function useWrappedEntries(container: RefObject<HTMLElement | null>): number {
  const [count, setCount] = useState(0);
  useEffect(() => {
    const { current } = container;
    if (!current) return;
    const measure = () => {
      // A group has no box of its own.
      const tops = [...current.children].flatMap((child) =>
        getComputedStyle(child).display === 'contents'
          ? [...child.children].map((entry) => entry.getBoundingClientRect().top)
          : [child.getBoundingClientRect().top],
      );
      const first = Math.min(...tops);
      setCount(tops.filter((top) => top >= first + current.clientHeight).length);
    };
    measure();
    const sizes = new ResizeObserver(measure);
    sizes.observe(current);
    const changes = new MutationObserver(measure);
    changes.observe(current, { childList: true, characterData: true, subtree: true });
    return () => {
      sizes.disconnect();
      changes.disconnect();
    };
  }, [container]);
  return count;
}

function ChipRemark() {
  const focusedId = useResults((state) => state.focusedId);
  const { calibration } = useChipCalibration(focusedId);
  return <p className={styles.remark}>{describeMapChip(calibration !== null)}.</p>;
}

/** The symbols of areas and footprints. */
function LineSymbols() {
  const hasAreas = useAreaList().length > 0;
  const isShowingAreas = useIsVisible('areas') && hasAreas;
  const hasPasses = usePasses(({ outlines }) => outlines.length > 0);
  const hasDetection = useResults(
    ({ focusedId, recordFootprints }) => focusedId !== null || recordFootprints.length > 0,
  );
  const hasFocus = hasPasses || hasDetection;
  const hasFootprints = useIsVisible('footprints');
  if (!isShowingAreas && !hasFocus && !hasFootprints) return null;
  return (
    <div className={styles.group}>
      {isShowingAreas ? (
        <span className={styles.symbol}>
          <span className={styles.areaSymbol} aria-hidden />
          {texts.legend.area}
        </span>
      ) : null}
      {hasFocus ? (
        <span className={styles.symbol}>
          <span className={styles.footprintSymbol} aria-hidden />
          {texts.legend.footprint}
        </span>
      ) : null}
      {hasFootprints ? (
        <span className={styles.symbol}>
          <span className={styles.footprintsSymbol} aria-hidden />
          {texts.legend.allFootprints}
        </span>
      ) : null}
    </div>
  );
}

/** Shown where coasts and borders are dashed, because the map is closer than they are known. */
function DashedCoast() {
  const isVisible = useIsVisible('basemap');
  const isDashed = useUi(({ view }) => view !== null && view.scaleDenominator < dashedCoastScale);
  if (!isVisible || !isDashed) return null;
  return (
    <span className={styles.symbol}>
      <span className={styles.coastSymbol} aria-hidden />
      {texts.legend.dashedCoast(coastScale)}
    </span>
  );
}

function useIsVisible(id: string): boolean {
  return useLayers(({ layers }) => layers.some((layer) => layer.id === id && layer.visible));
}

/** Symbols of detections by their reviews; only the review states that occur. */
function ReviewsLegend() {
  const isDense = useUi((state) => state.density !== null);
  const hasRejected = useIsAny({ verdicts: ['rejected'] });
  const hasFlagged = useIsAny({ flagged: true });
  if (!hasRejected && !hasFlagged) return null;
  return (
    <div className={styles.group}>
      {hasRejected && !isDense ? (
        <span className={styles.symbol}>
          <span
            className={`${styles.dot} ${styles.rejectedSymbol}`}
            style={{ opacity: rejectedOpacity }}
            aria-hidden
          />
          {texts.legend.rejected}
        </span>
      ) : null}
      {hasFlagged ? (
        <span className={styles.symbol}>
          <span className={`${styles.dot} ${styles.flaggedSymbol}`} aria-hidden />
          {texts.legend.flagged}
        </span>
      ) : null}
    </div>
  );
}

function useIsAny(filter: DetectionFilter): boolean {
  const { queries } = useApp();
  const { data } = useQuery(
    queries.results.counts.queryOptions(filter, { placeholderData: keepPreviousData }),
  );
  return (data?.detections ?? 0) > 0;
}

/**
 * The switch that shows and hides the orders on the map. With `withStates` the colors of their states are listed while
 * the orders panel is open.
 */
function OrdersLegend({ withStates }: { readonly withStates: boolean }) {
  const { stores } = useApp();
  const scheme = useColorScheme();
  const onMap = useOrderListStore((state) => state.onMap);
  const isBesideOrders = useUi((state) => state.panel === 'orders');
  const tip = useTipWithKey(texts.orders.toggle(onMap), 'orders.toggle-map');
  const { items, shown } = useOrderItems();
  if (items.length === 0) return null;
  const hidden = items.length - shown.length;
  return (
    <>
      <button
        type="button"
        className={styles.entry}
        data-legend-entry
        aria-pressed={onMap}
        title={tip}
        onClick={() => stores.orderList.getState().setOnMap(!onMap)}
      >
        <span>{texts.orders.label} </span>
        <span className={styles.count}>
          {formatCount(shown.length)}
          {hidden > 0 ? texts.orders.of(items.length) : ''}
        </span>
      </button>
      {withStates && onMap && isBesideOrders
        ? orderListChoices(shown).states.map(({ state, count }) => {
            const description = state === null ? null : describeOrderState(state);
            return (
              <div key={state} className={styles.symbol} title={description?.meaning}>
                <span
                  className={styles.orderSymbol}
                  data-known={description?.known ?? false}
                  style={{ borderColor: orderStateColors(state)[scheme] }}
                  aria-hidden
                />
                <span>
                  {description === null ? texts.orders.noState : description.label}
                  {description?.known === false ? ' ?' : ''}{' '}
                </span>
                <span className={styles.count}>{formatCount(count)}</span>
              </div>
            );
          })
        : null}
    </>
  );
}
