import styles from './components.module.css';

/** A dot in the color of what the text after it names. */
export function ColorDot({ color }: { readonly color: string }) {
  return <span className={styles.colorDot} style={{ background: color }} aria-hidden />;
}
