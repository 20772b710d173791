import { Button, Checkbox, TextInput } from '@mantine/core';
import {
  analyticDisplayName,
  analytics,
  documentedAnalytics,
  findAnalytic,
} from '../../../shared/results/analytics.ts';
import { toKnownName } from '../../../shared/results/unknown-names.ts';
import { AnalyticMark } from '../../ui/analytic-mark.tsx';
import { ChoiceGroup } from './choice-group.tsx';
import type { OrderFormProps } from './form-fields.ts';
import styles from './orders.module.css';
import { texts } from './texts.ts';

/** Choice of the analytics to order: those in service.md, and any other that the draft names. */
export function AnalyticsField({
  draft,
  change,
  problemOf,
  markTouched,
  typed,
  onType,
}: OrderFormProps & {
  /** The name of another analytic that is typed and not added yet. */
  readonly typed: string;
  readonly onType: (text: string) => void;
}) {
  const others = draft.analytics.filter((name) => !findAnalytic(name));
  const offered: readonly { name: string; meaning: string }[] = [
    ...analytics,
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
      footer={
        <AnotherAnalytic
          taken={draft.analytics}
          typed={typed}
          problem={problemOf(typedAnalyticField)}
          onType={onType}
          onAdd={(name) => toggle(name, true)}
        />
      }
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

/** The field of a name that is typed and not added yet, among those of the form. */
export const typedAnalyticField = 'anotherAnalytic';

/**
 * Adds an analytic by its name, with Enter, the button, or when the focus leaves the form. Within the form it is not added
 * by leaving the field: a row more would move the button that is about to be pressed.
 */
function AnotherAnalytic({
  taken,
  typed,
  problem,
  onType,
  onAdd,
}: {
  readonly taken: readonly string[];
  readonly typed: string;
  readonly problem: string | null;
  readonly onType: (text: string) => void;
  readonly onAdd: (name: string) => void;
}) {
  const name = toKnownName(typed.trim(), documentedAnalytics);
  const isTaken = taken.includes(name);
  const add = () => {
    if (name !== '' && !isTaken) onAdd(name);
    onType('');
  };
  return (
    <div className={styles.bar} data-field={typedAnalyticField}>
      <TextInput
        label={texts.form.anotherAnalytic}
        description={texts.form.anotherAnalyticHint}
        maxLength={200}
        value={typed}
        error={problem}
        onChange={(event) => onType(event.currentTarget.value)}
        onBlur={({ currentTarget: { form }, relatedTarget }) => {
          // In another window the user may look the name up.
          if (document.hasFocus() && !form?.contains(relatedTarget)) add();
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          add();
        }}
      />
      <Button
        variant="default"
        disabled={name === ''}
        title={isTaken ? texts.form.isChosen : undefined}
        onClick={add}
      >
        {texts.form.addAnalytic}
      </Button>
    </div>
  );
}
