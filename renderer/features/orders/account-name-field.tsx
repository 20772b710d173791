import { Button, Checkbox, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { type AccountName, findAccountName, findOwnIds } from '../../../shared/orders/account-names.ts';
import { shortId } from '../../../shared/short-id.ts';
import { useApp } from '../../context/app-context.tsx';
import { callEdit, recordEdit } from '../../context/edit-history.ts';
import { useOrderList } from '../../context/use-order-list.ts';
import { CopyValue } from '../../ui/copy-value.tsx';
import { notifyFailure } from '../../ui/notify.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import styles from './orders.module.css';
import { texts } from './texts.ts';

/** The UUID of an owner or a customer with the analyst's name for it, which can be edited. `what` names the UUID. */
export function AccountNameField({
  id,
  what,
  canBeMe = false,
}: {
  readonly id: string;
  readonly what: string;
  /** Whether it is an owner, which may be the signed-in user. */
  readonly canBeMe?: boolean;
}) {
  const list = useOrderList().data;
  const [isEdited, setEdited] = useState(false);
  const entry = findAccountName(list?.accountNames ?? [], id);
  if (isEdited) {
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
  const [name, setName] = useState(entry.name);
  const [isMe, setMe] = useState(entry.isMe);
  const save = async (event: FormEvent) => {
    event.preventDefault();
    const change = { expected: entry, to: { id: entry.id, name: name.trim(), isMe } };
    const { nameAccount } = app.api.orders;
    const saved = await callEdit(app, () => nameAccount.mutate(change));
    if (!saved.ok) {
      notifyFailure(saved.failure, texts.accountName.notSaved);
      return;
    }
    recordEdit(app, {
      name: change.to.name === '' ? texts.accountName.removing : texts.accountName.naming(change.to.name),
      undo: () => nameAccount.mutate({ expected: change.to, to: change.expected }),
      redo: () => nameAccount.mutate(change),
    });
    onDone();
  };
  return (
    <form onSubmit={(event) => void save(event)}>
      <TextInput
        aria-label={texts.accountName.editNamed(what)}
        autoFocus
        maxLength={100}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          event.stopPropagation();
          onDone();
        }}
      />
      {canBeMe ? (
        <Checkbox
          label={texts.accountName.isMe}
          checked={isMe}
          onChange={(event) => setMe(event.currentTarget.checked)}
        />
      ) : null}
      <div className={styles.bar}>
        <Button type="submit">{texts.accountName.save}</Button>
        <TextButton onClick={onDone}>{texts.accountName.cancel}</TextButton>
      </div>
    </form>
  );
}
