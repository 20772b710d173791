import { markFileName, toMarking } from '../../shared/marking.ts';
import type { Workspace } from '../core/workspace/open/workspace.ts';
import { markingKey } from '../core/workspace/read/marking.ts';
import type { HostServices, SaveTarget } from '../host-services.ts';

/** Asks the user for a file to write, with the marking of the open workspace in the suggested name. Null when cancelled. */
export async function chooseMarkedTarget(
  {
    core,
    host,
  }: {
    readonly core: { readonly workspace: () => Pick<Workspace, 'getSetting'> | undefined };
    readonly host: Pick<HostServices, 'chooseSaveTarget'>;
  },
  name: string,
): Promise<SaveTarget | null> {
  const marking = toMarking(await core.workspace()?.getSetting(markingKey));
  return host.chooseSaveTarget(markFileName(name, marking));
}
