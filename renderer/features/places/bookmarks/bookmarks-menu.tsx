import { Popover, Tooltip, UnstyledButton } from '@mantine/core';
import { IconBookmarks } from '@tabler/icons-react';
import { useApp } from '../../../context/app-context.tsx';
import { usePlaces } from '../../../context/use-stores.ts';
import components from '../../../ui/components.module.css';
import { isNoOverlayOpen } from '../../../ui/is-no-overlay-open.ts';
import { matchesHotkey, useKeys } from '../../../ui/keys.ts';
import { lazyComponent } from '../../../ui/lazy-component.tsx';
import type { ToolbarItem } from '../../../ui/toolbar-item.ts';
import { openBookmarkAt } from '../place-actions.ts';
import { texts } from '../texts.ts';

const BookmarkList = lazyComponent(async () => (await import('./bookmark-list.tsx')).BookmarkList);

/** Shift and a digit open the bookmark at that index; browsers use Ctrl and a digit for their tabs. */
const digits = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const;

/** The button of the map's toolbar that lists the bookmarks. */
export function BookmarksMenu({ item }: { readonly item: ToolbarItem }) {
  const app = useApp();
  const { places } = app.stores;
  const isOpen = usePlaces((state) => state.bookmarksOpen);
  useKeys(
    digits.map((digit) => [
      // By place: with Shift, the character of a digit key depends on the keyboard layout.
      `shift+Digit${digit}`,
      (event) => {
        // A sign with Shift on a digit key, such as `/` on a German keyboard, is the key of its command.
        const isTaken = app.commands.list().some(({ hotkey }) => hotkey && matchesHotkey(hotkey, event));
        if (!isTaken && isNoOverlayOpen()) void openBookmarkAt(app, digit - 1);
      },
    ]),
    'fields',
  );
  return (
    <Popover
      opened={isOpen}
      onChange={places.getState().setBookmarksOpen}
      position="bottom-start"
      trapFocus
      returnFocus
      width={330}
    >
      <Popover.Target>
        <Tooltip label={texts.bookmarks.buttonHint}>
          <UnstyledButton
            {...item}
            className={components.tool}
            aria-label={texts.bookmarks.title}
            aria-keyshortcuts="Shift+B"
            onClick={(event) => {
              item.onClick(event);
              places.getState().setBookmarksOpen(!isOpen);
            }}
          >
            <IconBookmarks size={17} stroke={1.7} aria-hidden />
          </UnstyledButton>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown aria-label={texts.bookmarks.title}>
        <BookmarkList />
      </Popover.Dropdown>
    </Popover>
  );
}
