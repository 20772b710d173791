import { Button, Checkbox, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { formatDecimalDegrees } from '../../../shared/geo/coordinates.ts';
import type { Failure } from '../../../shared/result.ts';
import { toFailure } from '../../api/failure-error.ts';
import { useApp } from '../../app/app-context.tsx';
import { useResults, useUi } from '../../app/use-stores.ts';
import { addBookmark } from '../../commands/place-work.ts';
import { FailureNote } from '../../components/failure-note.tsx';
import { LoadingState } from '../../components/loading-state.tsx';
import { BookmarkRow } from './bookmark-row.tsx';
import styles from './bookmarks.module.css';
import { useBookmarks } from './use-bookmarks.ts';

/** Keeps what the map shows, and lists what was kept. */
export function BookmarkList() {
  const { data, error, isPending, isEnabled } = useBookmarks();
  return (
    <div className={styles.panel}>
      <NewBookmark />
      {error ? <FailureNote failure={toFailure(error)} title="The bookmarks could not be read." /> : null}
      {isPending && isEnabled ? <LoadingState label="Reading the bookmarks…" /> : null}
      {data?.length === 0 || !isEnabled ? (
        <p className={styles.remark}>
          {isEnabled
            ? 'No bookmark yet. One keeps where the map looks, in the workspace: a copy of it has them, too.'
            : 'Bookmarks are kept in the workspace. Sign in once to create one.'}
        </p>
      ) : null}
      <ol className={styles.list}>
        {(data ?? []).map((bookmark, place) => (
          <BookmarkRow key={bookmark.id} bookmark={bookmark} place={place} count={data?.length ?? 0} />
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
  const [failure, setFailure] = useState<Failure | null>(null);
  const usual = center ? formatDecimalDegrees(center, 2) : 'This view';
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const refused = await addBookmark(app, {
      name: name.trim() || usual,
      withFilter: withFilter && hasFilter,
    });
    setFailure(refused);
    if (!refused) setName('');
  };
  return (
    <form className={styles.form} onSubmit={submit} aria-label="New bookmark">
      <div className={styles.line}>
        <TextInput
          className="grow"
          aria-label="Name of the new bookmark"
          placeholder={usual}
          maxLength={120}
          value={name}
          data-autofocus
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <Button type="submit" variant="filled">
          Keep this view
        </Button>
      </div>
      {hasFilter ? (
        <Checkbox
          size="xs"
          label="With the filter that is in use"
          checked={withFilter}
          onChange={({ currentTarget }) => setWithFilter(currentTarget.checked)}
        />
      ) : null}
      {failure ? <FailureNote failure={failure} title="The bookmark was not kept." /> : null}
    </form>
  );
}
