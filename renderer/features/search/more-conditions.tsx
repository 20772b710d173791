import { Textarea } from '@mantine/core';
import { useSearch } from '../../context/use-stores.ts';
import { UtcInput } from '../../ui/utc-input.tsx';
import { FormFold } from './form-fold.tsx';
import { OtherFields } from './other-fields.tsx';
import styles from './results.module.css';
import { problemOf } from './search-problems.ts';
import { texts } from './texts.ts';

const uploadTimes = ['uploadedAfter', 'uploadedBefore'] as const;
const lists = ['collectedRanges', 'recordIds'] as const;
const fields = [...uploadTimes, ...lists, 'conditions'] as const;

/** Upload times, lists of collection ranges and of record IDs, and conditions on other fields. */
export function MoreConditions() {
  const { form, failure, change } = useSearch((state) => state);
  const isUsed = fields.some((field) => form[field].length > 0);
  const hasProblem = fields.some((field) => problemOf(failure, field) !== undefined);
  return (
    <FormFold title={texts.moreConditions.title} isUsed={isUsed} failure={hasProblem ? failure : null}>
      <div className={styles.pair}>
        {uploadTimes.map((field) => (
          <UtcInput
            key={field}
            label={texts.form[field]}
            value={form[field]}
            isEnd={field === 'uploadedBefore'}
            error={problemOf(failure, field)}
            onChange={(time) => change({ [field]: time })}
          />
        ))}
      </div>
      {lists.map((field) => (
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
      <p className={styles.hint}>{texts.lists.about}</p>
      <OtherFields />
    </FormFold>
  );
}
