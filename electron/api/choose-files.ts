import path from 'node:path';
import { markFileName } from '../../shared/marking.ts';
import { type Result, succeed } from '../../shared/result.ts';
import type { ChosenFile } from '../core/base/file-ids.ts';
import type { Workspace } from '../core/workspace/open/workspace.ts';
import { markingOf } from '../core/workspace/read/marking.ts';
import type { HostServices, OpenFileRequest, SaveTarget } from '../host-services.ts';
import type { ApiContext } from './trpc.ts';

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

/** A file that was written, and where the browser can download it. */
type WrittenFile = SaveTarget & { readonly name: string };

/** Asks the user for a file to write as `chooseMarkedTarget` does, then writes it. Null when cancelled. */
export async function writeMarkedFile(
  ctx: ApiContext,
  name: string,
  write: (path: string) => Promise<Result<unknown>>,
): Promise<Result<WrittenFile | null>> {
  return writeFile(await chooseMarkedTarget(ctx, name), write);
}

/** Writes a file that the user has chosen. Null for none. */
export async function writeFile(
  target: SaveTarget | null,
  write: (path: string) => Promise<Result<unknown>>,
): Promise<Result<WrittenFile | null>> {
  if (!target) return succeed(null);
  const written = await write(target.path);
  return written.ok ? succeed({ ...target, name: path.basename(target.path) }) : written;
}

/** Files with certificates of authorities. */
export const certificates = { kind: 'Certificates', extensions: ['pem', 'crt', 'cer'] } as const;

/** Asks the user for a file, or finds the uploaded one, and calls `read` with it. Null when nothing was chosen. */
export async function openFile<T>(
  { host }: ApiContext,
  request: OpenFileRequest,
  read: (file: ChosenFile) => Promise<Result<T>>,
): Promise<Result<T | null>> {
  const chosen = await host.chooseOpenFile(request);
  return chosen ? read(chosen) : succeed(null);
}
