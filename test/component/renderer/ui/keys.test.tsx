import { screen, waitFor } from '@testing-library/dom';
import { type KeyboardEvent as ReactKeyboardEvent, useEffect, useState } from 'react';
import { expect, test, vi } from 'vitest';
import { RenameField } from '../../../../renderer/context/rename-field.tsx';
import { useKeys } from '../../../../renderer/ui/keys.ts';
import { openFilledCore } from '../../../builders/page/filled-core.ts';
import { openPage } from '../../../builders/page/open-page.tsx';
import { findQueryForm } from '../../../builders/page/search-form.ts';

const press = (target: Element, init: KeyboardEventInit) =>
  target.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init }));

/** Marks of browsers for a key that belongs to a conversion of an input method. */
const conversions: readonly KeyboardEventInit[] = [
  { isComposing: true, keyCode: 229 },
  { isComposing: true },
  { keyCode: 229 },
];

test('keys of a conversion of an input method reach no listener, and do what the browser does', async () => {
  const heard = vi.fn();
  function Field() {
    const [isListening, setListening] = useState(false);
    useKeys([
      ['Enter', heard],
      ['Escape', heard],
      ['C', heard],
    ]);
    useEffect(() => {
      setListening(true);
      for (const target of [window, document]) target.addEventListener('keydown', heard, true);
      return () => {
        for (const target of [window, document]) target.removeEventListener('keydown', heard, true);
      };
    }, []);
    const onKeyDown = (event: ReactKeyboardEvent) => heard(event);
    const label = isListening ? 'Name' : 'Not yet';
    return <input aria-label={label} onKeyDown={onKeyDown} onKeyDownCapture={onKeyDown} />;
  }
  openPage(await openFilledCore(), { content: <Field /> });
  const field = await screen.findByLabelText('Name');
  for (const conversion of conversions) {
    for (const key of ['Enter', 'Escape', 'c', 'Process', 'Backspace'])
      expect(press(field, { key, code: 'KeyC', ...conversion })).toBe(true);
  }
  expect(heard).not.toHaveBeenCalled();
  press(field, { key: 'Enter' });
  expect(heard).toHaveBeenCalledTimes(5);
});

test('Enter and Escape of a conversion neither save nor discard a name', async () => {
  const save = vi.fn(async () => null);
  const onDone = vi.fn();
  const field = { id: 'name of a draft', show: () => {}, label: 'Name', initialName: 'にほん' };
  openPage(await openFilledCore(), { content: <RenameField {...field} save={save} onDone={onDone} /> });
  const input = await screen.findByLabelText('Name');
  for (const conversion of conversions) {
    press(input, { key: 'Enter', ...conversion });
    press(input, { key: 'Escape', ...conversion });
  }
  expect(onDone).not.toHaveBeenCalled();
  press(input, { key: 'Enter' });
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
  expect(save).toHaveBeenCalledExactlyOnceWith('にほん');
});

test('commands are found by the place of a letter in other scripts, and by a sign however it is typed', async () => {
  openPage(await openFilledCore());
  await findQueryForm();
  // Ctrl K of a Russian layout.
  press(document.body, { key: 'л', code: 'KeyK', ctrlKey: true });
  const palette = await screen.findByPlaceholderText(/Search commands/);
  press(palette, { key: 'Escape', isComposing: true });
  expect(palette).toBeVisible();
  press(palette, { key: 'Escape' });
  await waitFor(() => expect(screen.queryByPlaceholderText(/Search commands/)).toBeNull());

  // Shift and the key behind 0 of a German layout.
  press(document.body, { key: '?', code: 'Minus', shiftKey: true });
  expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
});
