import { TextInput, VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import { flattenFields, type RecordField, recordFields } from '../../../shared/results/record-fields.ts';
import { useSession } from '../../context/use-stores.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import styles from './conditions.module.css';
import { moveFocus } from './move-focus.ts';
import { texts } from './texts.ts';

const typeNames = {
  text: 'text',
  number: 'number',
  time: texts.fieldTree.time,
  unknown: texts.fieldTree.unknown,
} as const;

/** The fields of a record with their types and meanings; a click chooses one. */
export function FieldTree({ onChoose }: { readonly onChoose: (path: string) => void }) {
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
export function filterField(field: RecordField, query: string): readonly RecordField[] {
  if (`${field.path} ${field.meaning}`.toLowerCase().includes(query)) {
    const below = field.fields.flatMap((inner) => filterField(inner, query));
    return [{ ...field, fields: below.length > 0 ? below : field.fields }];
  }
  const below = field.fields.flatMap((inner) => filterField(inner, query));
  return below.length > 0 ? [{ ...field, fields: below }] : [];
}
