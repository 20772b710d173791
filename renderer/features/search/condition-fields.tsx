import { ActionIcon, Select, TagsInput, TextInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { type ConditionRow, type RowOperator, rowOperators } from '../../../shared/results/condition-rows.ts';
import {
  fieldTypeAt,
  findRecordField,
  flattenFields,
  recordFields,
} from '../../../shared/results/record-fields.ts';
import { useSession } from '../../context/use-stores.ts';
import { SuggestionInput } from '../../ui/suggestion-input.tsx';
import { UtcInput } from '../../ui/utc-input.tsx';
import styles from './conditions.module.css';
import { texts } from './texts.ts';

/** The names of the operators. */
export const operatorNames: Readonly<Record<RowOperator, string>> = texts.conditions.operators;

/** The problems of a row, by member. */
type RowProblems = { readonly [Part in keyof ConditionRow]?: string | undefined };

type ConditionFieldsProps = {
  readonly row: ConditionRow;
  /** The number of the condition in labels, from 1. */
  readonly number: number;
  readonly problems: RowProblems;
  readonly onChange: (row: ConditionRow) => void;
  readonly onRemove: () => void;
};

/** One condition: path, operator, and the values to compare with. */
export function ConditionFields({ row, number, problems, onChange, onRemove }: ConditionFieldsProps) {
  const brand = useSession((state) => state.session?.profile.brand) ?? 'svc';
  const paths = flattenFields(recordFields(brand)).flatMap(({ kind, path }) =>
    kind === 'value' ? [path] : [],
  );
  const field = findRecordField(row.path);
  return (
    <fieldset className={styles.row} aria-label={texts.conditions.named(number)}>
      <div className={styles.rowHead}>
        <SuggestionInput
          aria-label={texts.conditions.path(number)}
          data-path
          placeholder={texts.conditions.pathExample}
          data={paths}
          value={row.path}
          error={problems.path}
          comboboxProps={{ width: 420, position: 'bottom-start' }}
          onChange={(path) => onChange({ ...row, path })}
        />
        <Select
          aria-label={texts.conditions.operator(number)}
          data={rowOperators.map((value) => ({ value, label: operatorNames[value] }))}
          value={row.operator}
          error={problems.operator}
          allowDeselect={false}
          onChange={(value) =>
            onChange({ ...row, operator: rowOperators.find((each) => each === value) ?? 'eq' })
          }
        />
        <ActionIcon aria-label={texts.conditions.remove(number)} color="gray" onClick={onRemove}>
          <IconX size={15} />
        </ActionIcon>
      </div>
      <ConditionValues row={row} number={number} problem={problems.values} onChange={onChange} />
      <p className={styles.meaning}>{hintOf(row, field?.meaning)}</p>
    </fieldset>
  );
}

function ConditionValues({
  row,
  number,
  problem,
  onChange,
}: Pick<ConditionFieldsProps, 'row' | 'number' | 'onChange'> & { readonly problem: string | undefined }) {
  const values = (changed: string[]) => onChange({ ...row, values: changed });
  if (row.operator === 'or') {
    return (
      <TagsInput
        aria-label={texts.conditions.values(number)}
        data-value
        placeholder={row.values.length === 0 ? texts.conditions.valuesExample : ''}
        acceptValueOnBlur
        value={row.values}
        error={problem}
        onChange={values}
      />
    );
  }
  const [first = '', second = ''] = row.values;
  if (row.operator !== 'between') {
    return (
      <ValueInput
        label={texts.conditions.value(number)}
        path={row.path}
        value={first}
        error={problem}
        onChange={(value) => values([value])}
      />
    );
  }
  return (
    <div className={styles.pair}>
      <ValueInput
        label={texts.conditions.after(number)}
        path={row.path}
        value={first}
        error={problem}
        onChange={(value) => values([value, second])}
      />
      <ValueInput
        label={texts.conditions.before(number)}
        path={row.path}
        value={second}
        error={undefined}
        onChange={(value) => values([first, value])}
      />
    </div>
  );
}

function ValueInput({
  label,
  path,
  value,
  error,
  onChange,
}: {
  readonly label: string;
  readonly path: string;
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (value: string) => void;
}) {
  if (fieldTypeAt(path) === 'time') {
    return <UtcInput label={label} labelHidden value={value} error={error} onChange={onChange} />;
  }
  return (
    <TextInput
      aria-label={label}
      data-value
      placeholder={fieldTypeAt(path) === 'number' ? texts.conditions.aNumber : texts.conditions.aValue}
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

function hintOf({ path, operator }: ConditionRow, meaning: string | undefined): string {
  const ends = operator === 'between' ? ` ${texts.conditions.exclusive}` : '';
  if (path === '') return texts.conditions.pathHint;
  if (meaning === undefined) {
    return `${texts.conditions.undocumented}${ends}`;
  }
  return `${meaning}${ends}`;
}
