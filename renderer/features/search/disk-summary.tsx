import { useState } from 'react';
import { useChipStats } from '../../api/use-chip-stats.ts';
import { useWorkspace } from '../../app/use-stores.ts';
import { formatBytes, formatQuantity, formatUtc } from '../../components/format.ts';
import { LoadingState } from '../../components/loading-state.tsx';
import { Note } from '../../components/note.tsx';
import { TextButton } from '../../components/text-button.tsx';
import { ProblemList } from './problem-list.tsx';
import styles from './results.module.css';

/** How much the workspace and the chip cache hold, and what in it could not be used. */
export function DiskSummary() {
  const counts = useWorkspace((state) => state.counts);
  const chips = useChipStats();
  const [showsProblems, setShowsProblems] = useState(false);
  switch (counts.state) {
    case 'loading':
      return <LoadingState label="Counting" />;
    case 'none':
      return <p className={styles.hint}>No workspace is open. Sign in once to create one.</p>;
    case 'failed':
      return <Note tone="bad">{counts.message}</Note>;
  }
  const { detections, records, problems, collectedFrom, collectedTo } = counts.value;
  const parts = [formatQuantity(detections, 'detection'), formatQuantity(records, 'record')];
  if (chips.data) {
    const { files, bytes, limit } = chips.data;
    parts.push(`${formatQuantity(files, 'chip')} (${formatBytes(bytes)} of ${formatBytes(limit)})`);
  }
  return (
    <div className={styles.summary}>
      <p>{parts.join(' · ')}</p>
      {collectedFrom !== null && collectedTo !== null ? (
        <p>
          Collected {formatUtc(collectedFrom).slice(0, 10)} → {formatUtc(collectedTo).slice(0, 10)}
        </p>
      ) : null}
      {chips.error ? <p>The chip cache could not be counted: {chips.error.message}</p> : null}
      {problems > 0 ? (
        <>
          <TextButton aria-expanded={showsProblems} onClick={() => setShowsProblems(!showsProblems)}>
            {formatQuantity(problems, 'problem')} in records
          </TextButton>
          {showsProblems ? <ProblemList /> : null}
        </>
      ) : null}
    </div>
  );
}
