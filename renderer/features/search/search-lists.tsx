import { Textarea } from '@mantine/core';
import { useSearch } from '../../context/use-stores.ts';
import styles from './results.module.css';
import { problemOf } from './search-problems.ts';
import { texts } from './texts.ts';

/** Lists of collection ranges and of record ids; collapsed while both are empty. */
export function SearchLists() {
  const { form, failure, change } = useSearch((state) => state);
  const fields = ['collectedRanges', 'recordIds'] as const;
  const isUsed = fields.some((field) => form[field] !== '' || problemOf(failure, field) !== undefined);
  return (
    <details className={styles.more} open={isUsed || undefined}>
      <summary>{texts.lists.title}</summary>
      <p className={styles.hint}>{texts.lists.about}</p>
      {fields.map((field) => (
        <Textarea
          key={field}
          label={texts.lists[field]}
          placeholder={texts.lists[`${field}Example`]}
          autosize
          minRows={2}
          maxRows={6}
          spellCheck={false}
          value={form[field]}
          error={problemOf(failure, field)}
          onChange={(event) => change({ [field]: event.currentTarget.value })}
        />
      ))}
    </details>
  );
}
