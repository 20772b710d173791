import { markFileName } from '../../shared/marking.ts';
import type { Workspace } from '../core/workspace/open/workspace.ts';
import { markingOf } from '../core/workspace/read/marking.ts';
import type { HostServices, SaveTarget } from '../host-services.ts';

type WithWorkspace = { readonly workspace: () => Pick<Workspace, 'getSetting'> | undefined };

/** Asks the user for a file to write, with the marking of the open workspace in the suggested name. Null when cancelled. */
export async function chooseMarkedTarget(
  { core, host }: { readonly core: WithWorkspace; readonly host: Pick<HostServices, 'chooseSaveTarget'> },
  name: string,
): Promise<SaveTarget | null> {
  return host.chooseSaveTarget(await markedFileName(core, name));
}

/** A file name with the marking of the open workspace in front. */
export async function markedFileName(core: WithWorkspace, name: string): Promise<string> {
  return markFileName(name, await markingOf(core.workspace()));
}
