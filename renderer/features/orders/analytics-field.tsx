import { Checkbox } from '@mantine/core';
import { orderableAnalytics } from '../../../shared/orders/request/order-request.ts';
import { analyticDisplayName } from '../../../shared/results/analytic-name.ts';
import { ChoiceGroup } from './choice-group.tsx';
import type { OrderFormProps } from './form-fields.ts';
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
    >
      {offered.map(({ name, meaning }) => (
        <Checkbox
          key={name}
          label={<span title={name}>{analyticDisplayName(name)}</span>}
          description={meaning}
          checked={draft.analytics.includes(name)}
          onChange={(event) => toggle(name, event.currentTarget.checked)}
        />
      ))}
    </ChoiceGroup>
  );
}
