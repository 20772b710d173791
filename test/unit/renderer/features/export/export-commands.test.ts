import { expect, it, vi } from 'vitest';
import type { App } from '../../../../../renderer/context/app-context.tsx';
import {
  createExportCommands,
  createExportInputCommands,
} from '../../../../../renderer/features/export/export-commands.ts';
import { createStores } from '../../../../../renderer/stores/stores.ts';

it('an export of reviewed detections leaves the selection as it was', async () => {
  const stores = createStores();
  const { ui, results } = stores;
  const run = vi.fn(() => ui.getState().openDialog('export'));
  results.getState().setSelected([7]);
  const commands = createExportInputCommands({ stores, commands: { run } } as unknown as App);

  await commands.find(({ id }) => id === 'export.reviewed')?.run({ ids: [1, 2] } as never);
  expect(run).toHaveBeenCalledWith('results.export');
  expect([...results.getState().selectedIds]).toEqual([1, 2]);
  // A case is chosen in the same dialog.
  ui.getState().openDialog('case-export');
  expect([...results.getState().selectedIds]).toEqual([1, 2]);
  ui.getState().closeDialog();
  expect([...results.getState().selectedIds]).toEqual([7]);
});

it('a report of what is shown is one by pass', async () => {
  const runWith = vi.fn();
  const commands = createExportCommands({ stores: createStores(), commands: { runWith } } as unknown as App);
  await commands.find(({ title }) => title === 'Make a report of what is shown')?.run();
  expect(runWith).toHaveBeenCalledWith('export.report', { kind: 'pass' });
});
