import { Checkbox, Select, Switch, TextInput } from '@mantine/core';
import { countDraftRuns } from '../../../shared/orders/draft/count-draft-runs.ts';
import {
  blankChangeDetection,
  blankRecurring,
  type DraftChangeDetection,
  type DraftRecurring,
} from '../../../shared/orders/draft/order-draft.ts';
import { changeDetectionTypes } from '../../../shared/orders/request/order-request.ts';
import { UtcInput } from '../../ui/utc-input.tsx';
import { ChoiceGroup } from './choice-group.tsx';
import { changeTypeText } from './enumeration-texts.ts';
import type { OrderFormProps } from './form-fields.ts';
import { LocalTime } from './local-time.tsx';
import styles from './orders.module.css';
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

/** Frequency, when and for how long a recurring order runs. All fields are optional. */
function RecurringFields({
  draft,
  recurring,
  change,
  problemOf,
  markTouched,
}: Pick<OrderFormProps, 'draft' | 'problemOf' | 'markTouched'> & {
  readonly recurring: DraftRecurring;
  change(changed: Partial<DraftRecurring>): void;
}) {
  const at = (name: string) => `changeDetection.recurring.${name}`;
  const bound = (end: 'from' | 'to', label: string) => (
    <div data-field={at(`bounds.${end}`)}>
      <UtcInput
        label={label}
        value={recurring.bounds[end]}
        isEnd={end === 'to'}
        error={problemOf(at(`bounds.${end}`)) ?? undefined}
        onChange={(text) => change({ bounds: { ...recurring.bounds, [end]: text } })}
        onBlur={() => markTouched(at(`bounds.${end}`))}
      />
      <LocalTime typed={recurring.bounds[end]} />
    </div>
  );
  const number = (name: 'count' | 'minimumDaysBetweenImages', label: string) => (
    <div data-field={at(name)}>
      <TextInput
        label={label}
        inputMode="numeric"
        value={recurring[name]}
        error={problemOf(at(name))}
        onChange={(event) => change({ [name]: event.currentTarget.value })}
        onBlur={() => markTouched(at(name))}
      />
    </div>
  );
  const choice = (name: 'time' | 'cadence', label: string, choices: Readonly<Record<string, string>>) => (
    <div data-field={at(name)}>
      <Select
        label={label}
        placeholder={texts.recurring.notGiven}
        clearable
        data={choicesOf(choices, recurring[name])}
        value={recurring[name] === '' ? null : recurring[name]}
        error={problemOf(at(name))}
        onChange={(chosen) => change({ [name]: chosen ?? '' })}
        onBlur={() => markTouched(at(name))}
      />
    </div>
  );
  const runs = countDraftRuns(draft);
  return (
    <fieldset className={styles.part} aria-label={texts.recurring.label}>
      {bound('from', texts.recurring.from)}
      {bound('to', texts.recurring.until)}
      <p className={styles.hint}>{texts.recurring.boundsHint}</p>
      {choice('cadence', texts.recurring.cadence, texts.recurring.cadences)}
      {number('count', texts.recurring.runs)}
      {choice('time', texts.recurring.timeOfDay, texts.timesOfDay)}
      {number('minimumDaysBetweenImages', texts.recurring.minimumDays)}
      {runs?.explanation.map((sentence) => (
        <p key={sentence} className={styles.hint}>
          {sentence}
        </p>
      ))}
    </fieldset>
  );
}

/** Choices with different words, and a value that is not among them; of values with the same words the one that is set. */
function choicesOf(words: Readonly<Record<string, string>>, value: string) {
  const all = value === '' || value in words ? words : { ...words, [value]: value };
  const byWords = new Map<string, string>();
  for (const [name, word] of Object.entries(all)) {
    if (!byWords.has(word) || name === value) byWords.set(word, name);
  }
  return [...byWords].map(([label, name]) => ({ label, value: name }));
}
