import type { useRovingIndex } from '@mantine/hooks';

/** The props of a button of a toolbar, which is one tab stop: arrow keys move between its buttons. */
export type ToolbarItem = ReturnType<useRovingIndex.ReturnValue['getItemProps']>;
