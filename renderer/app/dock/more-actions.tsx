import { ActionIcon, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useApp } from '../../app/app-context.tsx';
import { copyFormats } from '../../commands/selection-commands.ts';

const actions = [
  { id: 'results.select-filtered', title: 'Select all that the filter leaves' },
  { id: 'results.invert-selection', title: 'Invert the selection' },
  { id: 'results.copy-rows', title: 'Copy the selected rows' },
  ...copyFormats.map(({ id, title }) => ({
    id: `results.copy-${id}`,
    title: `Copy the selection as ${title}`,
  })),
  { id: 'results.fetch-chips', title: 'Fetch chips…' },
];

/** What else can be done with the detections. An action that cannot be done now says why not. */
export function MoreActions() {
  const { commands } = useApp();
  return (
    <Menu position="top-end">
      <Menu.Target>
        <ActionIcon aria-label="More actions" title="More">
          <IconDots size={16} stroke={1.5} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map(({ id, title }) => (
          <Menu.Item key={id} onClick={() => commands.run(id)}>
            {title}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
