import { inProject } from '../../scripts/lib/paths.mjs';
import { isBuildStale } from '../../scripts/lib/sources.mjs';

/** Refuses to test yesterday's build. `npm test` builds first. */
export function requireBuild(): void {
  if (isBuildStale())
    throw new Error(`${inProject('dist')} is not built from the present sources: npm run build`);
}
