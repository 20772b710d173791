import { ActionIcon, Popover, TextInput } from '@mantine/core';
import { IconListNumbers } from '@tabler/icons-react';
import { useState } from 'react';
import { useApp } from '../../../app/app-context.tsx';
import { useDock } from '../../../app/use-stores.ts';
import { goToRow } from '../../../commands/table-commands.ts';

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
        <ActionIcon
          aria-label="Go to a row"
          title="Go to a row (G)"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          <IconListNumbers size={16} stroke={1.5} />
        </ActionIcon>
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
