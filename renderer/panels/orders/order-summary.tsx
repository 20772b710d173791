import type { Area } from '../../../shared/areas/area.ts';
import { formatSquareMetres } from '../../../shared/areas/area-display.ts';
import type { BuiltOrderRequest } from '../../../shared/orders/build-order-request.ts';
import type { OrderForm } from '../../../shared/orders/order-form.ts';
import { FieldRows } from '../../components/field-rows.tsx';
import { formatQuantity } from '../../components/format.ts';
import { Note } from '../../components/note.tsx';
import { PanelHeading } from '../../components/panel-heading.tsx';
import styles from './orders.module.css';

/** What the order amounts to, and what is to be known before it is sent. */
export function OrderSummary({
  draft,
  areas,
  built,
}: {
  readonly draft: OrderForm;
  readonly areas: readonly Area[];
  readonly built: BuiltOrderRequest;
}) {
  const chosen = areas.filter(({ id }) => draft.areaIds.includes(id));
  const squareMetres = chosen.reduce((sum, area) => sum + area.squareMetres, 0);
  return (
    <div className={styles.summary}>
      <PanelHeading level={3} title="This order" />
      <FieldRows
        rows={[
          {
            label: 'Areas',
            value: `${formatQuantity(chosen.length, 'area')} · ${formatSquareMetres(squareMetres)}`,
            tip: 'Where areas overlap, both are counted',
          },
          { label: 'Analytics', value: formatQuantity(draft.analytics.length, 'analytic') },
          { label: 'Time', value: built.ok ? describeTime(built) : null },
        ]}
      />
      {built.ok && built.notes.map((note) => <Note key={note}>{note}</Note>)}
    </div>
  );
}

const millisecondsPerDay = 86_400_000;

function describeTime({ request }: Extract<BuiltOrderRequest, { ok: true }>): string {
  const { schedule } = request.request;
  const milliseconds = schedule.reduce(
    (sum, { range }) => sum + Date.parse(range.max) - Date.parse(range.min),
    0,
  );
  const days = Number((milliseconds / millisecondsPerDay).toFixed(1));
  return `${days} ${days === 1 ? 'day' : 'days'} in ${formatQuantity(schedule.length, 'range')}`;
}
