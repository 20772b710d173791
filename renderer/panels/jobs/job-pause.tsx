import type { Job } from '../../../shared/jobs/job.ts';
import { useNow } from '../../app/use-now.ts';
import { Note } from '../../components/note.tsx';

/** Why a job makes no headway just now, and when it goes on. */
export function JobPause({ pause: { reason, until } }: { readonly pause: NonNullable<Job['pause']> }) {
  const now = useNow(1_000);
  const seconds = until === undefined ? 0 : Math.ceil((Date.parse(until) - now) / 1000);
  return (
    <Note tone="warn">
      {reason}
      {seconds > 1 ? ` In ${seconds} s.` : null}
    </Note>
  );
}
