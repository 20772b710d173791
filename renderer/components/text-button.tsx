import type { ComponentProps } from 'react';
import styles from './components.module.css';

/** A button that looks like a link, for secondary actions beside a heading. */
export function TextButton(props: Omit<ComponentProps<'button'>, 'type' | 'className'>) {
  return <button type="button" className={styles.textButton} {...props} />;
}
