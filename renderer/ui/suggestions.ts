import type { OptionsFilter } from '@mantine/core';
import type { KeyboardEvent } from 'react';

/** Lists options that contain the typed text, ignoring case and blanks: an equal one first, then those that begin with it. */
export const filterSuggestions: OptionsFilter = ({ options, search, limit }) => {
  const fold = (text: string) => text.replaceAll(/\s/g, '').toLowerCase();
  const typed = fold(search);
  const rank = (label: string) => (label === typed ? 0 : label.startsWith(typed) ? 1 : 2);
  return options
    .flatMap((option) => ('group' in option ? [] : [{ option, label: fold(option.label) }]))
    .filter(({ label }) => label.includes(typed))
    .toSorted((one, other) => rank(one.label) - rank(other.label))
    .slice(0, limit)
    .map(({ option }) => option);
};

/** On Tab, takes the highlighted suggestion of a Mantine combobox, as Enter does; the focus moves on. */
export function takeSuggestionOnTab(event: KeyboardEvent<HTMLInputElement>): void {
  if (event.key !== 'Tab' || event.shiftKey || event.currentTarget.value.trim() === '') return;
  const list = document.getElementById(event.currentTarget.getAttribute('aria-controls') ?? '');
  list?.querySelector<HTMLElement>('[data-combobox-selected]')?.click();
}
