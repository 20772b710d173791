import { Button, Checkbox, Select, Switch, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { countDraftRuns } from '../../../shared/orders/draft/count-draft-runs.ts';
import {
  blankChangeDetection,
  blankRecurring,
  type DraftChangeDetection,
  type DraftRecurring,
} from '../../../shared/orders/draft/order-draft.ts';
import { changeDetectionTypes } from '../../../shared/orders/request/order-request.ts';
import {
  analyticDisplayName,
  analytics,
  documentedAnalytics,
  findAnalytic,
} from '../../../shared/results/analytics.ts';
import { toKnownName } from '../../../shared/results/unknown-names.ts';
import { AnalyticMark } from '../../ui/analytic-mark.tsx';
import { UtcInput } from '../../ui/utc-input.tsx';
import { changeTypeText } from './enumeration-texts.ts';
import { type OrderFormProps, typedAnalyticField } from './form-fields.ts';
import { LocalTime } from './local-time.tsx';
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
  const all = value === '' || Object.hasOwn(words, value) ? words : { ...words, [value]: value };
  const byWords = new Map<string, string>();
  for (const [name, word] of Object.entries(all)) {
    if (!byWords.has(word) || name === value) byWords.set(word, name);
  }
  return [...byWords].map(([label, name]) => ({ label, value: name }));
}

/** A group of check boxes with one name and one problem. `footer` is shown below the boxes. */
function ChoiceGroup({
  field,
  legend,
  problem,
  onBlur,
  children,
  footer,
}: {
  readonly field: string;
  readonly legend: string;
  readonly problem: string | null;
  /** Called when the focus leaves the group. */
  onBlur(): void;
  readonly children: ReactNode;
  readonly footer?: ReactNode;
}) {
  const problemId = `problem-${field}`;
  return (
    <fieldset
      className={styles.fieldset}
      data-field={field}
      aria-describedby={problem === null ? undefined : problemId}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) onBlur();
      }}
    >
      <legend>{legend}</legend>
      <div className={styles.choices} data-invalid={problem === null ? undefined : true}>
        {children}
      </div>
      {problem !== null && (
        <p id={problemId} className={styles.error}>
          {problem}
        </p>
      )}
      {footer}
    </fieldset>
  );
}
