import styles from './components.module.css';

/** A colored dot before the name of a category, as in a legend. */
export function ColorDot({ color }: { readonly color: string }) {
  return <span className={styles.colorDot} style={{ background: color }} aria-hidden />;
}
