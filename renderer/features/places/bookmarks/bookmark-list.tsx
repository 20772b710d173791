import { ActionIcon, Checkbox, Menu, TextInput, UnstyledButton } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useState } from 'react';
import type { Bookmark } from '../../../../shared/bookmarks/bookmark.ts';
import { formatDecimalDegrees } from '../../../../shared/geo/coordinates.ts';
import { formatPosition } from '../../../../shared/geo/format-position.ts';
import type { Failure } from '../../../../shared/result.ts';
import { useApp } from '../../../context/app-context.tsx';
import { changeItem, moveItem, useItems } from '../../../context/items.ts';
import { RenameField } from '../../../context/rename-field.tsx';
import { useIsTyped, useTyped } from '../../../context/typed-forms.ts';
import { useResults, useUi } from '../../../context/use-stores.ts';
import { FailureNote } from '../../../ui/failure-note.tsx';
import { notifyFailure } from '../../../ui/notify.tsx';
import { PrimaryButton } from '../../../ui/primary-button.tsx';
import { QueryState } from '../../../ui/query-state.tsx';
import { useSubmit } from '../../../ui/use-submit.ts';
import { addBookmark, openBookmark, removeBookmark } from '../place-actions.ts';
import { texts } from '../texts.ts';
import styles from './bookmarks.module.css';

/** Saves the current map view as a bookmark, and lists the bookmarks. */
export function BookmarkList() {
  const bookmarks = useItems('bookmarks');
  const { data, isEnabled } = bookmarks;
  return (
    <div className={styles.panel}>
      <NewBookmark />
      <QueryState
        query={bookmarks}
        title={texts.bookmarks.notRead}
        loading={isEnabled ? texts.bookmarks.loading : undefined}
      />
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
  // What is typed stays while the list is closed.
  const [name, setName] = useTyped('new bookmark', '');
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
        <PrimaryButton type="submit">{texts.bookmarks.save}</PrimaryButton>
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

/** The popover would treat a click in a menu in a portal as a click outside, and close. */
const menuInsidePopover = { withinPortal: false };

/** A bookmark: a click opens it; its menu renames, moves, updates and deletes it. */
function BookmarkRow({
  bookmark,
  index,
  count,
}: {
  readonly bookmark: Bookmark;
  readonly index: number;
  readonly count: number;
}) {
  const app = useApp();
  const [isRenaming, setRenaming] = useState(false);
  const { id, name, view, filter } = bookmark;
  const move = (to: number) =>
    moveItem(
      app,
      'bookmarks',
      { id, from: index, to },
      { name: texts.edits.moving(name), failed: texts.bookmarks.notMoved(name) },
    );
  const setToCurrentView = async () => {
    const { center, zoom, rotation } = app.engine.camera.state;
    const change = { id, view: { center: [center[0], center[1]] as [number, number], zoom, rotation } };
    const failure = await changeItem(app, 'bookmarks', change, {
      name: texts.edits.updating(name),
      message: texts.edits.updated(name),
    });
    if (failure) notifyFailure(failure, texts.bookmarks.notChanged(name));
  };
  const isTyped = useIsTyped(nameIdOf(bookmark));
  if (isRenaming || isTyped) return <RenameForm bookmark={bookmark} onDone={() => setRenaming(false)} />;
  return (
    <li className={styles.row}>
      <UnstyledButton className={styles.open} onClick={() => openBookmark(app, bookmark)}>
        <span>{name}</span>
        <span className={styles.remark}>
          {formatPosition(view.center, 2)}
          {filter ? texts.bookmarks.filterMark : ''}
        </span>
      </UnstyledButton>
      {index < 9 ? <kbd>{texts.bookmarks.key(index + 1)}</kbd> : null}
      <Menu {...menuInsidePopover} position="bottom-end">
        <Menu.Target>
          <ActionIcon aria-label={texts.bookmarks.actions(name)}>
            <IconDots size={15} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setRenaming(true)}>{texts.bookmarks.rename}</Menu.Item>
          <Menu.Item onClick={() => void setToCurrentView()}>{texts.bookmarks.update}</Menu.Item>
          <Menu.Item disabled={index === 0} onClick={() => void move(index - 1)}>
            {texts.bookmarks.moveUp}
          </Menu.Item>
          <Menu.Item disabled={index === count - 1} onClick={() => void move(index + 1)}>
            {texts.bookmarks.moveDown}
          </Menu.Item>
          <Menu.Item color="red" onClick={() => void removeBookmark(app, bookmark)}>
            {texts.bookmarks.delete}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </li>
  );
}

function RenameForm({ bookmark, onDone }: { readonly bookmark: Bookmark; readonly onDone: () => void }) {
  const app = useApp();
  const save = async (name: string): Promise<Failure | null> => {
    if (name.trim() === '') return { code: 'invalid-input', message: texts.bookmarks.nameMissing };
    const change = { id: bookmark.id, name: name.trim() };
    return changeItem(app, 'bookmarks', change, { name: texts.edits.renaming(bookmark.name) });
  };
  return (
    <li>
      <RenameField
        id={nameIdOf(bookmark)}
        show={() => app.stores.places.getState().setBookmarksOpen(true)}
        label={texts.bookmarks.renameLabel(bookmark.name)}
        initialName={bookmark.name}
        save={save}
        onDone={onDone}
      />
    </li>
  );
}

function nameIdOf({ id }: Bookmark): string {
  return `name of bookmark ${id}`;
}
