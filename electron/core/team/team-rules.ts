import { hash } from 'node:crypto';
import type { Result } from '../../../shared/result.ts';
import { createSerialQueue } from '../base/serial-queue.ts';
import type { Workspace } from '../workspace/open/workspace.ts';
import { fileIdSetting } from '../workspace/open/workspace-file-id.ts';
import type { DueEvent } from '../workspace/read/watch/watch-inbox.ts';
import { claimTeamFindings } from './team.ts';
import type { TeamConnection } from './team-connection.ts';
import { readStored } from './team-in-workspace.ts';

/** Key of a setting in the workspace: the ids of rules that it has published to a team or received from one. */
const teamRulesSetting = 'teamRules';
/** Most findings that are claimed in one call. */
const maxClaims = 1000;

/**
 * Divides findings whose notification is due: of a rule that the team has, one workspace notifies. What cannot be decided
 * without a connection is in neither list. Rejects with `CallStopped`.
 */
export async function shareEvents(
  workerUrl: URL,
  connect: () => Promise<Result<TeamConnection>>,
  workspace: Workspace,
  due: readonly DueEvent[],
  signal: AbortSignal,
): Promise<{ readonly own: readonly DueEvent[]; readonly others: readonly DueEvent[] }> {
  const rules = await readTeamRules(workspace);
  const shared = due.filter(({ ruleId }) => rules.has(ruleId));
  const own = due.filter(({ ruleId }) => !rules.has(ruleId));
  const others: DueEvent[] = [];
  const connection = shared.length > 0 ? await connect() : undefined;
  if (!connection?.ok) return { own, others };
  const claimant = (await workspace.getSetting(fileIdSetting)) ?? '';
  for (let at = 0; at < shared.length; at += maxClaims) {
    const hashes = new Map(shared.slice(at, at + maxClaims).map((event) => [hashOf(event), event]));
    const claimed = await claimTeamFindings(
      workerUrl,
      { connection: connection.value, claimant, hashes: [...hashes.keys()] },
      { signal },
    );
    // The events stay due, and are claimed again after the next fetch.
    if (!claimed.ok) break;
    for (const [hash, event] of hashes) (claimed.value.includes(hash) ? own : others).push(event);
  }
  return { own, others };
}

/** Subject of an event in every workspace of a team. */
function hashOf({ ruleId, subject }: DueEvent): string {
  return hash('sha256', JSON.stringify([ruleId, subject]), 'hex');
}

/** Reads the ids of rules that the workspace has published to a team or received from one. */
async function readTeamRules(workspace: Workspace): Promise<ReadonlySet<string>> {
  return new Set(await readStored<readonly string[]>(workspace, teamRulesSetting));
}

/** Sharing and receiving may add rules at once. */
const teamRuleChanges = createSerialQueue();

/** Adds ids of rules that were published to the team or received from it. */
export async function addTeamRules(workspace: Workspace, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await teamRuleChanges.run(async () => {
    const all = new Set([...(await readTeamRules(workspace)), ...ids]);
    await workspace.saveSetting(teamRulesSetting, JSON.stringify([...all]));
  });
}
