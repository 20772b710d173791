import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatQuantity, formatUtc } from '../../../shared/format.ts';
import { useApp } from '../../context/app-context.tsx';
import { useWorkspaceCounts } from '../../context/use-live-queries.ts';
import { FailureText } from '../../ui/failure-text.tsx';
import { LoadingState } from '../../ui/loading-state.tsx';
import { Note } from '../../ui/note.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import { RecordProblems } from './problem-list.tsx';
import styles from './results.module.css';
import { texts } from './texts.ts';

/** Counts of the workspace, the size of the chip cache, and the number of problems in records. */
export function DiskSummary() {
  const counts = useWorkspaceCounts();
  const chips = useQuery(useApp().queries.chips.stats.queryOptions());
  const [showsProblems, setShowsProblems] = useState(false);
  switch (counts.state) {
    case 'loading':
      return <LoadingState label={texts.disk.counting} />;
    case 'none':
      return <p className={styles.hint}>{texts.disk.noWorkspace}</p>;
    case 'failed':
      return (
        <Note tone="bad">
          <FailureText failure={counts} />
        </Note>
      );
  }
  const { detections, records, problems, collectedFrom, collectedTo } = counts.value;
  const parts = [formatQuantity(detections, 'detection'), formatQuantity(records, 'record')];
  let chipText: string | null = null;
  if (chips.data) {
    const { files, bytes, limit } = chips.data;
    chipText = texts.disk.chips(files, bytes, limit);
  }
  return (
    <div className={styles.summary}>
      <p>{parts.join(' · ')}</p>
      {chipText === null ? null : <p>{chipText}</p>}
      {collectedFrom !== null && collectedTo !== null ? (
        <p>
          {texts.disk.collected(formatUtc(collectedFrom).slice(0, 10), formatUtc(collectedTo).slice(0, 10))}
        </p>
      ) : null}
      <QueryState query={chips} title={texts.disk.chipsNotCounted} />
      {problems > 0 ? (
        <>
          <TextButton aria-expanded={showsProblems} onClick={() => setShowsProblems(!showsProblems)}>
            {texts.disk.problems(problems)}
          </TextButton>
          {showsProblems ? <RecordProblems /> : null}
        </>
      ) : null}
    </div>
  );
}
