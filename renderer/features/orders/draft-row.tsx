import { useState } from 'react';
import { formatQuantity } from '../../../shared/format.ts';
import { draftTitle, type StoredDraft } from '../../../shared/orders/draft/stored-draft.ts';
import type { Submission } from '../../../shared/orders/request/submission.ts';
import { analyticDisplayName } from '../../../shared/results/analytic-name.ts';
import { useApp } from '../../context/app-context.tsx';
import { useOrders } from '../../context/use-stores.ts';
import { type ExportedFile, ExportedFileNote } from '../../ui/exported-file-note.tsx';
import { NameField } from '../../ui/name-field.tsx';
import { notifyFailure } from '../../ui/notify.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import {
  deleteStored,
  duplicateDraft,
  exportStored,
  openDraft,
  renameStored,
  startFromTemplate,
} from './draft-commands.ts';
import styles from './orders.module.css';
import { SubmissionBadge } from './submission-list.tsx';
import { texts } from './texts.ts';

/**
 * A draft or template with its actions. A draft that was sent, and whose order was or may have been accepted, opens
 * that submission instead of the form.
 */
export function DraftRow({
  stored,
  sent,
}: {
  readonly stored: StoredDraft;
  readonly sent: Submission | undefined;
}) {
  const app = useApp();
  const show = useOrders((state) => state.show);
  const isEdited = useOrders((state) => state.editing?.id === stored.id);
  const [isRenaming, setRenaming] = useState(false);
  const [exported, setExported] = useState<ExportedFile | null>(null);
  const title = draftTitle(stored);
  const open = () => {
    if (sent) show({ kind: 'submission', id: sent.id });
    else if (stored.kind === 'template') void startFromTemplate(app, stored);
    else if (isEdited) show({ kind: 'form' });
    else void openDraft(app, stored);
  };
  const exportDraft = async () => {
    const result = await exportStored(app, stored.id);
    if (!result.ok) notifyFailure(result.failure, texts.drafts.namedNotExported(title));
    else setExported(result.value);
  };
  return (
    <li>
      <button type="button" className={styles.row} onClick={open}>
        <span className={styles.rowName}>{title}</span>
        {sent ? <SubmissionBadge state={sent.state} /> : <span />}
        <span className={styles.rowMore}>{describeContent(stored)}</span>
        <span className={styles.rowMore}>
          {texts.drafts.changed} <TimeText value={stored.updatedAt} />
        </span>
      </button>
      <div className={styles.links}>
        <TextButton aria-label={texts.drafts.renameNamed(title)} onClick={() => setRenaming(true)}>
          {texts.drafts.rename}
        </TextButton>
        {stored.kind === 'draft' && (
          <TextButton
            aria-label={texts.drafts.duplicateNamed(title)}
            onClick={() => void duplicateDraft(app, stored)}
          >
            {texts.drafts.duplicate}
          </TextButton>
        )}
        <TextButton aria-label={texts.drafts.exportNamed(title)} onClick={() => void exportDraft()}>
          {texts.drafts.export}
        </TextButton>
        <TextButton
          aria-label={texts.drafts.deleteNamed(title)}
          onClick={() => void deleteStored(app, stored)}
        >
          {texts.drafts.delete}
        </TextButton>
      </div>
      {isRenaming && (
        <NameField
          label={texts.drafts.newName(title)}
          initialName={title}
          save={(name) => renameStored(app, stored, name)}
          onDone={() => setRenaming(false)}
        />
      )}
      {exported && <ExportedFileNote file={exported} />}
    </li>
  );
}

function describeContent(stored: StoredDraft): string {
  const { analytics, areas } = stored.kind === 'draft' ? stored.draft : stored.template;
  const named =
    analytics.length === 0 ? texts.drafts.noAnalytic : analytics.map(analyticDisplayName).join(', ');
  return `${named} · ${formatQuantity(areas.length, 'area')}`;
}
