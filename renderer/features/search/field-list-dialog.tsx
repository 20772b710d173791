import { Button, Checkbox, TextInput } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';
import {
  dependentPaths,
  isRequested,
  listablePaths,
  namedFieldLists,
  pathsOfFieldList,
  toFieldList,
} from '../../../shared/results/field-list.ts';
import { findRecordField, type RecordField, recordFields } from '../../../shared/results/record-fields.ts';
import { useApp } from '../../context/app-context.tsx';
import { useSearch, useSession } from '../../context/use-stores.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import styles from './conditions.module.css';
import { fieldListName } from './field-list-name.ts';
import { filterField } from './field-tree.tsx';
import { moveFocus } from './move-focus.ts';
import { ResultsDialog } from './results-dialog.tsx';
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
