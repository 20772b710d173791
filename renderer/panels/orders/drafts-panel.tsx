import { useState } from 'react';
import type { KeptDraft, KeptTemplate } from '../../../shared/orders/stored-draft.ts';
import { toFailure } from '../../api/failure-error.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { LoadingState } from '../../components/loading-state.tsx';
import { PanelHeading } from '../../components/panel-heading.tsx';
import { TextButton } from '../../components/text-button.tsx';
import { DraftRow } from './draft-row.tsx';
import { ImportDraft } from './import-draft.tsx';
import styles from './orders.module.css';
import { PanelBack } from './panel-back.tsx';
import { needsDecision } from './submission-texts.ts';
import { useDrafts } from './use-drafts.ts';
import { useOrderList } from './use-order-list.ts';

/** Orders that are being written, and templates to begin others with. */
export function DraftsPanel() {
  const drafts = useDrafts();
  const [isImporting, setImporting] = useState(false);
  const submissions = useOrderList().data?.submissions ?? [];
  if (drafts.isPending) return <LoadingState label="Reading the drafts…" />;
  const stored = drafts.data ?? [];
  const kept = stored.filter((each): each is KeptDraft => each.kind === 'draft');
  const templates = stored.filter((each): each is KeptTemplate => each.kind === 'template');
  const undecidedOf = (draftId: string) =>
    submissions.find((submission) => submission.draftId === draftId && needsDecision(submission));
  return (
    <section aria-label="Drafts and templates">
      <PanelBack />
      <PanelHeading title="Drafts">
        <TextButton aria-expanded={isImporting} onClick={() => setImporting(!isImporting)}>
          Import…
        </TextButton>
      </PanelHeading>
      {isImporting && <ImportDraft onDone={() => setImporting(false)} />}
      {drafts.error && (
        <FailureNote failure={toFailure(drafts.error)} onRetry={() => void drafts.refetch()} />
      )}
      {drafts.data && kept.length === 0 && (
        <EmptyState title="No drafts" hint="An order is kept here while it is being written." />
      )}
      <ul className={styles.rows} aria-label="Drafts">
        {kept.map((draft) => (
          <DraftRow key={draft.id} stored={draft} undecided={undecidedOf(draft.id)} />
        ))}
      </ul>
      {templates.length > 0 && <PanelHeading level={3} title="Templates" />}
      <ul className={styles.rows} aria-label="Templates">
        {templates.map((template) => (
          <DraftRow key={template.id} stored={template} undecided={undefined} />
        ))}
      </ul>
    </section>
  );
}
