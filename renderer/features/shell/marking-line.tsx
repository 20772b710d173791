import { useMarking } from '../../context/use-live-queries.ts';
import styles from './marking-line.module.css';
import { texts } from './texts.ts';

/** The marking of the workspace at an edge of the window; nothing without one. Screen readers get the first one. */
export function MarkingLine({ isRepeated = false }: { readonly isRepeated?: boolean }) {
  const marking = useMarking();
  if (marking === '') return null;
  return (
    <aside className={styles.marking} aria-label={texts.marking} aria-hidden={isRepeated || undefined}>
      <bdi>{marking}</bdi>
    </aside>
  );
}
