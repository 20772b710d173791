import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useApp } from '../../../context/app-context.tsx';
import type { Command } from '../../../context/command.ts';
import { useUi } from '../../../context/use-stores.ts';
import { HotkeyText } from '../../../ui/hotkey-text.tsx';
import { groupCommands } from '../palette/group-commands.ts';
import { texts } from '../texts.ts';
import styles from './help-dialog.module.css';

type KeyContext = { readonly context: string; readonly keys: readonly { keys: string; title: string }[] };

/** Keys that belong to a component rather than to a command, by where they act. */
const componentKeys: readonly KeyContext[] = [
  {
    context: texts.keys.table.title,
    keys: [
      { keys: '↑ ↓ Page Home End', title: texts.keys.table.move },
      { keys: 'Space', title: texts.keys.table.select },
      { keys: 'Shift ↑ ↓', title: texts.keys.table.range },
    ],
  },
  {
    context: texts.keys.passes.title,
    keys: [
      { keys: 'Ctrl ↑ ↓', title: texts.keys.passes.move },
      { keys: 'Space', title: texts.keys.passes.choose },
      { keys: 'Ctrl A', title: texts.keys.passes.all },
      { keys: 'Ctrl C', title: texts.keys.passes.copy },
    ],
  },
  {
    context: texts.keys.chips.title,
    keys: [
      { keys: '↑ ↓ ← →', title: texts.keys.chips.move },
      { keys: 'C X U F', title: texts.keys.chips.review },
    ],
  },
  {
    context: texts.keys.map.title,
    keys: [
      { keys: '↑ ↓ ← →', title: texts.keys.map.pan },
      { keys: 'Shift F10', title: texts.keys.map.menu },
      { keys: 'Enter', title: texts.keys.map.finish },
      { keys: 'Backspace', title: texts.keys.map.removeCorner },
    ],
  },
  {
    context: texts.keys.everywhere.title,
    keys: [
      { keys: 'Shift 1 … 9', title: texts.keys.everywhere.bookmark },
      { keys: 'Tab', title: texts.keys.everywhere.next },
      { keys: 'Esc', title: texts.keys.everywhere.close },
    ],
  },
];

const ofCommand = ({ hotkey, otherHotkey }: Command) =>
  [hotkey, otherHotkey].filter((key) => key !== undefined);
const ofReview = ({ reviewKeys = [] }: Command) => reviewKeys;
const hotkeyOf = (key: string) => <HotkeyText key={key} hotkey={key} />;

/** The dialog with all keys. */
export function HelpDialog() {
  const { stores } = useApp();
  const opened = useUi((state) => state.dialog === 'help');
  return (
    <Modal
      opened={opened}
      onClose={() => stores.ui.getState().closeDialog()}
      title={texts.keys.title}
      size={1080}
    >
      <KeyList />
    </Modal>
  );
}

/** All keys, by where they act. */
function KeyList() {
  const { commands } = useApp();
  const list = commands.list();
  return (
    <div className={styles.groups}>
      {groupCommands(list.filter((command) => ofCommand(command).length > 0)).map(
        ({ group, commands: members }) => (
          <KeySection
            key={group}
            title={group}
            rows={members.map((command) => ({
              title: command.title,
              keys: ofCommand(command).map(hotkeyOf),
            }))}
          />
        ),
      )}
      <KeySection
        title={texts.keys.review}
        rows={list
          .filter((command) => ofReview(command).length > 0)
          .map((command) => ({ title: command.title, keys: ofReview(command).map(hotkeyOf) }))}
      />
      {componentKeys.map(({ context, keys }) => (
        <KeySection
          key={context}
          title={context}
          rows={keys.map(({ keys: text, title }) => ({ title, keys: [<kbd key={text}>{text}</kbd>] }))}
        />
      ))}
    </div>
  );
}

function KeySection({
  title,
  rows,
}: {
  readonly title: string;
  readonly rows: readonly { readonly title: string; readonly keys: readonly ReactNode[] }[];
}) {
  return (
    <section className={styles.group}>
      <h3>{title}</h3>
      <dl>
        {rows.map((row) => (
          <div key={row.title}>
            <dt>{row.title}</dt>
            <dd>{row.keys}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
