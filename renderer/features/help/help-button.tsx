import { ActionIcon } from '@mantine/core';
import { IconHelp } from '@tabler/icons-react';
import { useApp } from '../../context/app-context.tsx';
import { texts } from './texts.ts';

/** The "?" of a panel, which opens its page of the guide. */
export function HelpButton({ page, panel }: { readonly page: string; readonly panel: string }) {
  const { commands } = useApp();
  const label = texts.panelHelp(panel);
  return (
    <ActionIcon
      size={17}
      aria-label={label}
      title={label}
      onClick={() => void commands.runWith('help.open', { page })}
    >
      <IconHelp size={15} stroke={1.5} aria-hidden />
    </ActionIcon>
  );
}
