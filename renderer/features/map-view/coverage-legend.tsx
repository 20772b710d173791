import { formatCount, formatMetres, formatQuantity } from '../../../shared/format.ts';
import { coverageClasses, coverageOpacity } from '../../../shared/passes/coverage-classes.ts';
import { describeLimit } from '../../../shared/results/analytics.ts';
import { describeDetectionConditions } from '../../../shared/results/filters-single-detections.ts';
import { useApp } from '../../context/app-context.tsx';
import { usePasses, useResults } from '../../context/use-stores.ts';
import { colorOver, mapColorsOf } from '../../map/map-colors.ts';
import { coverageLayerId } from '../../map-sync/sync-passes.ts';
import { FailureText } from '../../ui/failure-text.tsx';

import { TextButton } from '../../ui/text-button.tsx';
import { useColorScheme } from '../../ui/use-color-scheme.ts';

import styles from './legend.module.css';
import { texts } from './texts.ts';

/** The colors of the footprint coverage, and how often the position under the pointer was imaged. */
export function CoverageLegend() {
  const { stores } = useApp();
  const coverage = usePasses((state) => state.coverage);
  if (coverage.state === 'off') return null;
  const stop = () => stores.layers.getState().setVisible(coverageLayerId, false);
  switch (coverage.state) {
    case 'failed':
      return (
        <p className={styles.remark}>
          <FailureText failure={coverage} text={texts.coverage.notShown(coverage.message)} />
        </p>
      );
    case 'loading':
      return (
        <p className={styles.remark}>
          {texts.coverage.loading} <TextButton onClick={stop}>{texts.coverage.cancel}</TextButton>
        </p>
      );
    case 'counting':
      return (
        <p className={styles.remark}>
          {texts.coverage.counting(coverage.done, coverage.images)}{' '}
          <TextButton onClick={stop}>{texts.coverage.cancel}</TextButton>
        </p>
      );
    case 'shown':
      return <CoverageScale {...coverage} />;
  }
}

function CoverageScale({
  images,
  highestCount,
  cellMetres,
}: {
  readonly images: number;
  readonly highestCount: number;
  readonly cellMetres: number;
}) {
  const filter = useResults((state) => state.filter);
  const notRestricting = describeDetectionConditions(filter);
  const limits = (filter.analytics ?? []).flatMap((analytic) => describeLimit(analytic) ?? []);
  const scheme = useColorScheme();
  const classes = coverageClasses(highestCount, scheme).map(({ color, ...range }) => ({
    ...range,
    // As on the map, over the sea.
    color: colorOver(color, mapColorsOf[scheme].sea, coverageOpacity),
  }));
  return (
    <figure className={styles.scale} aria-label={texts.coverage.label}>
      <figcaption>
        {texts.coverage.timesImaged} <span className="muted">{formatQuantity(images, 'image')}</span>
      </figcaption>
      {classes.length === 0 ? (
        <span className={styles.remark}>{texts.coverage.none}</span>
      ) : (
        <div className={styles.classes}>
          {classes.map(({ from, to, color }) => (
            <span key={from} className={styles.class}>
              <span className={styles.ramp} style={{ background: color }} aria-hidden />
              {from === to ? formatCount(from) : `${formatCount(from)}–${formatCount(to)}`}
            </span>
          ))}
        </div>
      )}
      <CountUnderPointer />
      <span className={styles.remark}>{texts.coverage.cells(formatMetres(cellMetres))}</span>
      {notRestricting === null ? null : (
        <span className={styles.remark}>{texts.coverage.notRestrictedBy(notRestricting)}</span>
      )}
      {limits.map((limit) => (
        <span key={limit} className={styles.remark}>
          {limit}
        </span>
      ))}
    </figure>
  );
}

function CountUnderPointer() {
  const here = usePasses((state) => state.coverageAtPointer);
  if (!here) return <span className={styles.remark}>{texts.coverage.pointAt}</span>;
  if (here.count === 0) return <span>{texts.coverage.notImagedHere}</span>;
  return <span>{texts.coverage.here(here.count, here.last)}</span>;
}
