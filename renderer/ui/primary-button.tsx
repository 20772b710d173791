import { Button, type ButtonProps } from '@mantine/core';
import { type ComponentProps, createContext, use, useLayoutEffect } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

const shown = createStore(() => ({ count: 0 }));

/** Whether a form or page next to the map shows its `PrimaryButton`; the screen has one primary button. */
export function useHasPrimaryButton(): boolean {
  return useStore(shown, ({ count }) => count > 0);
}

/** Whether the panel around is shown; a hidden one is invisible but laid out, to preserve its scroll position. */
export const IsPanelShown = createContext(true);

/**
 * The primary button of a form or page next to the map; with `isPrimary` false, or disabled, a button as any other.
 * Dialogs, which cover the page, have plain buttons with the variant `filled`.
 */
export function PrimaryButton({
  isPrimary = true,
  ...props
}: ButtonProps & Omit<ComponentProps<'button'>, keyof ButtonProps> & { readonly isPrimary?: boolean }) {
  const isInSight = use(IsPanelShown);
  const isShownAsPrimary = isPrimary && props.disabled !== true;
  useLayoutEffect(() => {
    if (!isShownAsPrimary || !isInSight) return;
    shown.setState(({ count }) => ({ count: count + 1 }));
    return () => shown.setState(({ count }) => ({ count: count - 1 }));
  }, [isShownAsPrimary, isInSight]);
  return <Button variant={isShownAsPrimary ? 'filled' : 'default'} {...props} />;
}
