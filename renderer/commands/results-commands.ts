import type { Job } from '../../shared/jobs/job.ts';
import type { Result } from '../../shared/result.ts';
import { readSearchForm } from '../../shared/results/search-form.ts';
import { toFailure } from '../api/failure-error.ts';
import type { App } from '../app/app-context.tsx';
import { focusRegion } from '../app/focus-region.ts';
import type { Command } from './command.ts';
import { filterByArea } from './search-commands.ts';

/** Fetching results, and what is shown, marked and exported of them. */
export function createResultsCommands(app: App): readonly Command[] {
  const { results, session, ui, workspace } = app.stores;
  const detections = () => {
    const { counts } = workspace.getState();
    return counts.state === 'ready' ? counts.value.detections : 0;
  };
  return [
    {
      id: 'results.fetch',
      title: 'Fetch results',
      group: 'Results',
      hotkey: 'shift+F',
      enabled: () => session.getState().session?.status === 'signed-in' || 'Sign in first.',
      run: () => startFetch(app),
    },
    {
      id: 'results.query-text',
      title: 'Show the query text',
      group: 'Results',
      run: () => ui.getState().openDialog('query-text'),
    },
    {
      id: 'results.export',
      title: 'Export detections',
      group: 'Results',
      hotkey: 'shift+E',
      enabled: () => detections() > 0 || 'There are no detections in this workspace yet. Fetch some first.',
      run: () => ui.getState().openDialog('export'),
    },
    {
      id: 'results.filter',
      title: 'Filter the table and the map',
      group: 'Results',
      hotkey: '/',
      run() {
        ui.setState({ dockOpen: true, filterOpen: true });
        focusRegion('filter');
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

/** Begins the fetch that the form asks for; what is wrong with it is shown at its fields. */
async function startFetch(app: App): Promise<void> {
  const { api, stores } = app;
  const { search, ui, workspace } = stores;
  if (search.getState().starting) return;
  ui.getState().showPanel('results');
  const input = readSearchForm(search.getState().form);
  if (!input.ok) {
    search.setState({ failure: input.failure });
    return;
  }
  search.setState({ starting: true, failure: null });
  try {
    const job: Result<Job> = await api.results.startFetch.mutate(input.value);
    if (!job.ok) search.setState({ failure: job.failure });
    else {
      const { value } = job;
      filterByArea(app, search.getState().form.areaId);
      // The event may have come first.
      workspace.setState(({ jobs }) =>
        jobs.some(({ id }) => id === value.id) ? {} : { jobs: [value, ...jobs] },
      );
    }
  } catch (error) {
    search.setState({ failure: toFailure(error) });
  } finally {
    search.setState({ starting: false });
  }
}
