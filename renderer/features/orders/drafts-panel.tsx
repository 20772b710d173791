import { Button, FileButton, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatQuantity } from '../../../shared/format.ts';
import {
  draftTitle,
  type SavedDraft,
  type SavedTemplate,
  type StoredDraft,
} from '../../../shared/orders/draft/stored-draft.ts';
import {
  findDraftSubmission,
  isNotOrdered,
  type Submission,
} from '../../../shared/orders/request/submission.ts';
import { type Failure, failBecause } from '../../../shared/result.ts';
import { analyticDisplayName } from '../../../shared/results/analytics.ts';
import { type App, useApp } from '../../context/app-context.tsx';
import { RenameField } from '../../context/rename-field.tsx';
import { useIsTyped } from '../../context/typed-forms.ts';
import { useOrderList } from '../../context/use-order-list.ts';
import { useOrders } from '../../context/use-stores.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { type ExportedFile, ExportedFileNote } from '../../ui/exported-file-note.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { LoadingState } from '../../ui/loading-state.tsx';
import { Note } from '../../ui/note.tsx';
import { notifyFailure } from '../../ui/notify.tsx';
import { PanelHeading } from '../../ui/panel-heading.tsx';
import { PrimaryButton } from '../../ui/primary-button.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { useSubmit } from '../../ui/use-submit.ts';
import { BackToOrders } from './back-to-orders.tsx';
import {
  deleteStored,
  duplicateDraft,
  exportStored,
  importText,
  openDraft,
  renameStored,
  startFromTemplate,
} from './draft-commands.ts';
import styles from './orders.module.css';
import { SubmissionBadge } from './submission-list.tsx';
import { texts } from './texts.ts';

/** Saved drafts, and templates to start new drafts from. */
export function DraftsPanel() {
  const drafts = useQuery(useApp().queries.drafts.list.queryOptions());
  const [isImporting, setImporting] = useState(false);
  const submissions = useOrderList().data?.submissions ?? [];
  if (drafts.isPending) return <LoadingState label={texts.drafts.loading} />;
  const { drafts: stored, unreadable } = drafts.data ?? { drafts: [], unreadable: 0 };
  const savedDrafts = stored.filter((each): each is SavedDraft => each.kind === 'draft');
  const templates = stored.filter((each): each is SavedTemplate => each.kind === 'template');
  const findSent = (draftId: string) => {
    const last = findDraftSubmission(draftId, submissions);
    return last && !isNotOrdered(last) ? last : undefined;
  };
  return (
    <section aria-label={texts.drafts.title}>
      <BackToOrders />
      <PanelHeading title={texts.drafts.drafts}>
        <TextButton aria-expanded={isImporting} onClick={() => setImporting(!isImporting)}>
          {texts.drafts.import}
        </TextButton>
      </PanelHeading>
      {isImporting && <ImportDraft onDone={() => setImporting(false)} />}
      <QueryState query={drafts} />
      {unreadable > 0 && <Note tone="warn">{texts.drafts.unreadable(unreadable)}</Note>}
      {drafts.data && savedDrafts.length === 0 && unreadable === 0 && (
        <EmptyState title={texts.drafts.none} hint={texts.drafts.noneHint} />
      )}
      <ul className={styles.rows} aria-label={texts.drafts.drafts}>
        {savedDrafts.map((draft) => (
          <DraftRow key={draft.id} stored={draft} sent={findSent(draft.id)} />
        ))}
      </ul>
      {templates.length > 0 && <PanelHeading level={3} title={texts.drafts.templates} />}
      <ul className={styles.rows} aria-label={texts.drafts.templates}>
        {templates.map((template) => (
          <DraftRow key={template.id} stored={template} sent={undefined} />
        ))}
      </ul>
    </section>
  );
}

/** Larger than any draft; larger files are not read into memory. */
const maxBytes = 60_000_000;

/** Imports a draft, a template or the JSON of a request from a file or pasted text. */
function ImportDraft({ onDone }: { onDone(): void }) {
  const app = useApp();
  const [text, setText] = useState('');
  const { submit, isBusy, failure } = useSubmit(async (content: string | File) => {
    const problem = await (typeof content === 'string' ? importText(app, content) : importFile(app, content));
    if (!problem) onDone();
    return problem;
  });
  return (
    <fieldset className={styles.part} aria-label={texts.importing.title}>
      <Textarea
        label={texts.importing.label}
        minRows={3}
        maxRows={8}
        autosize
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <div className={styles.bar}>
        <PrimaryButton loading={isBusy} disabled={text.trim() === ''} onClick={() => submit(undefined, text)}>
          {texts.importing.text}
        </PrimaryButton>
        <FileButton accept=".json,application/json" onChange={(file) => file && submit(undefined, file)}>
          {(props) => (
            <Button {...props} disabled={isBusy}>
              {texts.importing.chooseFile}
            </Button>
          )}
        </FileButton>
        <TextButton onClick={onDone}>{texts.importing.cancel}</TextButton>
      </div>
      {failure && <FailureNote title={texts.importing.nothing} failure={failure} />}
    </fieldset>
  );
}

async function importFile(app: App, file: File): Promise<Failure | null> {
  if (file.size > maxBytes) {
    return { code: 'too-large', message: texts.importing.tooLarge(file.name) };
  }
  let text: string;
  try {
    text = await file.text();
  } catch (error) {
    // The file may be gone or forbidden by the time it is read.
    return failBecause('disk', texts.importing.notRead(file.name), error).failure;
  }
  return importText(app, text);
}

/**
 * A draft or template with its actions. A draft that was sent, and whose order was or may have been accepted, opens
 * that submission instead of the form.
 */
function DraftRow({ stored, sent }: { readonly stored: StoredDraft; readonly sent: Submission | undefined }) {
  const app = useApp();
  const show = useOrders((state) => state.show);
  const isEdited = useOrders((state) => state.editing?.id === stored.id);
  const [isRenaming, setRenaming] = useState(false);
  const nameId = `name of draft ${stored.id}`;
  const isTyped = useIsTyped(nameId);
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
      {(isRenaming || isTyped) && (
        <RenameField
          id={nameId}
          show={() => {
            app.stores.ui.getState().showPanel('orders');
            show({ kind: 'drafts' });
          }}
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
