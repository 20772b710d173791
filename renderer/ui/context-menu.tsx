import { Menu } from '@mantine/core';
import type { ReactNode } from 'react';

/** `keydown` is not included: a key that opens the menu still bubbles to the document. */
const outsideClickEvents = ['mousedown', 'touchstart'];

/** An open menu at a position in the window, in CSS pixels; `label` is its accessible name. */
export function ContextMenu({
  x,
  y,
  label,
  onClose,
  children,
}: {
  readonly x: number;
  readonly y: number;
  readonly label: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  return (
    <Menu
      opened
      onClose={onClose}
      position="bottom-start"
      offset={2}
      clickOutsideEvents={outsideClickEvents}
      returnFocus={false}
    >
      <Menu.Target>
        <span style={{ position: 'fixed', left: x, top: y, width: 1, height: 1 }} />
      </Menu.Target>
      <Menu.Dropdown aria-label={label}>{children}</Menu.Dropdown>
    </Menu>
  );
}
