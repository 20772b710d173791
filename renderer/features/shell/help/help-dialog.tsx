import { Modal } from '@mantine/core';
import { useApp } from '../../../context/app-context.tsx';
import type { Command } from '../../../context/command.ts';
import { useUi } from '../../../context/use-stores.ts';
import { HotkeyText } from '../../../ui/hotkey-text.tsx';
import { groupCommands } from '../palette/group-commands.ts';
import styles from './help-dialog.module.css';

/** Keys that belong to a component rather than to a command. */
const contextKeys = [
  { keys: '↑ ↓ Page Home End', title: 'In the table: move to another detection' },
  { keys: 'Space', title: 'In the table: select or deselect' },
  { keys: 'Shift ↑ ↓', title: 'In the table: select a range' },
  { keys: 'Shift F10', title: 'On the map: coordinates and features at its center' },
  { keys: 'Shift 1 … 9', title: 'Go to the bookmark at that position in the list' },
  { keys: 'C X U F', title: 'In the chip grid: review the selection' },
  { keys: 'Tab', title: 'Move to the next field, button or region' },
  { keys: 'Esc', title: 'Close the topmost dialog, or cancel' },
] as const;

/** The keys of a command; review keys without Ctrl work only during a review or in its panel. */
function keysOf({ hotkey, reviewKeys = [] }: Command): readonly string[] {
  return hotkey ? [hotkey, ...reviewKeys] : reviewKeys;
}

/** The dialog that lists all keys, by group. */
export function HelpDialog() {
  const { commands, stores } = useApp();
  const opened = useUi((state) => state.dialog === 'help');
  return (
    <Modal
      opened={opened}
      onClose={() => stores.ui.getState().closeDialog()}
      title="Keyboard shortcuts"
      size={720}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <div className={styles.groups}>
        {groupCommands(commands.list().filter((command) => keysOf(command).length > 0)).map(
          ({ group, commands: members }) => (
            <section key={group} className={styles.group}>
              <h3>{group}</h3>
              <dl>
                {members.map((command) => (
                  <div key={command.id}>
                    <dt>{command.title}</dt>
                    <dd>
                      {keysOf(command).map((key) => (
                        <HotkeyText key={key} hotkey={key} />
                      ))}
                    </dd>
                  </div>
                ))}
              </dl>
            </section>
          ),
        )}
        <section className={styles.group}>
          <h3>Navigation</h3>
          <dl>
            {contextKeys.map(({ keys, title }) => (
              <div key={title}>
                <dt>{title}</dt>
                <dd>
                  <kbd>{keys}</kbd>
                </dd>
              </div>
            ))}
          </dl>
        </section>
      </div>
    </Modal>
  );
}
