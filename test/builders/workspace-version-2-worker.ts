/** The workspace's worker of a Sightline with schema version 2. */
import './schema-version-2.ts';
import '../../electron/core/workspace/open/workspace-worker.ts';
