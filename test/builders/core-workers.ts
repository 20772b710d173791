import { pathToFileURL } from 'node:url';
import { inProject } from '../../scripts/lib/paths.mjs';
import { isBuildStale } from '../../scripts/lib/sources.mjs';

/**
 * The entries of the core's workers: the built ones where they are built from the present sources, which start three
 * times as fast; else those in the source tree, which Node runs as they are.
 */
export const coreWorkers = isBuildStale()
  ? {
      workspace: source('workspace/open', 'workspace-worker.ts'),
      exporting: source('exchange', 'export-worker.ts'),
      workspaceTools: source('workspace-tools', 'workspace-tools-worker.ts'),
      demoService: source('demo-service', 'demo-service-worker.ts'),
      capabilities: source('map-sources', 'capabilities-worker.ts'),
      team: source('team', 'team-worker.ts'),
    }
  : {
      workspace: built('workspace-worker.mjs'),
      exporting: built('export-worker.mjs'),
      workspaceTools: built('workspace-tools-worker.mjs'),
      demoService: built('demo-service-worker.mjs'),
      capabilities: built('capabilities-worker.mjs'),
      team: built('team-worker.mjs'),
    };

function source(folder: string, name: string): URL {
  return pathToFileURL(inProject('electron', 'core', folder, name));
}

function built(name: string): URL {
  return pathToFileURL(inProject('dist', 'main', 'workers', name));
}
