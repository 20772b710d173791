import { type FormEvent, useMemo, useRef, useState } from 'react';
import type { Area } from '../../../shared/areas/area.ts';
import { buildOrderRequest } from '../../../shared/orders/build-order-request.ts';
import { useApp } from '../../app/app-context.tsx';
import { useOrders, useWorkspace } from '../../app/use-stores.ts';
import { canSend, sendOrder } from '../../commands/order-commands.ts';
import { PanelHeading } from '../../components/panel-heading.tsx';
import { TextButton } from '../../components/text-button.tsx';
import { isDraftStarted } from '../../stores/orders-store.ts';
import { AnalyticsField } from './analytics-field.tsx';
import { AreasField } from './areas-field.tsx';
import { type FormPart, focusField, problemTexts } from './form-fields.ts';
import { OrderPreview } from './order-preview.tsx';
import { OrderSummary } from './order-summary.tsx';
import styles from './orders.module.css';
import { PanelBack } from './panel-back.tsx';
import { RangesField } from './ranges-field.tsx';
import { SendBar } from './send-bar.tsx';
import { TextFields } from './text-fields.tsx';
import { UndecidedNote } from './undecided-note.tsx';

const noAreas: readonly Area[] = [];

/** The form for a new order. What stands in it is kept over reloads until the service has taken the order. */
export function OrderFormView() {
  const app = useApp();
  const { draft, changeDraft, clearDraft } = useOrders((state) => state);
  const areas = useWorkspace((state) => (state.areas.state === 'ready' ? state.areas.value : noAreas));
  const built = useMemo(() => buildOrderRequest(draft, areas), [draft, areas]);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [sendTried, setSendTried] = useState(false);
  const form = useRef<HTMLFormElement>(null);

  const problems = problemTexts(built.ok ? [] : built.problems);
  const part: FormPart = {
    draft,
    change: changeDraft,
    problemOf: (field) => (sendTried || left.has(field) ? (problems.get(field) ?? null) : null),
    leave: (field) => setLeft((before) => new Set(before).add(field)),
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSendTried(true);
    const [firstField] = problems.keys();
    if (firstField !== undefined) {
      if (form.current) focusField(form.current, firstField);
    } else if (canSend(app) === true) void sendOrder(app);
  };
  const clear = () => {
    clearDraft();
    setLeft(new Set());
    setSendTried(false);
  };

  return (
    <section aria-label="New order">
      <PanelBack />
      <PanelHeading title="New order">
        <TextButton disabled={!isDraftStarted(draft)} onClick={clear}>
          Clear
        </TextButton>
      </PanelHeading>
      <UndecidedNote />
      <form ref={form} className={styles.fields} onSubmit={submit} noValidate aria-label="New order">
        <TextFields {...part} />
        <AnalyticsField {...part} />
        <RangesField {...part} />
        <AreasField {...part} areas={areas} />
        <OrderSummary draft={draft} areas={areas} built={built} />
        <OrderPreview draft={draft} isValid={built.ok} />
        <SendBar problemCount={sendTried ? problems.size : 0} />
      </form>
    </section>
  );
}
