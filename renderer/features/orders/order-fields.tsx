import { Button } from '@mantine/core';
import { type FormEvent, type KeyboardEvent, useState } from 'react';
import { formatCount, formatTime } from '../../../shared/format.ts';
import { type AccountName, findAccountName, findOwnIds } from '../../../shared/orders/account-names.ts';
import {
  listPreservedParts,
  type OrderDraft,
  type PreservedPart,
} from '../../../shared/orders/draft/order-draft.ts';
import type { KnownOrder, Order } from '../../../shared/orders/order.ts';
import { shortId } from '../../../shared/short-id.ts';
import { useApp } from '../../context/app-context.tsx';
import { callEdit, recordEdit } from '../../context/edit-history.ts';
import { discardTyped, forgetTyped, useIsTyped, useTyped } from '../../context/typed-forms.ts';
import { useOrderList } from '../../context/use-order-list.ts';
import { CopyValue } from '../../ui/copy-value.tsx';
import { type FieldRow, FieldRows } from '../../ui/field-rows.tsx';
import { FormRows } from '../../ui/form/form.tsx';
import { notifyFailure } from '../../ui/notify.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import type { OrderFormProps } from './form-fields.ts';
import styles from './orders.module.css';
import { texts } from './texts.ts';

/** Fields that are shown elsewhere in the panel or in a separate row. */
const shownFields: ReadonlySet<string> = new Set([
  'id',
  'descriptiveName',
  'purchaseReason',
  'customerNotes',
  'request',
  'owner',
  'customer',
  'products',
  'statusHistory',
]);

/** The fields of an order as the service reported them. Undocumented fields come last. */
export function OrderFields({ known }: { readonly known: KnownOrder }) {
  const { order } = known;
  const rows: FieldRow[] = [
    // What was not given is not there.
    ...[
      { label: texts.order.name, value: order.descriptiveName },
      { label: texts.order.purpose, value: order.purchaseReason },
      { label: texts.order.notes, value: order.customerNotes },
    ].filter(({ value }) => value),
    { label: texts.order.id, value: <Id value={order.id} what={texts.order.idCopy} /> },
    { label: texts.order.requestId, value: <Id value={order.request} what={texts.order.requestIdCopy} /> },
    {
      label: texts.order.owner,
      value: order.owner ? <AccountNameField id={order.owner} what={texts.order.ownerCopy} canBeMe /> : null,
      tip: texts.order.ownerHint,
    },
    {
      label: texts.order.customer,
      value: order.customer ? <AccountNameField id={order.customer} what={texts.order.customerCopy} /> : null,
    },
    {
      label: texts.order.products,
      value: <Products products={order.products} />,
      tip: texts.order.productsHint,
    },
    ...otherFields(order),
    { label: texts.order.firstSeen, value: formatTime(known.firstSeenAt), tip: texts.order.firstSeenHint },
    { label: texts.order.lastSeen, value: formatTime(known.lastSeenAt), tip: texts.order.lastSeenHint },
  ];
  return <FieldRows rows={rows} />;
}

function otherFields(order: Order): FieldRow[] {
  return Object.entries(order)
    .filter(([name]) => !shownFields.has(name))
    .map(([name, value]) => ({
      label: name,
      value: typeof value === 'string' ? value : JSON.stringify(value),
      tip: texts.order.unknownField,
    }));
}

/** Number of them, and the id of each to copy. */
function Products({ products }: { readonly products: Order['products'] }) {
  if (!products) return '–';
  return (
    <>
      {formatCount(products.length)}
      {products.map((product, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the service may list a product twice
        <div key={index}>
          <Id
            value={typeof product === 'string' ? product : JSON.stringify(product)}
            what={texts.order.productCopy}
          />
        </div>
      ))}
    </>
  );
}

function Id({ value, what }: { readonly value: string | null | undefined; readonly what: string }) {
  return value ? <CopyValue value={value} shown={shortId(value)} what={what} /> : '–';
}

/** The UUID of an owner or a customer with the analyst's name for it, which can be edited. `what` names the UUID. */
function AccountNameField({
  id,
  what,
  canBeMe = false,
}: {
  readonly id: string;
  readonly what: string;
  /** True for an owner, which may be the signed-in user. */
  readonly canBeMe?: boolean;
}) {
  const list = useOrderList().data;
  const [isEdited, setEdited] = useState(false);
  const isTyped = useIsTyped(accountFormOf(id));
  const entry = findAccountName(list?.accountNames ?? [], id);
  if (isEdited || isTyped) {
    return <AccountNameForm entry={entry} what={what} canBeMe={canBeMe} onDone={() => setEdited(false)} />;
  }
  const isMe = canBeMe && list !== undefined && findOwnIds(list).has(id);
  return (
    <div>
      {entry.name === '' ? null : <div>{entry.name}</div>}
      <CopyValue value={id} shown={shortId(id)} what={what} />{' '}
      {isMe ? (
        <span className="muted" title={entry.isMe ? texts.accountName.meHint : texts.accountName.inferred}>
          {texts.accountName.me}{' '}
        </span>
      ) : null}
      <TextButton aria-label={texts.accountName.editNamed(what)} onClick={() => setEdited(true)}>
        {texts.accountName.edit}
      </TextButton>
    </div>
  );
}

function accountFormOf(id: string): string {
  return `name of account ${id}`;
}

function AccountNameForm({
  entry,
  what,
  canBeMe,
  onDone,
}: {
  readonly entry: AccountName;
  readonly what: string;
  readonly canBeMe: boolean;
  readonly onDone: () => void;
}) {
  const app = useApp();
  const form = accountFormOf(entry.id);
  const [typed, setTyped] = useTyped(form, { name: entry.name, isMe: entry.isMe });
  const cancel = () => {
    const { inspect, item } = app.stores.inspector.getState();
    const show = () => item && inspect(item);
    discardTyped(app, { id: form, what: `“${texts.accountName.editNamed(what)}”`, show });
    onDone();
  };
  const save = async (event: FormEvent) => {
    event.preventDefault();
    const change = { expected: entry, to: { id: entry.id, name: typed.name.trim(), isMe: typed.isMe } };
    const { nameAccount } = app.api.orders;
    const saved = await callEdit(app, () => nameAccount.mutate(change));
    if (!saved.ok) return notifyFailure(saved.failure, texts.accountName.notSaved);
    recordEdit(app, {
      name: change.to.name === '' ? texts.accountName.removing : texts.accountName.naming(change.to.name),
      undo: () => nameAccount.mutate({ expected: change.to, to: change.expected }),
      redo: () => nameAccount.mutate(change),
    });
    forgetTyped(app, form);
    onDone();
  };
  return (
    <form onSubmit={(event) => void save(event)}>
      <FormRows
        form={{ values: typed, change: (part) => setTyped({ ...typed, ...part }) }}
        rows={[
          {
            ...{ kind: 'text', name: 'name', 'aria-label': texts.accountName.editNamed(what) },
            ...{ autoFocus: true, maxLength: 100 },
            onKeyDown(event: KeyboardEvent) {
              if (event.key !== 'Escape') return;
              event.stopPropagation();
              cancel();
            },
          },
          { kind: 'check', name: 'isMe', label: texts.accountName.isMe, shownIf: canBeMe },
        ]}
      />
      <div className={styles.bar}>
        <Button type="submit">{texts.accountName.save}</Button>
        <TextButton onClick={cancel}>{texts.accountName.cancel}</TextButton>
      </div>
    </form>
  );
}

/** Fields of a stored request that the form does not show, preserved in the draft. Each can be removed. */
export function ExtraFields({ draft, change }: Pick<OrderFormProps, 'draft' | 'change'>) {
  const parts = listPreservedParts(draft);
  if (parts.length === 0) return null;
  return (
    <fieldset className={styles.fieldset}>
      <legend>{texts.extra.title}</legend>
      <ul className={styles.preserved} aria-label={texts.extra.label}>
        {parts.map((part) => (
          <li key={`${part.owner} ${part.index}`}>
            <span className={styles.code}>
              {describeFieldPath(part)} = {part.valueText}
            </span>{' '}
            <TextButton
              aria-label={texts.extra.removeNamed(describeFieldPath(part))}
              onClick={() => change(withoutExtraField(draft, part))}
            >
              {texts.extra.remove}
            </TextButton>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}

/** The path of an extra field in the terms of the form: `range 1: type`. */
function describeFieldPath({ owner: of, path }: PreservedPart): string {
  const [list, index] = of.split('.');
  if (index === undefined) return path;
  return `${list === 'ranges' ? 'range' : 'area'} ${Number(index) + 1}: ${path}`;
}

function withoutExtraField(draft: OrderDraft, { owner: of, index }: PreservedPart): Partial<OrderDraft> {
  const rest = <Item,>(extras: readonly Item[]) => extras.filter((_, position) => position !== index);
  const [list, text] = of.split('.');
  const listIndex = Number(text);
  if (list === 'ranges') {
    return {
      ranges: draft.ranges.map((range, position) =>
        position === listIndex ? { ...range, extras: rest(range.extras) } : range,
      ),
    };
  }
  if (list === 'areas') {
    return {
      areas: draft.areas.map((area, position) =>
        position === listIndex && area.kind !== 'area' ? { ...area, extras: rest(area.extras) } : area,
      ),
    };
  }
  return { extras: rest(draft.extras) };
}
