import { formatCount, formatMetres, formatQuantity, formatTime } from '../../../shared/format.ts';
import { coverageClasses } from '../../../shared/passes/coverage-classes.ts';
import { useApp } from '../../context/app-context.tsx';
import { usePasses } from '../../context/use-stores.ts';
import { coverageLayerId } from '../../map-sync/sync-passes.ts';

import { TextButton } from '../../ui/text-button.tsx';
import { useColorScheme } from '../../ui/use-color-scheme.ts';

import styles from './legend.module.css';

/** The colors of the footprint coverage, and how often the position under the pointer was imaged. */
export function CoverageLegend() {
  const { stores } = useApp();
  const coverage = usePasses((state) => state.coverage);
  if (coverage.state === 'off') return null;
  const stop = () => stores.layers.getState().setVisible(coverageLayerId, false);
  switch (coverage.state) {
    case 'failed':
      return <p className={styles.remark}>Coverage cannot be shown: {coverage.message}</p>;
    case 'loading':
      return (
        <p className={styles.remark}>
          Loading footprints… <TextButton onClick={stop}>Cancel</TextButton>
        </p>
      );
    case 'counting':
      return (
        <p className={styles.remark}>
          Counting images: {formatCount(coverage.done)} of {formatCount(coverage.images)}…{' '}
          <TextButton onClick={stop}>Cancel</TextButton>
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
  const classes = coverageClasses(highestCount, useColorScheme());
  return (
    <figure className={styles.scale} aria-label="Coverage">
      <figcaption>
        Times imaged · <span className="muted">{formatQuantity(images, 'image')}</span>
      </figcaption>
      {classes.length === 0 ? (
        <span className={styles.remark}>Nothing in view was imaged.</span>
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
      <span className={styles.remark}>
        Cells of {formatMetres(cellMetres)}, counted at the cell center; images smaller than a cell at their
        own center. Each filtered image counts once.
      </span>
    </figure>
  );
}

function CountUnderPointer() {
  const here = usePasses((state) => state.coverageAtPointer);
  if (!here) return <span className={styles.remark}>Point at a location for its count.</span>;
  if (here.count === 0) return <span>Here: not imaged</span>;
  return (
    <span>
      Here: {here.count === 1 ? 'once' : `${formatCount(here.count)} times`}
      {here.last === null ? ', times not given' : `, last ${formatTime(here.last)}`}
    </span>
  );
}
