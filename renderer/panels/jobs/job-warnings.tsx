import { isActive, type Job } from '../../../shared/jobs/job.ts';
import { formatQuantity } from '../../components/format.ts';
import { Note } from '../../components/note.tsx';

/** What the analyst should know of a job although it goes on; folded away once it has ended well. */
export function JobWarnings({ job }: { readonly job: Job }) {
  if (job.warnings.length === 0) return null;
  const notes = job.warnings.map((warning) => (
    <Note key={warning} tone="warn">
      {warning}
    </Note>
  ));
  if (isActive(job) || job.state === 'stopped') return notes;
  return (
    <details>
      <summary className="muted">{formatQuantity(job.warnings.length, 'note')}</summary>
      {notes}
    </details>
  );
}
