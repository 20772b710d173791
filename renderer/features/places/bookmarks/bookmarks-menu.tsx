import { Popover, Tooltip, UnstyledButton } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconBookmarks } from '@tabler/icons-react';
import { useApp } from '../../app/app-context.tsx';
import { isNothingOpen } from '../../app/is-nothing-open.ts';
import { usePlaces } from '../../app/use-stores.ts';
import { openBookmarkAt } from '../../commands/place-work.ts';
import mapStyles from '../map/map.module.css';
import { BookmarkList } from './bookmark-list.tsx';

/** Shift and a digit go to the bookmark of that place; Ctrl and a digit are the browser's. */
const digits = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const;

/** The button of the map's toolbar that lists the bookmarks. */
export function BookmarksMenu() {
  const app = useApp();
  const { places } = app.stores;
  const isOpen = usePlaces((state) => state.bookmarksOpen);
  useHotkeys(
    digits.map((digit) => [
      `shift+Digit${digit}`,
      () => isNothingOpen() && void openBookmarkAt(app, digit - 1),
      // What the key writes with Shift depends on the keyboard.
      { usePhysicalKeys: true, preventDefault: false },
    ]),
  );
  return (
    <Popover
      opened={isOpen}
      onChange={(bookmarksOpen) => places.setState({ bookmarksOpen })}
      position="bottom-start"
      trapFocus
      returnFocus
      width={330}
    >
      <Popover.Target>
        <Tooltip label="Bookmarks (shift+B)">
          <UnstyledButton
            className={mapStyles.tool}
            aria-label="Bookmarks"
            aria-keyshortcuts="Shift+B"
            onClick={() => places.setState({ bookmarksOpen: !isOpen })}
          >
            <IconBookmarks size={17} stroke={1.7} aria-hidden />
          </UnstyledButton>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown aria-label="Bookmarks">
        <BookmarkList />
      </Popover.Dropdown>
    </Popover>
  );
}
