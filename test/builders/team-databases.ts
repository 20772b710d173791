import { inject } from 'vitest';
import type { TeamClusterShare } from './shared-team-cluster.ts';
import { createDatabases, type TestDatabases } from './team-cluster.ts';

/** Databases in the server that all test files of a run share. Who ends or reconfigures a server starts one of their own. */
export async function openTeamDatabases(): Promise<TestDatabases> {
  const response = await fetch(inject('teamClusterAddress'));
  if (!response.ok) throw new Error(await response.text());
  const { admin, prefix } = (await response.json()) as TeamClusterShare;
  return createDatabases(admin, prefix);
}
