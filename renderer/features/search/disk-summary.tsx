import { useState } from 'react';
import { formatBytes, formatCount, formatQuantity, formatUtc } from '../../../shared/format.ts';
import { useChipStats } from '../../context/use-chip-stats.ts';
import { useWorkspaceCounts } from '../../context/use-live-queries.ts';
import { LoadingState } from '../../ui/loading-state.tsx';

import { Note } from '../../ui/note.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import { ProblemList } from './problem-list.tsx';
import styles from './results.module.css';

/** Counts of the workspace, the size of the chip cache, and the number of problems in records. */
export function DiskSummary() {
  const counts = useWorkspaceCounts();
  const chips = useChipStats();
  const [showsProblems, setShowsProblems] = useState(false);
  switch (counts.state) {
    case 'loading':
      return <LoadingState label="Counting…" />;
    case 'none':
      return <p className={styles.hint}>No workspace is open. Sign in once to create one.</p>;
    case 'failed':
      return <Note tone="bad">{counts.message}</Note>;
  }
  const { detections, records, problems, collectedFrom, collectedTo } = counts.value;
  const parts = [formatQuantity(detections, 'detection'), formatQuantity(records, 'record')];
  let chipText: string | null = null;
  if (chips.data) {
    const { files, bytes, limit } = chips.data;
    chipText = `Chips of all workspaces: ${formatCount(files)} (${formatBytes(bytes)} of ${formatBytes(limit)})`;
  }
  return (
    <div className={styles.summary}>
      <p>{parts.join(' · ')}</p>
      {chipText === null ? null : <p>{chipText}</p>}
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
