import { existsSync } from 'node:fs';
import path from 'node:path';
import { foldText } from '../../shared/fold-text.ts';
import { formatQuantity, formatUtc } from '../../shared/format.ts';
import { standardTemplate } from '../../shared/reports/report-template.ts';
import { fail } from '../../shared/result.ts';
import { nowUtc } from '../../shared/time.ts';
import { watchDigest } from '../../shared/watch/watch-digest.ts';
import type { ListedWatchRule } from '../../shared/watch/watch-list.ts';
import { reasonText, watchedPeriod } from '../../shared/watch/watch-status.ts';
import { writeWholeFile } from '../core/base/write-whole-file.ts';
import { renderHtml } from '../core/exchange/reports/render-html.ts';
import { markingOf } from '../core/workspace/read/marking.ts';
import { workspaceNameKey } from '../core/workspace/read/workspace-name.ts';
import type { WatchCommand } from './cli-request.ts';
import { type ExitCode, exitCodes } from './cli-usage.ts';
import { type FetchContext, followJob, signIn } from './fetch-command.ts';

/** The most findings that a run lists. */
const maxListed = 5_000;

/**
 * Fetches what is new for the rules of the watch, evaluates it, and ends. The exit code states whether something was
 * found, or a rule was not watched.
 */
export async function runWatchCommand(command: WatchCommand, context: FetchContext): Promise<ExitCode> {
  const { core, output, signal, credentials } = context;
  if (command.digest !== undefined && !command.force && existsSync(command.digest)) {
    const message = `${command.digest} is already there. Give --force to replace it.`;
    return output.fail(fail('conflict', message).failure);
  }
  const signedIn = await signIn(core, command.profile, credentials);
  if (!signedIn.ok) return output.fail(signedIn.failure);
  const listed = await core.watch.list();
  if (!listed.ok) return output.fail(listed.failure);
  const chosen = listed.value.rules.filter(({ rule }) => isChosen(rule.name, command.rules));
  const missing = command.rules.find((name) => !chosen.some(({ rule }) => isChosen(rule.name, [name])));
  if (chosen.length === 0 || missing !== undefined) {
    const names = listed.value.rules.map(({ rule }) => `“${rule.name}”`).join(', ') || 'none';
    const what = missing === undefined ? 'no rule of the watch' : `no rule “${missing}”`;
    return output.fail(fail('not-found', `There is ${what} in this workspace. It has ${names}.`).failure);
  }
  const startedAt = nowUtc();
  for (const searchId of new Set(chosen.map(({ rule }) => rule.searchId))) {
    if (signal.aborted) break;
    const started = await core.searches.run(searchId, 'new');
    if (started.ok) await followJob(context, started.value);
    else output.noteFailure(started.failure);
  }
  await core.watch.settled();
  return report(command, context, chosen, startedAt);
}

function isChosen(name: string, names: readonly string[]): boolean {
  return names.length === 0 || names.some((each) => foldText(each) === foldText(name));
}

/** Reports what was found, and which rules were not watched. */
async function report(
  command: WatchCommand,
  { core, output, signal }: FetchContext,
  chosen: readonly ListedWatchRule[],
  startedAt: string,
): Promise<ExitCode> {
  const workspace = core.workspace();
  const listed = await core.watch.list();
  if (!listed.ok || !workspace) {
    return output.fail(listed.ok ? fail('no-workspace', 'No workspace is open.').failure : listed.failure);
  }
  const ids = new Set(chosen.map(({ rule }) => rule.id));
  const rules = listed.value.rules.filter(({ rule }) => ids.has(rule.id));
  const events = (await workspace.watchEventsSince(startedAt, maxListed)).filter((event) =>
    ids.has(event.ruleId),
  );
  const found = events.filter(({ isSilenced }) => !isSilenced);
  const unwatched = rules.filter(({ status }) => status.unwatched !== null);
  for (const { rule, status } of rules) {
    const ofRule = found.filter(({ ruleId }) => ruleId === rule.id).length;
    const period = watchedPeriod(status, formatUtc) ?? 'not watched yet';
    const reason = status.unwatched ? `; not watched since, because ${reasonText(status.unwatched)}` : '';
    output.note(`${rule.name}: ${formatQuantity(ofRule, 'finding')}, ${period}${reason}`);
  }
  if (command.digest !== undefined) {
    const digest = watchDigest({
      title: '',
      template: standardTemplate,
      logo: null,
      map: null,
      conditions: [],
      isDamaged: workspace.knownDamage() !== undefined,
      marking: await markingOf(workspace),
      workspace: (await workspace.getSetting(workspaceNameKey)) || path.parse(workspace.path).name,
      madeAt: Date.now(),
      rules,
      events: found,
      found: found.length,
      silenced: events.length - found.length,
      snoozed: 0,
    });
    const written = await writeWholeFile(command.digest, [...renderHtml(digest)].join(''));
    if (!written.ok) return output.fail(written.failure);
  }
  output.summary({
    command: 'watch',
    state: signal.aborted ? 'cancelled' : unwatched.length > 0 ? 'failed' : 'complete',
    workspace: workspace.path,
    rules: rules.length,
    unwatched: unwatched.map(({ rule, status }) => ({ rule: rule.name, reason: status.unwatched?.kind })),
    findings: found.map(({ id, ruleName, collectedAt, finding }) => ({
      id,
      rule: ruleName,
      statement: finding.statement,
      collectedAt,
    })),
    ...(command.digest === undefined ? {} : { files: [command.digest] }),
  });
  if (signal.aborted) return exitCodes.interrupted;
  if (unwatched.length > 0) return exitCodes.failed;
  return found.length > 0 ? exitCodes.found : exitCodes.done;
}
