import {
  Checkbox,
  type CheckboxProps,
  Group,
  NativeSelect,
  type NativeSelectProps,
  NumberInput,
  type NumberInputProps,
  PasswordInput,
  type PasswordInputProps,
  Radio,
  SegmentedControl,
  type SegmentedControlProps,
  Select,
  type SelectProps,
  Stack,
  type StackProps,
  Textarea,
  type TextareaProps,
  TextInput,
  type TextInputProps,
} from '@mantine/core';
import { Fragment, type ReactNode } from 'react';
import type { Fields } from './use-fields.ts';

/**
 * A field of a form. Its input, label, value and problem follow from the row:
 *
 *     rows={[
 *       { kind: 'text', name: 'host', label: texts.host, hint: texts.hostHelp },
 *       { kind: 'number', name: 'port', label: texts.port, min: 1, max: 65_535 },
 *       { kind: 'check', name: 'isShared', label: texts.shared, shownIf: fields.host !== '' },
 *     ]}
 *
 * The value is the form's member of that name, unless the row has a `value` and `onChange`. The other members of a row
 * are properties of its input.
 */
export type FieldRow<Values> =
  | Row<'text', string, Values, TextInputProps>
  | Row<'long-text', string, Values, TextareaProps>
  | Row<'password', string, Values, PasswordInputProps>
  | Row<'number', number | string, Values, NumberInputProps>
  | Row<'native-choice', string, Values, NativeSelectProps>
  | Row<'choice', string, Values, SelectProps>
  | Row<'segments', string, Values, SegmentedControlProps>
  | Row<'radios', string, Values, RadioChoices>
  | Row<'check', boolean, Values, CheckboxProps>;

type RadioChoices = {
  readonly data: readonly {
    readonly value: string;
    readonly label: ReactNode;
    readonly description?: ReactNode;
    readonly disabled?: boolean;
  }[];
};

type Row<Kind extends string, Value, Values, Props> = {
  readonly kind: Kind;
  readonly label?: string;
  readonly hint?: ReactNode;
  /** Whether the field has the focus when its dialog opens. */
  readonly 'data-autofocus'?: boolean | undefined;
  /** Shown if absent. */
  readonly shownIf?: boolean;
  /** A problem of the value, which is shown instead of that of the last submission. */
  readonly error?: ReactNode;
} & Binding<Value, Values> &
  Omit<Props, 'name' | 'label' | 'description' | 'value' | 'checked' | 'onChange' | 'error' | 'form'>;

type Binding<Value, Values> =
  | {
      readonly name: {
        [Name in keyof Values]: Bindable<Values[Name], Value> extends true ? Name : never;
      }[keyof Values] &
        string;
      readonly value?: undefined;
      readonly onChange?: undefined;
    }
  | { readonly name: string; readonly value: Value | null; onChange(value: Value): void };

/** Whether a member can have the value of an input; that of a number is an empty text while nothing is typed. */
type Bindable<Member, Value> = [Member, number] extends [Value, Value]
  ? [string] extends [Member]
    ? true
    : false
  : [Member] extends [Value]
    ? true
    : false;

/** Fields side by side, of the same width. */
type RowGroup<Values> = {
  readonly kind: 'beside';
  readonly gap?: 'xs' | 'sm';
  readonly rows: readonly FormRow<Values>[];
};

/** A field, several side by side, or what is shown between fields. */
export type FormRow<Values> = FieldRow<Values> | RowGroup<Values> | ReactNode;

/** A form of rows. What belongs to its submission, such as its buttons, is its children. */
export function Form<Values extends object>({
  form,
  rows,
  label,
  children,
  className,
  ...stackProps
}: Omit<StackProps, 'form' | 'className'> & {
  readonly form: Fields<Values>;
  readonly rows: readonly FormRow<Values>[];
  /** Absent where a heading or the title of the dialog names the form. */
  readonly label?: string;
  /** The class of a form that lays out its rows; without it they are a stack. */
  readonly className?: string | undefined;
}) {
  const content = (
    <>
      <FormRows form={form} rows={rows} />
      {children}
    </>
  );
  return (
    <form onSubmit={form.submit} aria-label={label} className={className} noValidate>
      {className === undefined ? <Stack {...stackProps}>{content}</Stack> : content}
    </form>
  );
}

/** The values that rows show and change. */
export type FieldValues<Values> = Pick<Fields<Values>, 'values' | 'change'> &
  Partial<Pick<Fields<Values>, 'problems' | 'clear'>>;

/** Rows of a form whose frame is elsewhere. */
export function FormRows<Values extends object>({
  form,
  rows,
}: {
  readonly form: FieldValues<Values>;
  readonly rows: readonly FormRow<Values>[];
}) {
  return rows.map((row, index) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: rows that are not shown keep their index
    if (!isRow(row)) return <Fragment key={index}>{row}</Fragment>;
    if (row.kind !== 'beside') return <Field key={row.name} form={form} row={row as FieldRow<object>} />;
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: rows that are not shown keep their index
      <Group key={index} gap={row.gap ?? 'xs'} grow align="flex-start">
        <FormRows form={form} rows={row.rows} />
      </Group>
    );
  });
}

function isRow<Values>(row: FormRow<Values>): row is FieldRow<Values> | RowGroup<Values> {
  return typeof row === 'object' && row !== null && 'kind' in row;
}

function Field({
  form: { values, change, problems, clear },
  row,
}: {
  readonly form: FieldValues<object>;
  readonly row: FieldRow<object>;
}) {
  if (row.shownIf === false) return null;
  const { name } = row;
  const value: unknown = row.value === undefined ? Reflect.get(values, name) : row.value;
  const set = (next: unknown) => {
    if (!row.onChange) return change({ [name]: next });
    (row.onChange as (value: unknown) => void)(next);
    clear?.([name]);
  };
  const setText = (event: { readonly currentTarget: { readonly value: string } }) =>
    set(event.currentTarget.value);
  const shared = { description: row.hint, error: row.error ?? problems?.[name] };
  switch (row.kind) {
    case 'text':
      return <TextInput {...propsOf(row)} {...shared} value={value as string} onChange={setText} />;
    case 'long-text':
      return <Textarea autosize {...propsOf(row)} {...shared} value={value as string} onChange={setText} />;
    case 'password':
      return <PasswordInput {...propsOf(row)} {...shared} value={value as string} onChange={setText} />;
    case 'number':
      return <NumberInput {...propsOf(row)} {...shared} value={value as number | string} onChange={set} />;
    case 'native-choice':
      return <NativeSelect {...propsOf(row)} {...shared} value={value as string} onChange={setText} />;
    case 'choice':
      return (
        <Select
          allowDeselect={false}
          {...propsOf(row)}
          {...shared}
          value={value as string}
          onChange={(next) => next !== null && set(next)}
        />
      );
    case 'segments': {
      const { label, ...props } = propsOf(row);
      return <SegmentedControl aria-label={label} {...props} value={value as string} onChange={set} />;
    }
    case 'radios':
      return (
        <Radio.Group label={row.label} {...shared} value={value as string} onChange={set}>
          <Stack gap={6} mt={4}>
            {row.data.map((choice) => (
              <Radio key={choice.value} {...choice} />
            ))}
          </Stack>
        </Radio.Group>
      );
    case 'check':
      return (
        <Checkbox
          {...propsOf(row)}
          {...shared}
          checked={value as boolean}
          onChange={(event) => set(event.currentTarget.checked)}
        />
      );
  }
}

/** The members of a row that are properties of its input. */
function propsOf<Row extends FieldRow<object>>(row: Row) {
  const {
    kind: _kind,
    name: _name,
    hint: _hint,
    shownIf: _shownIf,
    error: _error,
    value: _value,
    onChange: _onChange,
    ...props
  } = row;
  return props;
}
