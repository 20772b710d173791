import { Loader } from '@mantine/core';
import styles from './components.module.css';

/** Shows what is being loaded. */
export function LoadingState({ label }: { readonly label: string }) {
  return (
    <div className={styles.loadingState} role="status">
      <Loader size={14} aria-hidden />
      <span>{label}</span>
    </div>
  );
}
