import { Checkbox, Switch, TextInput } from '@mantine/core';
import {
  blankChangeDetection,
  blankRecurring,
  type DraftChangeDetection,
} from '../../../shared/orders/draft/order-draft.ts';
import { changeDetectionTypes } from '../../../shared/orders/request/order-request.ts';
import { ChoiceGroup } from './choice-group.tsx';
import { changeTypeText } from './enumeration-texts.ts';
import type { OrderFormProps } from './form-fields.ts';
import styles from './orders.module.css';
import { RecurringFields } from './recurring-fields.tsx';
import { texts } from './texts.ts';

/** The change detection parameters; blank in a draft without them. */
export function ChangeDetectionField({ draft, change, problemOf, markTouched }: OrderFormProps) {
  const params = draft.changeDetection ?? blankChangeDetection;
  const changeParams = (changed: Partial<DraftChangeDetection>) =>
    change({ changeDetection: { ...params, ...changed } });
  const known: ReadonlySet<string> = new Set(changeDetectionTypes);
  const others = params.types.filter((type) => !known.has(type));
  const toggle = (type: string, on: boolean) =>
    changeParams({ types: on ? [...params.types, type] : params.types.filter((other) => other !== type) });
  const windowField = 'changeDetection.maxImageWindowHours';
  return (
    <fieldset className={styles.part} aria-label={texts.change.label}>
      <ChoiceGroup
        field="changeDetection.types"
        legend={texts.change.types}
        problem={problemOf('changeDetection.types')}
        onBlur={() => markTouched('changeDetection.types')}
      >
        {[...changeDetectionTypes, ...others].map((type) => (
          <Checkbox
            key={type}
            label={changeTypeText(type)}
            {...(known.has(type) ? {} : { description: texts.change.unknownType })}
            checked={params.types.includes(type)}
            onChange={(event) => toggle(type, event.currentTarget.checked)}
          />
        ))}
      </ChoiceGroup>
      <div data-field={windowField}>
        <TextInput
          label={texts.change.window}
          description={texts.change.windowHint}
          inputMode="decimal"
          value={params.maxImageWindowHours}
          error={problemOf(windowField)}
          onChange={(event) => changeParams({ maxImageWindowHours: event.currentTarget.value })}
          onBlur={() => markTouched(windowField)}
        />
      </div>
      <Switch
        label={texts.change.recurring}
        checked={params.recurring !== null}
        onChange={(event) => changeParams({ recurring: event.currentTarget.checked ? blankRecurring : null })}
      />
      {params.recurring && (
        <RecurringFields
          draft={draft}
          recurring={params.recurring}
          change={(changed) =>
            changeParams({ recurring: { ...(params.recurring ?? blankRecurring), ...changed } })
          }
          problemOf={problemOf}
          markTouched={markTouched}
        />
      )}
    </fieldset>
  );
}
