import type { App } from '../../context/app-context.tsx';
import type { Command } from '../../context/command.ts';
import { redoLastEdit, undoLastEdit } from '../../context/edit-history.ts';
import { texts } from './texts.ts';

/**
 * Undo and redo of everything that changes what the workspace retains. Neither is ever disabled: when it cannot act, it
 * reports why.
 */
export function createEditCommands(app: App): readonly Command[] {
  return [
    {
      id: 'edit.undo',
      title: texts.commands.undo,
      group: 'Edit',
      hotkey: 'mod+Z',
      reviewKeys: ['Z'],
      run: () => undoLastEdit(app),
    },
    {
      id: 'edit.redo',
      title: texts.commands.redo,
      group: 'Edit',
      hotkey: 'mod+shift+Z',
      otherHotkey: 'mod+Y',
      run: () => redoLastEdit(app),
    },
  ];
}
