import { UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useApp } from '../../context/app-context.tsx';
import { useChipCalibration } from '../../context/use-chip-calibration.ts';
import { useAreaList } from '../../context/use-live-queries.ts';
import { useLayers, usePasses, useResults } from '../../context/use-stores.ts';
import { describeMapChip } from '../../ui/chip/describe-map-chip.ts';
import { AnalyticsLegend } from './analytics-legend.tsx';
import { CoverageLegend } from './coverage-legend.tsx';
import { DensityScale, SizeScale } from './detections-legend.tsx';
import styles from './legend.module.css';
import { OrdersLegend } from './orders-legend.tsx';
import { ReviewsLegend } from './reviews-legend.tsx';

/** The symbols of all visible layers: one line, which unfolds into a list. Whether it is unfolded is saved. */
export function MapLegend() {
  const isUnfolded = useLayers((state) => state.legendUnfolded);
  const hasDetections = useIsVisible('detections');
  const hasOutlines = useIsVisible('detection-areas');
  const hasChip = useResults((state) => state.chipOnMap && state.focusedId !== null);
  return (
    <section className={styles.legend} aria-label="Legend" data-folded={!isUnfolded} data-covers-map>
      <div className={styles.entries}>
        {hasDetections ? <DensityScale /> : null}
        {hasDetections || hasOutlines ? <AnalyticsLegend /> : null}
        {hasDetections && isUnfolded ? <SizeScale /> : null}
        {hasDetections && isUnfolded ? <ReviewsLegend /> : null}
        {hasChip ? <ChipRemark /> : null}
        <LineSymbols />
        <CoverageLegend />
        <OrdersLegend withStates={isUnfolded} />
      </div>
      <FoldButton isUnfolded={isUnfolded} />
    </section>
  );
}

function FoldButton({ isUnfolded }: { readonly isUnfolded: boolean }) {
  const { commands } = useApp();
  const label = isUnfolded ? 'Fold the legend' : 'Unfold the legend';
  const Icon = isUnfolded ? IconChevronDown : IconChevronUp;
  return (
    <UnstyledButton
      className={styles.fold}
      aria-expanded={isUnfolded}
      aria-label={label}
      aria-keyshortcuts="Shift+L"
      title={`${label} (Shift L)`}
      onClick={() => commands.run('map.legend')}
    >
      <Icon size={15} stroke={1.7} aria-hidden />
    </UnstyledButton>
  );
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
          Area
        </span>
      ) : null}
      {hasFocus ? (
        <span className={styles.symbol}>
          <span className={styles.footprintSymbol} aria-hidden />
          Footprint
        </span>
      ) : null}
      {hasFootprints ? (
        <span className={styles.symbol}>
          <span className={styles.footprintsSymbol} aria-hidden />
          All footprints
        </span>
      ) : null}
    </div>
  );
}

function useIsVisible(id: string): boolean {
  return useLayers(({ layers }) => layers.some((layer) => layer.id === id && layer.visible));
}
