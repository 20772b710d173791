import { Select, TextInput } from '@mantine/core';

import { namedFieldLists } from '../../../shared/results/field-list.ts';
import { flattenFields, recordFields } from '../../../shared/results/record-fields.ts';
import { useApp } from '../../context/app-context.tsx';
import { useSearch, useSession } from '../../context/use-stores.ts';
import { SuggestionInput } from '../../ui/suggestion-input.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import { fieldListName } from './field-list-name.ts';
import { FormFold } from './form-fold.tsx';
import styles from './results.module.css';
import { problemOf } from './search-problems.ts';
import { texts } from './texts.ts';

/** Record limit, page size, sorting and fields; folded at first, because the defaults fetch everything. */
export function SearchLimits() {
  const { commands } = useApp();
  const { form, failure, change } = useSearch((state) => state);
  const brand = useSession((state) => state.session?.profile.brand) ?? 'svc';
  const sortPaths = flattenFields(recordFields(brand)).flatMap(({ kind, path }) =>
    kind === 'value' ? [path] : [],
  );
  const fields = ['maxRecords', 'startRecord', 'pageSize', 'sortField', 'sortOrder'] as const;
  const hasProblem = fields.some((field) => problemOf(failure, field) !== undefined);
  const isNamed = namedFieldLists.some((list) => list === form.fields);
  const isUsed =
    form.maxRecords !== '' || form.startRecord !== '' || form.sortField !== '' || form.fields !== 'all';
  return (
    <FormFold title={texts.limits.title} isUsed={isUsed} failure={hasProblem ? failure : null}>
      <div className={styles.pair}>
        <TextInput
          label={texts.limits.maxRecords}
          placeholder={texts.limits.maxRecordsExample}
          inputMode="numeric"
          value={form.maxRecords}
          error={problemOf(failure, 'maxRecords')}
          onChange={(event) => change({ maxRecords: event.currentTarget.value })}
        />
        <TextInput
          label={texts.limits.pageSize}
          placeholder={texts.limits.pageSizeExample}
          inputMode="numeric"
          value={form.pageSize}
          error={problemOf(failure, 'pageSize')}
          onChange={(event) => change({ pageSize: event.currentTarget.value })}
        />
        <TextInput
          label={texts.limits.startRecord}
          placeholder={texts.limits.startRecordExample}
          inputMode="numeric"
          value={form.startRecord}
          error={problemOf(failure, 'startRecord')}
          onChange={(event) => change({ startRecord: event.currentTarget.value })}
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
        <Select
          label={texts.limits.order}
          data={[
            { value: 'ASC', label: texts.limits.ascending },
            { value: 'DESC', label: texts.limits.descending },
          ]}
          value={form.sortOrder}
          allowDeselect={false}
          disabled={form.sortField === ''}
          onChange={(order) => change({ sortOrder: order === 'DESC' ? 'DESC' : 'ASC' })}
        />
      </div>
      <Select
        label={texts.limits.fields}
        data={[
          ...namedFieldLists.toReversed().map((list) => ({ value: list, label: fieldListName(list) })),
          ...(isNamed ? [] : [{ value: form.fields, label: fieldListName(form.fields) }]),
        ]}
        value={form.fields}
        allowDeselect={false}
        onChange={(fields) => change({ fields: fields ?? 'all' })}
      />
      <div>
        <TextButton onClick={() => commands.run('results.choose-fields')}>
          {texts.limits.chooseFields}
        </TextButton>
      </div>
    </FormFold>
  );
}
