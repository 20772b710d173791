import { useState } from 'react';
import { draftTitle, type StoredDraft } from '../../../shared/orders/stored-draft.ts';
import type { Submission } from '../../../shared/orders/submission.ts';
import { analyticDisplayName } from '../../../shared/results/analytic-name.ts';
import { useApp } from '../../app/app-context.tsx';
import { notifyFailure } from '../../app/notify.tsx';
import { useOrders } from '../../app/use-stores.ts';
import {
  beginWithTemplate,
  deleteStored,
  exportStored,
  openDraft,
  renameStored,
} from '../../commands/draft-commands.ts';
import { formatQuantity } from '../../components/format.ts';
import { TextButton } from '../../components/text-button.tsx';
import { TimeText } from '../../components/time-text.tsx';
import { ExportedDraft, type ExportedFile } from './exported-draft.tsx';
import { NameField } from './name-field.tsx';
import styles from './orders.module.css';
import { SubmissionBadge } from './submission-list.tsx';

/**
 * A draft or template with what can be done with it. A draft whose order may have been taken (`undecided`) leads to
 * the decision, not into the form.
 */
export function DraftRow({
  stored,
  undecided,
}: {
  readonly stored: StoredDraft;
  readonly undecided: Submission | undefined;
}) {
  const app = useApp();
  const show = useOrders((state) => state.show);
  const isEdited = useOrders((state) => state.editing?.id === stored.id);
  const [isRenaming, setRenaming] = useState(false);
  const [exported, setExported] = useState<ExportedFile | null>(null);
  const title = draftTitle(stored);
  const open = () => {
    if (undecided) show({ kind: 'submission', id: undecided.id });
    else if (stored.kind === 'template') beginWithTemplate(app, stored);
    else if (isEdited) show({ kind: 'form' });
    else openDraft(app, stored);
  };
  const exportIt = async () => {
    const result = await exportStored(app, stored.id);
    if (!result.ok) notifyFailure(result.failure, `“${title}” was not exported.`);
    else setExported(result.value);
  };
  return (
    <li>
      <button type="button" className={styles.row} onClick={open}>
        <span className={styles.rowName}>{title}</span>
        {undecided ? <SubmissionBadge state={undecided.state} /> : <span />}
        <span className={styles.rowMore}>{describeContent(stored)}</span>
        <span className={styles.rowMore}>
          changed <TimeText value={stored.updatedAt} />
        </span>
      </button>
      <div className={styles.links}>
        <TextButton aria-label={`Rename ${title}`} onClick={() => setRenaming(true)}>
          Rename
        </TextButton>
        <TextButton aria-label={`Export ${title}`} onClick={() => void exportIt()}>
          Export
        </TextButton>
        <TextButton aria-label={`Delete ${title}`} onClick={() => void deleteStored(app, stored)}>
          Delete
        </TextButton>
      </div>
      {isRenaming && (
        <NameField
          label={`New name of ${title}`}
          first={title}
          keep={(name) => renameStored(app, stored, name)}
          onDone={() => setRenaming(false)}
        />
      )}
      {exported && <ExportedDraft file={exported} />}
    </li>
  );
}

function describeContent(stored: StoredDraft): string {
  const { analytics, areas } = stored.kind === 'draft' ? stored.draft : stored.template;
  const named = analytics.length === 0 ? 'no analytic yet' : analytics.map(analyticDisplayName).join(', ');
  return `${named} · ${formatQuantity(areas.length, 'area')}`;
}
