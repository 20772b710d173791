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
import { BookmarkRow } from './bookmark-row.tsx';
import styles from './bookmarks.module.css';

/** Saves the current map view as a bookmark, and lists the bookmarks. */
export function BookmarkList() {
  const { data, error, isPending, isEnabled } = useBookmarks();
  return (
    <div className={styles.panel}>
      <NewBookmark />
      {error ? <FailureNote failure={toFailure(error)} title="The bookmarks could not be read." /> : null}
      {isPending && isEnabled ? <LoadingState label="Loading the bookmarks…" /> : null}
      {data?.length === 0 || !isEnabled ? (
        <p className={styles.remark}>
          {isEnabled
            ? 'No bookmarks yet. A bookmark saves the current map view in the workspace.'
            : 'Bookmarks are saved in the workspace. Sign in once to create one.'}
        </p>
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
  const defaultName = center ? formatDecimalDegrees(center, 2) : 'This view';
  const { submit, failure } = useSubmit(async () => {
    const problem = await addBookmark(app, {
      name: name.trim() || defaultName,
      withFilter: withFilter && hasFilter,
    });
    if (!problem) setName('');
    return problem;
  });
  return (
    <form className={styles.form} onSubmit={submit} aria-label="New bookmark">
      <div className={styles.line}>
        <TextInput
          className="grow"
          aria-label="Name of the new bookmark"
          placeholder={defaultName}
          maxLength={120}
          value={name}
          data-autofocus
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <Button type="submit" variant="filled">
          Save this view
        </Button>
      </div>
      {hasFilter ? (
        <Checkbox
          size="xs"
          label="Include the current filter"
          checked={withFilter}
          onChange={({ currentTarget }) => setWithFilter(currentTarget.checked)}
        />
      ) : null}
      {failure ? <FailureNote failure={failure} title="The bookmark was not saved." /> : null}
    </form>
  );
}
