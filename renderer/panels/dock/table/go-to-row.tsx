import { Popover, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useApp } from '../../../app/app-context.tsx';
import { useDock } from '../../../app/use-stores.ts';
import { goToRow } from '../../../commands/table-commands.ts';
import { TextButton } from '../../../components/text-button.tsx';

/** Brings a row into view by its number, or a detection by its id. */
export function GoToRow() {
  const app = useApp();
  const isOpen = useDock((state) => state.goingToRow);
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const setOpen = (goingToRow: boolean) => {
    app.stores.dock.setState({ goingToRow });
    setProblem(null);
  };
  return (
    <Popover opened={isOpen} onChange={setOpen} position="top-end" trapFocus returnFocus>
      <Popover.Target>
        <TextButton aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          Go to…
        </TextButton>
      </Popover.Target>
      <Popover.Dropdown>
        <form
          onSubmit={async (event) => {
            event.preventDefault();
            const refusal = await goToRow(app, text);
            setProblem(refusal);
            if (refusal === null) setOpen(false);
          }}
        >
          <TextInput
            label="Row number, or # and the id of a detection"
            placeholder="500,000 or #20934"
            value={text}
            error={problem}
            onChange={(event) => setText(event.currentTarget.value)}
            data-autofocus
          />
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}
