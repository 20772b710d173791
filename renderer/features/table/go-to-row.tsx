import { Popover, TextInput } from '@mantine/core';
import { useState } from 'react';
import { fail } from '../../../shared/result.ts';
import { useApp } from '../../context/app-context.tsx';
import { useDock } from '../../context/use-stores.ts';
import { FailureText } from '../../ui/failure-text.tsx';
import { useSubmit } from '../../ui/use-submit.ts';
import { goToRow } from './table-commands.ts';
import { texts } from './texts.ts';

/** A form that scrolls to a row by its number, or to a detection by its id; opened by its command. */
export function GoToRow() {
  const app = useApp();
  const isOpen = useDock((state) => state.isGoToRowOpen);
  const [text, setText] = useState('');
  const { submit, failure, clear } = useSubmit(async () => {
    const refusal = await goToRow(app, text);
    if (refusal !== null) return fail('invalid-input', refusal).failure;
    setOpen(false);
    return null;
  });
  const setOpen = (goingToRow: boolean) => {
    app.stores.dock.getState().setGoToRowOpen(goingToRow);
    clear();
  };
  return (
    <Popover opened={isOpen} onChange={setOpen} position="top-end" trapFocus returnFocus withRoles={false}>
      <Popover.Target>
        <span />
      </Popover.Target>
      <Popover.Dropdown>
        <form onSubmit={submit}>
          <TextInput
            label={texts.goToRow.field}
            placeholder={texts.goToRow.example}
            value={text}
            error={failure && <FailureText failure={failure} />}
            onChange={(event) => setText(event.currentTarget.value)}
            data-autofocus
          />
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}
