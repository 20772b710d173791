import type { Failure } from '../../../shared/result.ts';
import type { ReceivedFromTeam, TeamOverview } from '../../../shared/review/team-overview.ts';
import type { Workspace } from '../workspace/open/workspace.ts';
import { readReviewsCursor } from './team.ts';
import { readLease } from './team-leases.ts';

/** Most disagreements that an overview lists. */
const maxListed = 200;
/** Keys of settings in the workspace. */
const publishedSetting = 'teamPublished';
const receivedSetting = 'teamReceived';

/** When a workspace was last published, and how many records it had. */
type Published = { readonly at: string; readonly records: number };

/** Saves when the workspace was published. */
export async function savePublished(workspace: Workspace, published: Published): Promise<void> {
  await workspace.saveSetting(publishedSetting, JSON.stringify(published));
}

/** Saves what the last exchange with new data received. */
export async function saveReceived(workspace: Workspace, received: ReceivedFromTeam): Promise<void> {
  await workspace.saveSetting(receivedSetting, JSON.stringify(received));
}

/** Reads the state of the workspace as a member of the team; `last`: its last exchange, if there was one. */
export async function readTeamOverview(
  workspace: Workspace,
  user: string | null,
  last: { readonly at: string | null; readonly problem: Failure | null } | undefined,
): Promise<TeamOverview> {
  const cursor = await readReviewsCursor(workspace);
  return {
    user,
    hasJoined: cursor !== undefined,
    exchangedAt: last?.at ?? null,
    problem: last?.problem ?? null,
    lastReceived: await readStored<ReceivedFromTeam>(workspace, receivedSetting),
    published: await readStored<Published>(workspace, publishedSetting),
    lease: (await readLease(workspace)) ?? null,
    unpushed: await workspace.unpushedReviews(cursor?.pushed ?? 0),
    reviewers: await workspace.reviewerCounts(),
    disagreements: await workspace.disagreements(maxListed, cursor?.pushed ?? 0),
  };
}

/** Reads a JSON value that Sightline has saved in the workspace; null when there is none. */
export async function readStored<T>(workspace: Workspace, key: string): Promise<T | null> {
  const text = await workspace.getSetting(key);
  return text === undefined ? null : (JSON.parse(text) as T);
}
