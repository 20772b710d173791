import { useEffect, useState } from 'react';

/** Time for which a copy button shows its confirmation. */
const confirmationMs = 1_500;

/** The result of the last copy; returns to `idle` after a moment. */
export type CopyState = 'idle' | 'copied' | 'failed';

/** Copies text to the clipboard, and shows the result for a moment. */
export function useCopy(): { readonly state: CopyState; copy(text: string): void } {
  const [state, setState] = useState<CopyState>('idle');
  useEffect(() => {
    if (state === 'idle') return;
    const timer = setTimeout(() => setState('idle'), confirmationMs);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = async (text: string) => setState((await copyText(text)) ? 'copied' : 'failed');
  return { state, copy: (text) => void copy(text) };
}

/** Copies text and returns whether it succeeded. Falls back to `execCommand` where the clipboard API is blocked. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

function copyBySelection(text: string): boolean {
  const focused = document.activeElement;
  const field = document.createElement('textarea');
  field.value = text;
  field.style.position = 'fixed';
  field.style.opacity = '0';
  document.body.append(field);
  field.select();
  const copied = document.execCommand('copy');
  field.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return copied;
}
