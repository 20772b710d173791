import { ActionIcon, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { copyFormats } from '../../../shared/exchange/copy-formats.ts';
import { useApp } from '../../context/app-context.tsx';

const actions = [
  { id: 'results.select-filtered', title: 'Select all filtered' },
  { id: 'results.invert-selection', title: 'Invert the selection' },
  { id: 'results.copy-rows', title: 'Copy selected rows' },
  ...copyFormats.map(({ id, title }) => ({
    id: `results.copy-${id}`,
    title: `Copy selection as ${title}`,
  })),
  { id: 'results.fetch-chips', title: 'Prefetch chips…' },
];

/** More actions on the detections. A disabled action shows the reason when it is run. */
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
