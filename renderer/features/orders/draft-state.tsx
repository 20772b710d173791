import { Button, Menu } from '@mantine/core';
import { useState } from 'react';
import { formatSquareMetres } from '../../../shared/areas/format-square-metres.ts';
import { orderSoftCapWarning } from '../../../shared/areas/soft-cap.ts';
import { formatDuration, formatQuantity } from '../../../shared/format.ts';
import type { DraftSummary } from '../../../shared/orders/draft/draft-summary.ts';
import type { RecurringRuns } from '../../../shared/orders/draft/recurring-runs.ts';
import { draftTitle } from '../../../shared/orders/draft/stored-draft.ts';
import {
  findDraftSubmission,
  isNotOrdered,
  type Submission,
} from '../../../shared/orders/request/submission.ts';
import { analyticDisplayName } from '../../../shared/results/analytics.ts';
import { useApp } from '../../context/app-context.tsx';
import { RenameField } from '../../context/rename-field.tsx';
import { useIsTyped } from '../../context/typed-forms.ts';
import { useOrderList } from '../../context/use-order-list.ts';
import { useOrders } from '../../context/use-stores.ts';
import { useSoftCap } from '../../context/use-workspace-queries.ts';
import type { DraftSaveState, EditedDraft } from '../../stores/orders-store.ts';
import { type ExportedFile, ExportedFileNote } from '../../ui/exported-file-note.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { FieldRows } from '../../ui/field-rows.tsx';
import { Note } from '../../ui/note.tsx';
import { notifyFailure } from '../../ui/notify.tsx';
import { PanelHeading } from '../../ui/panel-heading.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import { deleteStored, duplicateDraft, exportStored, findDraft, saveAsTemplate } from './draft-commands.ts';
import styles from './orders.module.css';
import { saveFormDraft } from './save-draft.ts';
import { texts } from './texts.ts';

const saveStateTexts = {
  new: '',
  saved: texts.drafts.saved,
  changed: texts.drafts.saving,
  failed: texts.drafts.notSaved,
} as const satisfies Record<DraftSaveState['kind'], string>;

/** The heading of the form: the draft's save state and its actions. */
export function DraftHeading({ editing }: { readonly editing: EditedDraft }) {
  const app = useApp();
  const saveState = useOrders((state) => state.saveState);
  const [isNaming, setNaming] = useState(false);
  const nameId = `template of draft ${editing.id}`;
  const isTyped = useIsTyped(nameId);
  const [exported, setExported] = useState<ExportedFile | null>(null);
  const title = draftTitle({ ...editing, kind: 'draft' });

  const exportDraft = async () => {
    const result = await exportStored(app, editing.id);
    if (!result.ok) notifyFailure(result.failure, texts.drafts.notExported);
    else setExported(result.value);
  };
  const deleteDraft = async () => {
    const unsaved = await saveFormDraft(app);
    if (unsaved?.code === 'conflict') return notifyFailure(unsaved, texts.drafts.draftNotDeleted);
    const found = await findDraft(app, editing.id);
    if (!found.ok) notifyFailure(found.failure, texts.drafts.draftNotDeleted);
    else if (found.value) await deleteStored(app, found.value);
    else {
      // It was never changed, and so never saved.
      app.stores.orders.getState().edit(null, 'saved');
      app.stores.orders.getState().show({ kind: 'list' });
    }
  };

  return (
    <>
      <PanelHeading title={texts.form.title}>
        <span className="muted" role="status">
          {saveStateTexts[saveState.kind]}
        </span>
        <Menu position="bottom-end">
          <Menu.Target>
            <TextButton>{texts.drafts.menu}</TextButton>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => void duplicateDraft(app, editing)}>
              {texts.drafts.duplicateDraft}
            </Menu.Item>
            <Menu.Item onClick={() => setNaming(true)}>{texts.drafts.saveAsTemplate}</Menu.Item>
            <Menu.Item onClick={() => void exportDraft()}>{texts.drafts.exportJson}</Menu.Item>
            <Menu.Item onClick={() => app.stores.orders.getState().show({ kind: 'drafts' })}>
              {texts.drafts.showAll}
            </Menu.Item>
            <Menu.Item color="red" onClick={() => void deleteDraft()}>
              {texts.drafts.deleteDraft}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </PanelHeading>
      {saveState.kind === 'failed' && (
        <FailureNote
          title={texts.drafts.isNotSaved}
          failure={saveState.failure}
          onRetry={() => void saveFormDraft(app)}
        />
      )}
      {(isNaming || isTyped) && (
        <RenameField
          id={nameId}
          show={() => app.stores.ui.getState().showPanel('orders')}
          label={texts.drafts.templateName}
          initialName={title}
          save={(name) => saveAsTemplate(app, name)}
          onDone={() => setNaming(false)}
        />
      )}
      {exported && <ExportedFileNote file={exported} />}
    </>
  );
}

/** The outcome of the draft in the form when it was sent before, and what the user can do now. */
export function LastSubmission({
  editing,
  submission,
}: {
  readonly editing: EditedDraft;
  readonly submission: Submission;
}) {
  const app = useApp();
  const show = useOrders((state) => state.show);
  const { id, state, orderId, failure } = submission;
  const { meaning } = texts.submissionStates[state];
  if (isNotOrdered(submission)) {
    return (
      <>
        <Note tone={state === 'dismissed' ? 'info' : 'bad'}>{texts.sending.correct(meaning)}</Note>
        {failure && state !== 'dismissed' && <FailureNote title={texts.sending.reason} failure={failure} />}
      </>
    );
  }
  return (
    <>
      <Note tone="warn">{texts.sending.sentBefore(meaning)}</Note>
      <div className={styles.bar}>
        <Button
          onClick={() =>
            show(orderId === undefined ? { kind: 'submission', id } : { kind: 'order', id: orderId })
          }
        >
          {orderId === undefined ? texts.sending.showSubmission : texts.showOrder}
        </Button>
        <Button onClick={() => void duplicateDraft(app, editing)}>{texts.drafts.duplicateDraft}</Button>
      </div>
    </>
  );
}

/**
 * Returns the submission with the outcome of the form's draft, sent by this page or another tab. Undefined before the
 * first one, and while this page is sending.
 */
export function useLastSubmission(draftId: string): Submission | undefined {
  const listed = useOrderList().data?.submissions ?? [];
  const send = useOrders((state) => state.send);
  if (send.kind === 'sending') return undefined;
  // The response to the page's request can be here before the list has been read again.
  const received = send.kind === 'rejected' ? [send.submission] : [];
  const others = received.filter((submission) => !listed.some(({ id }) => id === submission.id));
  return findDraftSubmission(draftId, [...others, ...listed]);
}

/** The contents of the order, in figures. */
export function OrderSummary({ summary }: { readonly summary: DraftSummary }) {
  return (
    <section className={styles.summary} aria-label={texts.summary.title}>
      <FieldRows
        rows={[
          { label: texts.summary.areas, value: describeAreas(summary) },
          { label: texts.summary.analytics, value: summary.analytics.map(analyticDisplayName).join(', ') },
          { label: texts.summary.time, value: describeTime(summary), tip: texts.summary.timeHint },
          ...(summary.runs ? [{ label: texts.summary.recurring, value: describeRuns(summary.runs) }] : []),
        ]}
      />
    </section>
  );
}

/** Remarks to read before the order is sent; `notes` are those on the request. */
export function OrderNotes({
  summary,
  notes,
}: {
  readonly summary: DraftSummary;
  readonly notes: readonly string[];
}) {
  const aboveCap = orderSoftCapWarning(summary.squareMetres, useSoftCap(), summary.unionSquareMetres);
  // The explanation of the runs is shown next to their fields.
  const shownElsewhere: ReadonlySet<string> = new Set(summary.runs?.explanation);
  return (
    <>
      {aboveCap ? <Note tone="warn">{aboveCap}</Note> : null}
      {[...summary.notes, ...notes]
        .filter((note) => !shownElsewhere.has(note))
        .map((note) => (
          <Note key={note}>{note}</Note>
        ))}
    </>
  );
}

/** The size of an order in one line: `2 areas · 20,058 km² · 30 d`. */
export function describeSize(summary: DraftSummary): string {
  return `${describeAreas(summary)} · ${describeTime(summary)}`;
}

function describeAreas({ areas, squareMetres, unionSquareMetres: once }: DraftSummary): string {
  const total = `${formatQuantity(areas, 'area')} · ${formatSquareMetres(once)}`;
  const sum = formatSquareMetres(squareMetres);
  return sum === formatSquareMetres(once) ? total : texts.summary.withOverlaps(total, sum);
}

/** Total length of the time ranges: `7 d 12 h in 2 ranges`. */
export function describeTime({ ranges, duration }: Pick<DraftSummary, 'ranges' | 'duration'>): string {
  return ranges === 0 ? texts.summary.noRange : texts.summary.inRanges(formatDuration(duration), ranges);
}

function describeRuns({ runs, limitedBy }: RecurringRuns): string {
  if (runs === null) return texts.summary.unknownRuns;
  const limit = limitedBy === null ? '' : texts.summary.limitedBy(limitedBy);
  return `${formatQuantity(runs, 'run')}${limit}`;
}
