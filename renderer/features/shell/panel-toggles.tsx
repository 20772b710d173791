import { ActionIcon, Tooltip } from '@mantine/core';
import {
  type Icon,
  IconFocusCentered,
  IconLayoutBottombar,
  IconLayoutSidebar,
  IconLayoutSidebarRight,
} from '@tabler/icons-react';
import { useApp } from '../../context/app-context.tsx';
import { useUi } from '../../context/use-stores.ts';
import { isPanelShown, type PanelSlot } from '../../stores/panel-layout.ts';
import { hotkeyText } from '../../ui/hotkey-text.tsx';
import styles from './header.module.css';
import { texts } from './texts.ts';

const panels: readonly {
  readonly slot: PanelSlot;
  readonly label: string;
  readonly commandId: string;
  readonly Glyph: Icon;
}[] = [
  { slot: 'side', label: texts.toggles.side, commandId: 'view.side-panel', Glyph: IconLayoutSidebar },
  { slot: 'dock', label: texts.toggles.dock, commandId: 'view.dock', Glyph: IconLayoutBottombar },
  {
    slot: 'inspector',
    label: texts.toggles.inspector,
    commandId: 'view.inspector-panel',
    Glyph: IconLayoutSidebarRight,
  },
];

/** Buttons that show or hide each panel, and all of them. */
export function PanelToggles() {
  return (
    <fieldset className={styles.toggles} aria-label={texts.toggles.label}>
      {panels.map((panel) => (
        <PanelToggle key={panel.slot} {...panel} />
      ))}
      <CommandIcon commandId="view.focus-map" label={texts.toggles.focusMap} Glyph={IconFocusCentered} />
    </fieldset>
  );
}

function PanelToggle({ slot, ...button }: (typeof panels)[number]) {
  const isShown = useUi((state) => isPanelShown(state, slot));
  return <CommandIcon {...button} slot={slot} isPressed={isShown} />;
}

function CommandIcon({
  commandId,
  label,
  Glyph,
  slot,
  isPressed,
}: {
  readonly commandId: string;
  readonly label: string;
  readonly Glyph: Icon;
  readonly slot?: PanelSlot;
  readonly isPressed?: boolean;
}) {
  const { commands } = useApp();
  const command = commands.byId(commandId);
  const key = command?.hotkey ? ` (${hotkeyText(command.hotkey)})` : '';
  return (
    <Tooltip label={`${command?.title ?? label}${key}`}>
      <ActionIcon
        size={28}
        className={styles.toggle}
        data-slot={slot}
        aria-label={label}
        aria-pressed={isPressed}
        onClick={() => commands.run(commandId)}
      >
        <Glyph size={18} stroke={1.6} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}
