import { Button, Checkbox, TextInput, VisuallyHidden } from '@mantine/core';
import { type KeyboardEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { ConditionRow } from '../../../shared/results/condition-rows.ts';
import {
  dependentPaths,
  isRequested,
  listablePaths,
  namedFieldLists,
  pathsOfFieldList,
  toFieldList,
} from '../../../shared/results/field-list.ts';
import {
  fieldTypeAt,
  findRecordField,
  flattenFields,
  type RecordField,
  recordFields,
} from '../../../shared/results/record-fields.ts';
import { readSearchForm } from '../../../shared/results/search-form.ts';
import { useApp } from '../../context/app-context.tsx';
import { useSearch, useSession } from '../../context/use-stores.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import { ConditionFields } from './condition-fields.tsx';
import styles from './conditions.module.css';
import { fieldListName } from './field-list-name.ts';
import { moveFocus } from './move-focus.ts';
import { ResultsDialog } from './results-dialog.tsx';
import { problemOf } from './search-problems.ts';
import { texts } from './texts.ts';

/** The dialog in which the user chooses the fields of each record to fetch. */
export function FieldListDialog() {
  return (
    <ResultsDialog name="record-fields" title={texts.fieldList.title} size={620}>
      <FieldChoice />
    </ResultsDialog>
  );
}

function FieldChoice() {
  const { stores } = useApp();
  const { form, change } = useSearch((state) => state);
  const brand = useSession((state) => state.session?.profile.brand) ?? 'svc';
  const [query, setQuery] = useState('');
  const all = recordFields(brand);
  const fields = all.flatMap((field) => filterField(field, query.trim().toLowerCase()));
  const choose = (field: RecordField, isChosen: boolean) => {
    const below = new Set(listablePaths(field).map((path) => findRecordField(path)?.path ?? path));
    const others = pathsOfFieldList(form.fields).filter((path) => !below.has(path));
    change({ fields: toFieldList(isChosen ? [...others, ...below] : others) });
  };
  return (
    <div className={styles.fieldChoice}>
      <p className={styles.hint}>{texts.fieldList.about}</p>
      <div className={styles.actions}>
        {namedFieldLists.toReversed().map((list) => (
          <TextButton key={list} aria-pressed={form.fields === list} onClick={() => change({ fields: list })}>
            {texts.fieldList.named[list]}
          </TextButton>
        ))}
      </div>
      <TextInput
        aria-label={texts.fieldTree.find}
        placeholder={texts.fieldTree.findExample}
        value={query}
        data-autofocus
        onChange={(event) => setQuery(event.currentTarget.value)}
      />
      <section aria-label={texts.fieldList.label} className={styles.tree}>
        {fields.length === 0 ? (
          <EmptyState title={texts.fieldTree.none.title} hint={texts.fieldList.noneHint} />
        ) : (
          // biome-ignore lint/a11y/noStaticElementInteractions: the keys belong to the check boxes inside.
          <div onKeyDown={(event: KeyboardEvent<HTMLElement>) => moveFocus(event, 'input:not(:disabled)')}>
            <FieldBoxes fields={fields} list={form.fields} onChoose={choose} />
          </div>
        )}
      </section>
      <div className={styles.actions}>
        <Button variant="filled" onClick={() => stores.ui.getState().closeDialog()}>
          {texts.conditions.done}
        </Button>
        <span aria-live="polite">{fieldListName(form.fields)}</span>
      </div>
    </div>
  );
}

type FieldBoxesProps = {
  readonly fields: readonly RecordField[];
  readonly list: string;
  readonly onChoose: (field: RecordField, isChosen: boolean) => void;
};

function FieldBoxes({ fields, list, onChoose }: FieldBoxesProps) {
  return (
    <ul className={styles.fields}>
      {fields.map((field) => {
        const paths = listablePaths(field);
        const chosen = paths.filter((path) => isRequested(list, path));
        const isDependent = paths.every((path) => dependentPaths.has(findRecordField(path)?.path ?? path));
        // The features of a record can be chosen or left out only as a whole, so their group stays enabled.
        const isFeatures = field.path === 'content.features';
        return (
          <li key={field.path}>
            <Checkbox
              size="xs"
              className={styles.fieldBox}
              label={<code>{field.name}</code>}
              aria-label={field.path}
              description={
                isDependent && !isFeatures
                  ? `${field.meaning} ${field.path.includes('.') ? texts.fieldList.withOthers : texts.fieldList.always}`
                  : field.meaning
              }
              checked={chosen.length > 0}
              indeterminate={chosen.length > 0 && chosen.length < paths.length}
              disabled={isDependent && !isFeatures}
              onChange={() => onChoose(field, chosen.length < paths.length)}
            />
            {field.kind === 'group' ? (
              <FieldBoxes fields={field.fields} list={list} onChoose={onChoose} />
            ) : null}
          </li>
        );
      })}
    </ul>
  );
}

/** The dialog for conditions on any field of the records, chosen from a tree of fields or entered as a path. */
export function ConditionsDialog() {
  return (
    <ResultsDialog name="conditions" title={texts.conditions.title} size={980}>
      <Conditions />
    </ResultsDialog>
  );
}

function Conditions() {
  const { stores } = useApp();
  const { form, change } = useSearch((state) => state);
  const rowsRef = useRef<HTMLDivElement>(null);
  const [touched, setTouched] = useState<ReadonlySet<number>>(() => new Set(form.conditions.keys()));
  const rows = form.conditions;
  const reading = readSearchForm(form);
  const failure = reading.ok ? null : reading.failure;

  const update = (index: number, row: ConditionRow) => {
    change({ conditions: rows.with(index, row) });
    setTouched(new Set(touched).add(index));
  };
  const remove = (index: number) => {
    change({ conditions: rows.toSpliced(index, 1) });
    setTouched(
      new Set([...touched].flatMap((each) => (each === index ? [] : each > index ? [each - 1] : [each]))),
    );
    rowsRef.current?.focus();
  };
  const add = (path: string) => {
    const operator = fieldTypeAt(path) === 'time' ? 'between' : 'eq';
    // The row is rendered at once, so that the focus can move into it before the next keystroke.
    flushSync(() => change({ conditions: [...rows, { path, operator, values: [] }] }));
    const inputs = rowsRef.current?.querySelectorAll<HTMLElement>(
      path === '' ? '[data-path]' : '[data-value]',
    );
    inputs?.item(inputs.length - 1)?.focus();
  };

  return (
    <div className={styles.columns}>
      <FieldTree onChoose={add} />
      <section aria-label={texts.conditions.label} className={styles.rows} ref={rowsRef} tabIndex={-1}>
        <p className={styles.hint}>{texts.conditions.about}</p>
        {rows.length === 0 ? (
          <EmptyState title={texts.conditions.none.title} hint={texts.conditions.none.hint} />
        ) : null}
        {rows.map((row, index) => (
          <ConditionFields
            // Rows are identified by their index only.
            key={`row ${String(index)}`}
            row={row}
            number={index + 1}
            problems={
              touched.has(index)
                ? {
                    path: problemOf(failure, `conditions.${index}.path`),
                    operator: problemOf(failure, `conditions.${index}.operator`),
                    values: problemOf(failure, `conditions.${index}.values`),
                  }
                : {}
            }
            onChange={(changed) => update(index, changed)}
            onRemove={() => remove(index)}
          />
        ))}
        <div className={styles.actions}>
          <Button onClick={() => add('')}>{texts.conditions.enterPath}</Button>
          <Button variant="filled" onClick={() => stores.ui.getState().closeDialog()}>
            {texts.conditions.done}
          </Button>
          {rows.length > 0 ? (
            <TextButton onClick={() => change({ conditions: [] })}>{texts.conditions.removeAll}</TextButton>
          ) : null}
        </div>
      </section>
    </div>
  );
}

const typeNames = {
  text: 'text',
  number: 'number',
  time: texts.fieldTree.time,
  unknown: texts.fieldTree.unknown,
} as const;

/** The fields of a record with their types and meanings; a click chooses one. */
function FieldTree({ onChoose }: { readonly onChoose: (path: string) => void }) {
  const brand = useSession((state) => state.session?.profile.brand) ?? 'svc';
  const [query, setQuery] = useState('');
  const fields = recordFields(brand).flatMap((field) => filterField(field, query.trim().toLowerCase()));
  return (
    <section aria-label={texts.fieldTree.label} className={styles.tree}>
      <TextInput
        aria-label={texts.fieldTree.find}
        placeholder={texts.fieldTree.findExample}
        value={query}
        onChange={(event) => setQuery(event.currentTarget.value)}
      />
      {fields.length === 0 ? (
        <EmptyState title={texts.fieldTree.none.title} hint={texts.fieldTree.none.hint} />
      ) : (
        // biome-ignore lint/a11y/noStaticElementInteractions: the keys belong to the buttons inside.
        <div onKeyDown={(event) => moveFocus(event, 'button')}>
          <FieldList fields={fields} firstPath={firstLeaf(fields)} onChoose={onChoose} />
        </div>
      )}
    </section>
  );
}

function FieldList({
  fields,
  firstPath,
  onChoose,
}: {
  readonly fields: readonly RecordField[];
  /** The path of the field that is the tab stop. */
  readonly firstPath: string | undefined;
  readonly onChoose: (path: string) => void;
}) {
  return (
    <ul className={styles.fields}>
      {fields.map((field) => (
        <li key={field.path}>
          {field.kind === 'value' ? (
            <button
              type="button"
              className={styles.field}
              tabIndex={field.path === firstPath ? 0 : -1}
              onClick={() => onChoose(field.path)}
            >
              <VisuallyHidden>{texts.fieldTree.add(field.path)} </VisuallyHidden>
              <FieldText field={field} />
            </button>
          ) : (
            <>
              <div className={styles.group}>
                <FieldText field={field} />
              </div>
              <FieldList fields={field.fields} firstPath={firstPath} onChoose={onChoose} />
            </>
          )}
        </li>
      ))}
    </ul>
  );
}

function firstLeaf(fields: readonly RecordField[]): string | undefined {
  return flattenFields(fields).find(({ kind }) => kind === 'value')?.path;
}

function FieldText({ field }: { readonly field: RecordField }) {
  return (
    <>
      <code>{field.name}</code> <span className={styles.type}>{typeOf(field)}</span>
      <span className={styles.meaning}>{field.meaning}</span>
    </>
  );
}

function typeOf({ kind, isList, type }: RecordField): string {
  if (kind === 'value') return typeNames[type];
  return isList ? texts.fieldTree.listOfObjects : texts.fieldTree.object;
}

/** The field if it or a descendant matches the query; a matching group includes all its descendants. */
function filterField(field: RecordField, query: string): readonly RecordField[] {
  if (`${field.path} ${field.meaning}`.toLowerCase().includes(query)) {
    const below = field.fields.flatMap((inner) => filterField(inner, query));
    return [{ ...field, fields: below.length > 0 ? below : field.fields }];
  }
  const below = field.fields.flatMap((inner) => filterField(inner, query));
  return below.length > 0 ? [{ ...field, fields: below }] : [];
}
