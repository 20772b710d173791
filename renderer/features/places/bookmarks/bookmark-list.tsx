import { Button, Checkbox, TextInput } from '@mantine/core';
import { useState } from 'react';
import { formatDecimalDegrees } from '../../../../shared/geo/coordinates.ts';
import { useApp } from '../../../context/app-context.tsx';
import { useBookmarks } from '../../../context/use-bookmarks.ts';
import { useResults, useUi } from '../../../context/use-stores.ts';
import { toFailure } from '../../../ui/failure-error.ts';
import { FailureNote } from '../../../ui/failure-note.tsx';
import { LoadingState } from '../../../ui/loading-state.tsx';
import { useSubmit } from '../../../ui/use-submit.ts';
import { addBookmark } from '../place-actions.ts';
import { texts } from '../texts.ts';
import { BookmarkRow } from './bookmark-row.tsx';
import styles from './bookmarks.module.css';

/** Saves the current map view as a bookmark, and lists the bookmarks. */
export function BookmarkList() {
  const { data, error, isPending, isEnabled } = useBookmarks();
  return (
    <div className={styles.panel}>
      <NewBookmark />
      {error ? <FailureNote failure={toFailure(error)} title={texts.bookmarks.notRead} /> : null}
      {isPending && isEnabled ? <LoadingState label={texts.bookmarks.loading} /> : null}
      {data?.length === 0 || !isEnabled ? (
        <p className={styles.remark}>{isEnabled ? texts.bookmarks.none : texts.bookmarks.signInFirst}</p>
      ) : null}
      <ol className={styles.list}>
        {(data ?? []).map((bookmark, index) => (
          <BookmarkRow key={bookmark.id} bookmark={bookmark} index={index} count={data?.length ?? 0} />
        ))}
      </ol>
    </div>
  );
}

function NewBookmark() {
  const app = useApp();
  const center = useUi((state) => state.view?.center);
  const hasFilter = useResults((state) => Object.keys(state.filter).length > 0);
  const [name, setName] = useState('');
  const [withFilter, setWithFilter] = useState(false);
  const defaultName = center ? formatDecimalDegrees(center, 2) : texts.bookmarks.defaultName;
  const { submit, failure } = useSubmit(async () => {
    const problem = await addBookmark(app, {
      name: name.trim() || defaultName,
      withFilter: withFilter && hasFilter,
    });
    if (!problem) setName('');
    return problem;
  });
  return (
    <form className={styles.form} onSubmit={submit} aria-label={texts.bookmarks.new}>
      <div className={styles.line}>
        <TextInput
          className="grow"
          aria-label={texts.bookmarks.newName}
          placeholder={defaultName}
          maxLength={120}
          value={name}
          data-autofocus
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <Button type="submit" variant="filled">
          {texts.bookmarks.save}
        </Button>
      </div>
      {hasFilter ? (
        <Checkbox
          size="xs"
          label={texts.bookmarks.withFilter}
          checked={withFilter}
          onChange={({ currentTarget }) => setWithFilter(currentTarget.checked)}
        />
      ) : null}
      {failure ? <FailureNote failure={failure} title={texts.bookmarks.notSaved} /> : null}
    </form>
  );
}
