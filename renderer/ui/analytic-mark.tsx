import { analyticSymbol } from '../../shared/results/analytic-symbol.ts';
import { shapePath } from '../../shared/results/symbol-shapes.ts';
import styles from './components.module.css';

/** The symbol of an analytic as on the map, before its name; a neutral one has its shape only. */
export function AnalyticMark({
  analytic,
  isNeutral = false,
}: {
  readonly analytic: string;
  readonly isNeutral?: boolean;
}) {
  const { shape, dark, light } = analyticSymbol(analytic);
  return (
    <svg className={styles.analyticMark} viewBox="-9 -9 18 18" aria-hidden>
      <path
        d={shapePath(shape)}
        style={{ fill: isNeutral ? 'var(--muted)' : `light-dark(${light}, ${dark})` }}
      />
    </svg>
  );
}
