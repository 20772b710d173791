import { useApp } from '../../context/app-context.tsx';
import { useChipCalibration } from '../../context/use-chip-calibration.ts';
import { useAreaList } from '../../context/use-live-queries.ts';
import { useLayers, usePasses, useResults } from '../../context/use-stores.ts';
import { describeMapChip } from '../../ui/chip/describe-map-chip.ts';
import { AnalyticsLegend } from './analytics-legend.tsx';
import { CoverageLegend } from './coverage-legend.tsx';
import { DetectionsLegend } from './detections-legend.tsx';
import styles from './map.module.css';
import { OrdersLegend } from './orders-legend.tsx';
import { ReviewsLegend } from './reviews-legend.tsx';

/** The symbols of all visible layers. Whether it is collapsed is saved. */
export function MapLegend() {
  const { stores } = useApp();
  const isOpen = useLayers((state) => state.legendOpen);
  const hasDetections = useIsVisible('detections');
  const hasOutlines = useIsVisible('detection-areas');
  const hasChip = useResults((state) => state.chipOnMap && state.focusedId !== null);
  return (
    <section className={styles.legend} aria-label="Legend">
      <details
        open={isOpen}
        onToggle={(event) => stores.layers.getState().setLegendOpen(event.currentTarget.open)}
      >
        <summary>Legend</summary>
        <div className={styles.entries}>
          {hasDetections || hasOutlines ? <AnalyticsLegend /> : null}
          {hasDetections ? <DetectionsLegend /> : null}
          {hasDetections ? <ReviewsLegend /> : null}
          <CoverageLegend />
          <OrdersLegend />
          <LineSymbols />
          {hasChip ? <ChipRemark /> : null}
        </div>
      </details>
    </section>
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
    <div className={styles.symbols}>
      {isShowingAreas ? (
        <span className={styles.symbol}>
          <span className={styles.areaSymbol} aria-hidden />
          Area of interest
        </span>
      ) : null}
      {hasFocus ? (
        <span className={styles.symbol}>
          <span className={styles.footprintSymbol} aria-hidden />
          <span className={styles.accent}>Sensor footprint</span>
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
