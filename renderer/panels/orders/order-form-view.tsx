import { type FormEvent, useMemo, useRef, useState } from 'react';
import type { Area } from '../../../shared/areas/area.ts';
import { changeDetectionApplies } from '../../../shared/orders/draft-change-detection.ts';
import { draftToRequest } from '../../../shared/orders/draft-to-request.ts';
import { useApp } from '../../app/app-context.tsx';
import { useOrders, useWorkspace } from '../../app/use-stores.ts';
import { keepDraft } from '../../commands/keep-draft.ts';
import { canSend, checkAndSendOrder, openOrderForm } from '../../commands/order-commands.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { Note } from '../../components/note.tsx';
import { TextButton } from '../../components/text-button.tsx';
import type { EditedDraft } from '../../stores/orders-store.ts';
import { AnalyticsField } from './analytics-field.tsx';
import { AreasField } from './areas-field.tsx';
import { ChangeDetectionField } from './change-detection-field.tsx';
import { DraftHeading } from './draft-heading.tsx';
import { type FormPart, focusField, problemTexts } from './form-fields.ts';
import { KeptParts } from './kept-parts.tsx';
import { OrderPreview } from './order-preview.tsx';
import { OrderSummary } from './order-summary.tsx';
import styles from './orders.module.css';
import { OverlapDialog } from './overlap-dialog.tsx';
import { PanelBack } from './panel-back.tsx';
import { RangesField } from './ranges-field.tsx';
import { SendBar } from './send-bar.tsx';
import { TextFields } from './text-fields.tsx';
import { UndecidedNote } from './undecided-note.tsx';

const noAreas: readonly Area[] = [];

/** The form for a new order. What stands in it is kept in the workspace while it is typed. */
export function OrderFormView() {
  const app = useApp();
  const editing = useOrders((state) => state.editing);
  return (
    <section aria-label="New order">
      <PanelBack />
      {editing ? (
        <OrderForm key={editing.id} editing={editing} />
      ) : (
        <EmptyState title="No order is being written">
          <TextButton onClick={() => openOrderForm(app)}>Start one</TextButton>
        </EmptyState>
      )}
    </section>
  );
}

function OrderForm({ editing }: { readonly editing: EditedDraft }) {
  const app = useApp();
  const { draft, notes } = editing;
  const change = useOrders((state) => state.changeDraft);
  const areas = useWorkspace((state) => (state.areas.state === 'ready' ? state.areas.value : noAreas));
  const built = useMemo(() => draftToRequest(draft, areas), [draft, areas]);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [sendTried, setSendTried] = useState(false);
  const form = useRef<HTMLFormElement>(null);

  const problems = problemTexts(built.ok ? [] : built.problems);
  const part: FormPart = {
    draft,
    change,
    problemOf: (field) => (sendTried || left.has(field) ? (problems.get(field) ?? null) : null),
    leave: (field) => setLeft((before) => new Set(before).add(field)),
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSendTried(true);
    const [firstField] = problems.keys();
    if (firstField !== undefined) {
      if (form.current) focusField(form.current, firstField);
    } else if (canSend(app) === true) void checkAndSendOrder(app);
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
        onBlur={() => void keepDraft(app)}
        noValidate
        aria-label="New order"
      >
        <TextFields {...part} />
        <AnalyticsField {...part} />
        {changeDetectionApplies(draft.analytics) && <ChangeDetectionField {...part} />}
        <RangesField {...part} />
        <AreasField {...part} areas={areas} />
        <KeptParts draft={draft} change={change} />
        <OrderSummary draft={draft} areas={areas} built={built} />
        <OrderPreview draft={draft} bodyText={built.ok ? built.bodyText : null} />
        <SendBar problemCount={sendTried ? problems.size : 0} />
      </form>
      <OverlapDialog />
    </>
  );
}
