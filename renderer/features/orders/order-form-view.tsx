import { type FormEvent, useMemo, useRef, useState } from 'react';
import { changeDetectionApplies } from '../../../shared/orders/draft/draft-change-detection.ts';
import { draftToRequest } from '../../../shared/orders/draft/draft-to-request.ts';
import { canSubmitDraft } from '../../../shared/orders/request/submission.ts';
import { useApp } from '../../context/app-context.tsx';
import { useAreaList } from '../../context/use-live-queries.ts';
import { useOrderList } from '../../context/use-order-list.ts';
import { useOrders } from '../../context/use-stores.ts';
import type { EditedDraft } from '../../stores/orders-store.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Note } from '../../ui/note.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import { AnalyticsField, typedAnalyticField } from './analytics-field.tsx';
import { AreasField } from './areas-field.tsx';
import { BackToOrders } from './back-to-orders.tsx';
import { ChangeDetectionField } from './change-detection-field.tsx';
import { DraftHeading } from './draft-heading.tsx';
import { ExtraFields } from './extra-fields.tsx';
import { focusField, type OrderFormProps, problemsByField } from './form-fields.ts';
import { useLastSubmission } from './last-submission.tsx';
import { canSend, checkAndSendOrder, openOrderForm } from './order-commands.ts';
import { OrderPreview } from './order-preview.tsx';
import { OrderSummary } from './order-summary.tsx';
import styles from './orders.module.css';
import { OverlapDialog } from './overlap-dialog.tsx';
import { RangesField } from './ranges-field.tsx';
import { saveDraft } from './save-draft.ts';
import { SendBar } from './send-bar.tsx';
import { needsDecision } from './submission-state.ts';
import { TextFields } from './text-fields.tsx';
import { texts } from './texts.ts';

/** The form for a new order. Its content is saved in the workspace while typing. */
export function OrderFormView() {
  const app = useApp();
  const editing = useOrders((state) => state.editing);
  return (
    <section aria-label={texts.form.title}>
      <BackToOrders />
      {editing ? (
        <OrderForm key={editing.id} editing={editing} />
      ) : (
        <EmptyState title={texts.form.none}>
          <TextButton onClick={() => void openOrderForm(app)}>{texts.form.start}</TextButton>
        </EmptyState>
      )}
    </section>
  );
}

function OrderForm({ editing }: { readonly editing: EditedDraft }) {
  const app = useApp();
  const { draft, notes } = editing;
  const change = useOrders((state) => state.changeDraft);
  const areas = useAreaList();
  const built = useMemo(() => draftToRequest(draft, areas), [draft, areas]);
  const last = useLastSubmission(editing.id);
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const [submitAttempted, setSubmitAttempted] = useState(false);
  const form = useRef<HTMLFormElement>(null);

  const [typedAnalytic, setTypedAnalytic] = useState('');
  const name = typedAnalytic.trim();
  const problems = problemsByField([
    ...(name === '' ? [] : [{ field: typedAnalyticField, value: name, message: texts.form.notAdded(name) }]),
    ...(built.ok ? [] : built.problems),
  ]);
  const props: OrderFormProps = {
    draft,
    change,
    problemOf: (field) => (submitAttempted || touched.has(field) ? (problems.get(field) ?? null) : null),
    markTouched: (field) => setTouched((before) => new Set(before).add(field)),
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSubmitAttempted(true);
    const [firstField] = problems.keys();
    if (firstField !== undefined) {
      if (form.current) focusField(form.current, firstField);
    } else if (canSend(app) === true && canSubmitDraft(last, last?.id)) void checkAndSendOrder(app, last?.id);
  };

  return (
    <>
      <DraftHeading editing={editing} />
      <UndecidedNote />
      {notes.map((note) => (
        <Note key={note}>{note}</Note>
      ))}
      <form
        ref={form}
        className={styles.fields}
        onSubmit={submit}
        onBlur={() => void saveDraft(app)}
        noValidate
        aria-label={texts.form.title}
      >
        <TextFields {...props} />
        <AnalyticsField {...props} typed={typedAnalytic} onType={setTypedAnalytic} />
        {changeDetectionApplies(draft.analytics) && <ChangeDetectionField {...props} />}
        <RangesField {...props} />
        <AreasField {...props} areas={areas} />
        <ExtraFields draft={draft} change={change} />
        <OrderSummary draft={draft} areas={areas} built={built} />
        <OrderPreview draft={draft} bodyText={built.ok ? built.bodyText : null} />
        <SendBar editing={editing} last={last} problemCount={submitAttempted ? problems.size : 0} />
      </form>
      <OverlapDialog />
    </>
  );
}

/** Warns above a new order if the outcome of an earlier submission is unknown. */
function UndecidedNote() {
  const show = useOrders((state) => state.show);
  const undecided = useOrderList().data?.submissions.find(needsDecision);
  if (!undecided) return null;
  return (
    <Note tone="warn">
      {texts.form.undecided(undecided.descriptiveName)}{' '}
      <TextButton onClick={() => show({ kind: 'submission', id: undecided.id })}>
        {texts.form.checkIt}
      </TextButton>
    </Note>
  );
}
