import type { ProblemPageAnswer } from '../../../shared/results/problem.ts';
import { useApp } from '../../app/app-context.tsx';
import { formatQuantity } from '../../components/format.ts';
import { TextButton } from '../../components/text-button.tsx';
import { useCopy } from '../../components/use-copy.ts';
import styles from './problems.module.css';

/** One problem, and the ways from it to its record. */
export function ProblemRow({
  problem: { recordId, path, message, detections },
  showRecord,
}: {
  readonly problem: ProblemPageAnswer['rows'][number];
  readonly showRecord: (recordId: string) => void;
}) {
  const { stores } = useApp();
  const { state, copy } = useCopy();
  const copied = { idle: 'Copy', copied: 'Copied', failed: 'Not copied' }[state];
  function showDetections(id: string) {
    stores.results.getState().clearFilter();
    stores.results.getState().setFilter({ recordId: id });
    stores.ui.getState().setDockOpen(true);
  }
  return (
    <li>
      <code>{path}</code> {message}
      <div className="muted">Record {recordId ?? 'without an id'}</div>
      <div className={styles.actions}>
        <TextButton onClick={() => copy([recordId ?? 'no id', path, message].join('\t'))}>
          {copied}
        </TextButton>
        {recordId === null ? null : (
          <>
            <TextButton onClick={() => showRecord(recordId)}>Show as it came</TextButton>
            {detections > 0 ? (
              <TextButton onClick={() => showDetections(recordId)}>
                {formatQuantity(detections, 'detection')}
              </TextButton>
            ) : null}
          </>
        )}
      </div>
    </li>
  );
}
