import { useEffect, useState } from 'react';

/** How long a copy button says that it copied, in milliseconds. */
const confirmationTime = 1_500;

/** What became of the last copy; it goes back to `idle` after a moment. */
export type CopyState = 'idle' | 'copied' | 'failed';

/** Copies text to the clipboard, and tells for a moment how that went. */
export function useCopy(): { readonly state: CopyState; copy(text: string): void } {
  const [state, setState] = useState<CopyState>('idle');
  useEffect(() => {
    if (state === 'idle') return;
    const timer = setTimeout(() => setState('idle'), confirmationTime);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = async (text: string) => setState((await copyText(text)) ? 'copied' : 'failed');
  return { state, copy: (text) => void copy(text) };
}

/** Whether the text is on the clipboard now. A host may refuse the clipboard API; the older way asks nobody. */
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
