import { namedFieldLists } from '../../../shared/results/field-list.ts';
import { flattenFields, recordFields } from '../../../shared/results/record-fields.ts';
import type { SearchForm } from '../../../shared/results/search-form.ts';
import { useApp } from '../../context/app-context.tsx';
import { useSearch, useSession } from '../../context/use-stores.ts';
import { type FormRow, FormRows } from '../../ui/form/form.tsx';
import { SuggestionInput } from '../../ui/suggestion-input.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import { fieldListName } from './field-list-name.ts';
import styles from './results.module.css';
import { problemOf } from './search-problems.ts';
import { texts } from './texts.ts';

/** Record limit, page size, sorting and fields. */
export function SearchLimits() {
  const { commands } = useApp();
  const { form, failure, change } = useSearch((state) => state);
  const brand = useSession((state) => state.session?.profile.brand) ?? 'svc';
  const sortPaths = flattenFields(recordFields(brand)).flatMap(({ kind, path }) =>
    kind === 'value' ? [path] : [],
  );
  const search = { values: form, change };
  const numberRow = (name: 'maxRecords' | 'pageSize' | 'startRecord'): FormRow<SearchForm> => ({
    ...{ kind: 'text', name, label: texts.limits[name], inputMode: 'numeric' },
    ...{ placeholder: texts.limits[`${name}Example`], error: problemOf(failure, name) },
  });
  const isNamed = namedFieldLists.some((list) => list === form.fields);
  return (
    <>
      <div className={styles.pair}>
        <FormRows
          form={search}
          rows={[numberRow('maxRecords'), numberRow('pageSize'), numberRow('startRecord')]}
        />
        <SuggestionInput
          label={texts.limits.sortBy}
          placeholder={texts.limits.sortByExample}
          data={sortPaths}
          value={form.sortField}
          error={problemOf(failure, 'sortField')}
          comboboxProps={{ width: 260, position: 'bottom-start' }}
          onChange={(sortField) => change({ sortField })}
        />
        <FormRows
          form={search}
          rows={[
            {
              ...{ kind: 'choice', name: 'sortOrder', label: texts.limits.order },
              data: [
                { value: 'ASC', label: texts.limits.ascending },
                { value: 'DESC', label: texts.limits.descending },
              ],
              disabled: form.sortField === '',
            },
          ]}
        />
      </div>
      <FormRows
        form={search}
        rows={[
          {
            ...{ kind: 'choice', name: 'fields', label: texts.limits.fields },
            data: [
              ...namedFieldLists.toReversed().map((list) => ({ value: list, label: fieldListName(list) })),
              ...(isNamed ? [] : [{ value: form.fields, label: fieldListName(form.fields) }]),
            ],
          },
        ]}
      />
      <div>
        <TextButton onClick={() => commands.run('results.choose-fields')}>
          {texts.limits.chooseFields}
        </TextButton>
      </div>
    </>
  );
}

/** The fields of `SearchLimits` whose value can be refused. */
export const limitFields = ['maxRecords', 'startRecord', 'pageSize', 'sortField', 'sortOrder'] as const;

/** Whether a limit, a sorting or a list of fields is set; the size of pages has a value from the start. */
export function hasLimits({ maxRecords, startRecord, sortField, fields }: SearchForm): boolean {
  return maxRecords !== '' || startRecord !== '' || sortField !== '' || fields !== 'all';
}
