import { Button, Checkbox, TextInput } from '@mantine/core';
import { useState } from 'react';
import { orderableAnalytics } from '../../../shared/orders/request/order-request.ts';
import { analyticDisplayName } from '../../../shared/results/analytic-name.ts';
import { AnalyticMark } from '../../ui/analytic-mark.tsx';
import { ChoiceGroup } from './choice-group.tsx';
import type { OrderFormProps } from './form-fields.ts';
import styles from './orders.module.css';
import { texts } from './texts.ts';

/** Which analytics to order: those in service.md, and any other that the draft names. */
export function AnalyticsField({ draft, change, problemOf, markTouched }: OrderFormProps) {
  const known: ReadonlySet<string> = new Set(orderableAnalytics.map(({ name }) => name));
  const others = draft.analytics.filter((name) => !known.has(name));
  const offered: readonly { name: string; meaning: string }[] = [
    ...orderableAnalytics,
    ...others.map((name) => ({ name, meaning: texts.form.unknownAnalytic })),
  ];
  const toggle = (name: string, on: boolean) =>
    change({
      analytics: on ? [...draft.analytics, name] : draft.analytics.filter((other) => other !== name),
    });
  return (
    <ChoiceGroup
      field="analytics"
      legend={texts.form.analytics}
      problem={problemOf('analytics')}
      onBlur={() => markTouched('analytics')}
      footer={<AnotherAnalytic taken={draft.analytics} onAdd={(name) => toggle(name, true)} />}
    >
      {offered.map(({ name, meaning }) => (
        <Checkbox
          key={name}
          label={
            <span title={name}>
              <AnalyticMark analytic={name} />
              {analyticDisplayName(name)}
            </span>
          }
          description={meaning}
          checked={draft.analytics.includes(name)}
          onChange={(event) => toggle(name, event.currentTarget.checked)}
        />
      ))}
    </ChoiceGroup>
  );
}

/** Adds an analytic by its name. Within the form of the order, Enter must not send it. */
function AnotherAnalytic({
  taken,
  onAdd,
}: {
  readonly taken: readonly string[];
  readonly onAdd: (name: string) => void;
}) {
  const [typed, setTyped] = useState('');
  const name = typed.trim();
  const canAdd = name !== '' && !taken.includes(name);
  const add = () => {
    if (!canAdd) return;
    onAdd(name);
    setTyped('');
  };
  return (
    <div className={styles.bar}>
      <TextInput
        label={texts.form.anotherAnalytic}
        description={texts.form.anotherAnalyticHint}
        maxLength={200}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          add();
        }}
      />
      <Button variant="default" disabled={!canAdd} onClick={add}>
        {texts.form.addAnalytic}
      </Button>
    </div>
  );
}
