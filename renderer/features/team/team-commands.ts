import type { Result } from '../../../shared/result.ts';
import type { App } from '../../context/app-context.tsx';
import type { Command } from '../../context/command.ts';
import { focusRegion } from '../../ui/focus-region.ts';
import { notifyFailure } from '../../ui/notify.tsx';
import { texts } from './texts.ts';

/** Creates the commands of the team, which are listed only when a team database is set. */
export function createTeamCommands({ api, queries, stores, queryClient }: App): readonly Command[] {
  const hasTeam = () => (queryClient.getQueryData(queries.team.state.queryKey())?.settings ?? null) !== null;
  const start = async (job: () => Promise<Result<unknown>>) => {
    const started = await job();
    if (!started.ok) notifyFailure(started.failure, texts.commands.notStarted);
    else stores.ui.getState().setJobsOpen(true);
  };
  const canStart = () => {
    if (!hasTeam()) return texts.commands.noTeam;
    return (stores.session.getState().session?.workspace ?? 'none') !== 'none' || texts.commands.noWorkspace;
  };
  return [
    {
      id: 'view.team',
      title: texts.commands.show,
      group: 'View',
      isListed: hasTeam,
      enabled: () => hasTeam() || texts.commands.noTeam,
      run() {
        stores.ui.getState().showPanel('team');
        focusRegion('side');
      },
    },
    {
      id: 'team.exchange',
      title: texts.commands.exchange,
      group: 'Workspace',
      isListed: hasTeam,
      enabled: canStart,
      run: () => start(() => api.team.exchange.mutate()),
    },
    {
      id: 'team.publish',
      title: texts.commands.publish,
      group: 'Workspace',
      isListed: hasTeam,
      enabled: canStart,
      run: () => start(() => api.team.publish.mutate()),
    },
    {
      id: 'team.publish-items',
      title: texts.commands.publishItems,
      group: 'Workspace',
      isListed: hasTeam,
      enabled: canStart,
      run: () => start(() => api.team.publishItems.mutate()),
    },
  ];
}
