import type { App } from '../../context/app-context.tsx';
import type { Command } from '../../context/command.ts';
import { focusRegion } from '../../ui/focus-region.ts';

/** The commands about the filter and the selection. */
export function createResultsCommands(app: App): readonly Command[] {
  const { results, ui } = app.stores;
  return [
    {
      id: 'results.filter',
      title: 'Filter what is shown',
      group: 'Results',
      hotkey: '/',
      run() {
        ui.getState().setFilterOpen(true);
        focusRegion('filter-fields');
      },
    },
    {
      id: 'results.clear-filter',
      title: 'Clear the filter',
      group: 'Results',
      enabled: () => Object.keys(results.getState().filter).length > 0 || 'No filter is set.',
      run: () => results.getState().clearFilter(),
    },
    {
      id: 'results.clear-selection',
      title: 'Clear the selection',
      group: 'Results',
      enabled: () => results.getState().selectedIds.size > 0 || 'Nothing is selected.',
      run: () => results.getState().setSelected([]),
    },
  ];
}
