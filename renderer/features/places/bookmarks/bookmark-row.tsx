import { ActionIcon, Menu, TextInput, UnstyledButton } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import type { Bookmark, BookmarkChange } from '../../../shared/bookmarks/bookmark.ts';
import { formatDecimalDegrees } from '../../../shared/geo/coordinates.ts';
import { ask } from '../../api/ask.ts';
import { useApp } from '../../app/app-context.tsx';
import { notifyFailure, notifyUndo } from '../../app/notify.tsx';
import { openBookmark, removeBookmark } from '../../commands/place-work.ts';
import styles from './bookmarks.module.css';

/** A menu that lay outside of the list would close it when it is pressed. */
const insideList = { withinPortal: false };

/** A bookmark: a press goes there; its menu renames, moves, changes and deletes it. */
export function BookmarkRow({
  bookmark,
  place,
  count,
}: {
  readonly bookmark: Bookmark;
  readonly place: number;
  readonly count: number;
}) {
  const app = useApp();
  const [isRenaming, setRenaming] = useState(false);
  const { id, name, view, filter } = bookmark;
  const move = async (to: number) => {
    const result = await ask(() => app.api.bookmarks.move.mutate({ id, to }));
    if (!result.ok) notifyFailure(result.failure, `“${name}” was not moved.`);
  };
  const lookFromNow = async () => {
    const { center, zoom, rotation } = app.engine.view();
    const now: BookmarkChange = { id, view: { center: [center[0], center[1]], zoom, rotation } };
    const result = await ask(() => app.api.bookmarks.change.mutate(now));
    if (!result.ok) return notifyFailure(result.failure, `“${name}” was not changed.`);
    notifyUndo(`“${name}” now looks here.`, async () => {
      const back = await ask(() => app.api.bookmarks.change.mutate({ id, view }));
      if (!back.ok) notifyFailure(back.failure, `“${name}” could not be changed back.`);
    });
  };
  if (isRenaming) return <RenameForm bookmark={bookmark} onDone={() => setRenaming(false)} />;
  return (
    <li className={styles.row}>
      <UnstyledButton className={styles.open} onClick={() => openBookmark(app, bookmark)}>
        <span>{name}</span>
        <span className={styles.remark}>
          {formatDecimalDegrees(view.center, 2)}
          {filter ? ' · with its filter' : ''}
        </span>
      </UnstyledButton>
      {place < 9 ? <kbd>Shift {place + 1}</kbd> : null}
      <Menu {...insideList} position="bottom-end">
        <Menu.Target>
          <ActionIcon aria-label={`What to do with “${name}”`}>
            <IconDots size={15} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setRenaming(true)}>Rename</Menu.Item>
          <Menu.Item onClick={() => void lookFromNow()}>Look from where the map is now</Menu.Item>
          <Menu.Item disabled={place === 0} onClick={() => void move(place - 1)}>
            Move up
          </Menu.Item>
          <Menu.Item disabled={place === count - 1} onClick={() => void move(place + 1)}>
            Move down
          </Menu.Item>
          <Menu.Item color="red" onClick={() => void removeBookmark(app, bookmark)}>
            Delete
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </li>
  );
}

function RenameForm({ bookmark, onDone }: { readonly bookmark: Bookmark; readonly onDone: () => void }) {
  const { api } = useApp();
  const [name, setName] = useState(bookmark.name);
  const [problem, setProblem] = useState<string | null>(null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === '') return setProblem('Give the bookmark a name.');
    const result = await ask(() => api.bookmarks.change.mutate({ id: bookmark.id, name: name.trim() }));
    if (result.ok) onDone();
    else setProblem(result.failure.message);
  };
  return (
    <li>
      <form onSubmit={submit}>
        <TextInput
          aria-label={`New name of “${bookmark.name}”`}
          maxLength={120}
          value={name}
          error={problem}
          autoFocus
          onFocus={({ currentTarget }) => currentTarget.select()}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return;
            // The list stays open.
            event.stopPropagation();
            onDone();
          }}
        />
      </form>
    </li>
  );
}
