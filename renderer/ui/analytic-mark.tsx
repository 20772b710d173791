import { analyticSymbol } from '../../shared/results/analytic-symbol.ts';
import { shapePath } from '../../shared/results/symbol-shapes.ts';
import styles from './components.module.css';

/** The symbol of an analytic as on the map, before its name. */
export function AnalyticMark({ analytic }: { readonly analytic: string }) {
  const { shape, dark, light } = analyticSymbol(analytic);
  return (
    <svg className={styles.analyticMark} viewBox="-9 -9 18 18" aria-hidden>
      <path d={shapePath(shape)} style={{ fill: `light-dark(${light}, ${dark})` }} />
    </svg>
  );
}
