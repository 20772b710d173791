import type { ComponentProps } from 'react';
import styles from './components.module.css';

/**
 * A button that looks like a link, for secondary actions next to a heading. Mantine adds classes to a menu's target.
 */
export function TextButton({ className = '', ...props }: Omit<ComponentProps<'button'>, 'type'>) {
  return <button type="button" className={`${styles.textButton} ${className}`} {...props} />;
}
