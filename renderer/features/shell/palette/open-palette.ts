import { closeSpotlight, openSpotlight } from '@mantine/spotlight';
import { flushSync } from 'react-dom';

/** Text typed for the palette before its code was loaded; null when it is there or was not opened. */
let typedEarly: string | null = null;
let isLoaded = false;

/** Opens the palette. Its field has the focus at once, so that letters typed right after the key are not lost. */
export function openPalette(): void {
  flushSync(openSpotlight);
  if (isLoaded || typedEarly !== null) return;
  typedEarly = '';
  window.addEventListener('keydown', recordKey, { capture: true });
}

/** Must be called when the palette is loaded. Returns what was typed for it before. */
export function takeTypedEarly(): string {
  isLoaded = true;
  return stopRecording();
}

function recordKey(event: KeyboardEvent): void {
  const { key, ctrlKey, metaKey, altKey } = event;
  if (typedEarly === null || ctrlKey || metaKey || altKey) return;
  // Otherwise a letter would be the key of a command, or go to the field below.
  event.preventDefault();
  event.stopImmediatePropagation();
  if (key.length === 1) typedEarly += key;
  else if (key === 'Backspace') typedEarly = typedEarly.slice(0, -1);
  else if (key === 'Escape') {
    stopRecording();
    closeSpotlight();
  }
}

function stopRecording(): string {
  const typed = typedEarly ?? '';
  typedEarly = null;
  window.removeEventListener('keydown', recordKey, { capture: true });
  return typed;
}
