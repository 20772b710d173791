import { Loader } from '@mantine/core';
import styles from './components.module.css';

/** Says what is being loaded. Every load it stands for ends in a value or a failure. */
export function LoadingState({ label }: { readonly label: string }) {
  return (
    <div className={styles.loadingState} role="status">
      <Loader size={14} aria-hidden />
      <span>{label}</span>
    </div>
  );
}
