import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { createAppHandler } from '../../../electron/app-handler.ts';
import { createExportFolder } from '../../../electron/browser/export-folder.ts';
import { createUploadFolder } from '../../../electron/browser/upload-folder.ts';
import type { Core } from '../../../electron/core/core.ts';
import type { HostServices } from '../../../electron/host-services.ts';
import { stubHost } from '../stub-core.ts';

/** The browser host's services for a page in this process, and its responses to what the page fetches from its origin. */
export function createPageHost(core: Core) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'sightline-host-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const exported = createExportFolder(path.join(folder, 'exports'));
  const uploaded = createUploadFolder(path.join(folder, 'incoming'));
  const host: HostServices = {
    ...stubHost,
    chooseSaveTarget: exported.chooseTarget,
    chooseOpenFile: async ({ uploadId }) => (await uploaded).find(uploadId),
  };
  const handler = createAppHandler({
    core,
    host,
    rendererDir: folder,
    onProblem: (error) => {
      throw error;
    },
  });
  const running = new Set<Promise<Response>>();
  // The core is closed once all have their responses, as behind a server.
  onTestFinished(async () => void (await Promise.allSettled(running)));
  const respond = (request: Request): Promise<Response> => {
    const response = (async () =>
      (await exported.respond(request)) ?? (await (await uploaded).respond(request)) ?? handler(request))();
    running.add(response);
    void response.finally(() => running.delete(response)).catch(() => {});
    return response;
  };
  return { host, respond };
}
