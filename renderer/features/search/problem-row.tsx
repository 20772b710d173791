import { tabRow } from '../../../shared/csv-cell.ts';
import type { ProblemPageResult } from '../../../shared/results/record-problem-page.ts';
import { useApp } from '../../context/app-context.tsx';
import { TextButton } from '../../ui/text-button.tsx';

import { useCopy } from '../../ui/use-copy.ts';
import styles from './problems.module.css';
import { texts } from './texts.ts';

/** One problem, with actions that copy it and show its record. */
export function ProblemRow({
  problem: { recordId, path, message, detections },
  showRecord,
}: {
  readonly problem: ProblemPageResult['rows'][number];
  readonly showRecord: (recordId: string) => void;
}) {
  const { stores } = useApp();
  const { state, copy } = useCopy();
  const copied = texts.problem.copy[state];
  function showDetections(id: string) {
    stores.results.getState().clearFilter();
    stores.results.getState().setFilter({ recordId: id });
    stores.ui.getState().setDockOpen(true);
  }
  return (
    <li>
      <code>{path}</code> {message}
      <div className="muted">
        {recordId === null ? texts.problem.recordWithoutId : texts.problem.record(recordId)}
      </div>
      <div className={styles.actions}>
        <TextButton onClick={() => copy(tabRow([recordId ?? texts.problem.noId, path, message]))}>
          {copied}
        </TextButton>
        {recordId === null ? null : (
          <>
            <TextButton onClick={() => showRecord(recordId)}>{texts.problem.showRaw}</TextButton>
            {detections > 0 ? (
              <TextButton onClick={() => showDetections(recordId)}>
                {texts.problem.detections(detections)}
              </TextButton>
            ) : null}
          </>
        )}
      </div>
    </li>
  );
}
