import { inProject } from '../../scripts/lib/paths.mjs';
import { isBuildStale } from '../../scripts/lib/sources.mjs';

/** Fails when the build is stale. `npm test` builds first. */
export function requireBuild(): void {
  if (isBuildStale())
    throw new Error(`${inProject('dist')} is not built from the present sources: npm run build`);
}
