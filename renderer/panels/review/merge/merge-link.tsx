import { useApp } from '../../../app/app-context.tsx';
import { TextButton } from '../../../components/text-button.tsx';
import styles from './merge.module.css';

/** The way from the review panel to merging another analyst's reviews. */
export function MergeLink() {
  const { commands } = useApp();
  return (
    <p className={styles.link}>
      <TextButton onClick={() => commands.run('review.merge')}>Merge another analyst’s reviews…</TextButton>
    </p>
  );
}
