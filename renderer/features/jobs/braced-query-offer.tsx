import type { Job } from '../../../shared/jobs/job.ts';
import { useApp } from '../../context/app-context.tsx';
import { useSession } from '../../context/use-stores.ts';
import { FailureNote } from '../../ui/failure-note.tsx';
import { Note } from '../../ui/note.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import { useSubmit } from '../../ui/use-submit.ts';
import styles from './jobs.module.css';
import { texts } from './texts.ts';

/**
 * Offers braces around queries when a service refused the bare selection; its document leaves that open. The profile
 * remembers the choice, and they are offered once.
 */
export function BracedQueryOffer({ job }: { readonly job: Job }) {
  const { api } = useApp();
  const profile = useSession((state) => state.session?.profile);
  const { submit, isBusy, failure } = useSubmit(async (wraps: boolean) => {
    if (!profile) return null;
    const { kind: _, demoCredentials: __, ...form } = profile;
    const saved = await api.session.saveProfile.mutate({
      ...form,
      bracedQueryBody: wraps,
      bracesOffered: true,
    });
    if (!saved.ok) return saved.failure;
    if (!wraps) return null;
    const resumed = await api.jobs.resume.mutate(job.id);
    return resumed.ok ? null : resumed.failure;
  });
  if (failure) return <FailureNote failure={failure} />;
  if (profile?.kind !== 'custom' || profile.bracedQueryBody || profile.bracesOffered) return null;
  if (!isRefusedAtFirst(job)) return null;
  return (
    <Note>
      {texts.braces.question}
      <span className={styles.actions}>
        <TextButton disabled={isBusy} onClick={() => submit(undefined, true)}>
          {texts.braces.wrap}
        </TextButton>
        <TextButton disabled={isBusy} onClick={() => submit(undefined, false)}>
          {texts.braces.no}
        </TextButton>
      </span>
    </Note>
  );
}

/** Whether the service found the first query of a fetch unusable; one that has a page was accepted as it is. */
function isRefusedAtFirst({ failure, fetch, resumable }: Job): boolean {
  return failure?.status === 400 && fetch?.pages === 0 && resumable;
}
