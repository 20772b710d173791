import { Select, TextInput } from '@mantine/core';
import { countDraftRuns } from '../../../shared/orders/draft/count-draft-runs.ts';
import type { DraftRecurring } from '../../../shared/orders/draft/order-draft.ts';
import { UtcInput } from '../../ui/utc-input.tsx';
import type { OrderFormProps } from './form-fields.ts';
import { LocalTime } from './local-time.tsx';
import styles from './orders.module.css';
import { texts } from './texts.ts';

/** How often, when and for how long a recurring order runs. All fields are optional. */
export function RecurringFields({
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
