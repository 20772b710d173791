import type { App } from '../../context/app-context.tsx';
import type { Command } from '../../context/command.ts';
import { focusRegion } from '../../ui/focus-region.ts';
import { texts } from './texts.ts';

/** The commands about the filter and the selection. */
export function createResultsCommands(app: App): readonly Command[] {
  const { results, ui } = app.stores;
  return [
    {
      id: 'results.filter',
      title: texts.commands.filter,
      group: 'Results',
      hotkey: '/',
      run() {
        ui.getState().setFilterOpen(true);
        focusRegion('filter-fields');
      },
    },
    {
      id: 'results.clear-filter',
      title: texts.commands.clearFilter,
      group: 'Results',
      enabled: () => Object.keys(results.getState().filter).length > 0 || texts.commands.noFilter,
      run: () => results.getState().clearFilter(),
    },
    {
      id: 'results.clear-selection',
      title: texts.commands.clearSelection,
      group: 'Results',
      enabled: () => results.getState().selectedIds.size > 0 || texts.commands.nothingSelected,
      run: () => results.getState().setSelected([]),
    },
  ];
}
