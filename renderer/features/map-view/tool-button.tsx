import { Tooltip, UnstyledButton } from '@mantine/core';
import type { IconProps } from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { useApp } from '../../context/app-context.tsx';
import { useTipWithKey } from '../../context/command-key.tsx';
import components from '../../ui/components.module.css';
import type { ToolbarItem } from '../../ui/toolbar-item.ts';

/** A button of the map that runs a command; its tip has the command's key, or why it is disabled. */
export function ToolButton({
  commandId,
  Icon,
  isPressed,
  item,
}: {
  readonly commandId: string;
  readonly Icon: ComponentType<IconProps>;
  /** Set for tools: whether the tool is active. */
  readonly isPressed?: boolean;
  readonly item: ToolbarItem;
}) {
  const { commands } = useApp();
  const command = commands.byId(commandId);
  if (!command) throw new Error(`The toolbar needs the command "${commandId}".`);
  const enabled = command.enabled?.() ?? true;
  const tip = useTipWithKey(command.title, commandId);
  return (
    <Tooltip label={enabled === true ? tip : `${command.title}: ${enabled}`}>
      <UnstyledButton
        {...item}
        className={components.tool}
        aria-label={command.title}
        aria-keyshortcuts={command.hotkey}
        aria-disabled={enabled !== true}
        {...(isPressed === undefined ? {} : { 'aria-pressed': isPressed })}
        onClick={(event) => {
          item.onClick(event);
          commands.run(commandId);
        }}
      >
        <Icon size={17} stroke={1.7} aria-hidden />
      </UnstyledButton>
    </Tooltip>
  );
}
