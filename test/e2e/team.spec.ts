import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import type { TeamConnection } from '../../electron/core/team/team-connection.ts';
import { createTeam } from '../builders/team-builder.ts';
import { runSql, startTeamCluster, type TeamCluster, whyNoPostgres } from '../builders/team-cluster.ts';
import { expect, test } from './fixtures.ts';
import { startBrowserHost } from './host-process.ts';
import { fetchResults } from './inspector-setup.ts';
import { countInTable } from './results-setup.ts';
import { seriousFindings } from './serious-findings.ts';
import { closeSettings, openSettings, showPanel, signInToDemo } from './sign-in.ts';

const missing = whyNoPostgres();
if (missing !== undefined) process.stderr.write(`Skipped: two analysts in a team, as ${missing}.\n`);

let cluster: TeamCluster | undefined;
test.afterEach(() => cluster?.stop());

/** Enters the team database in the settings and tests the connection. */
async function joinTeam(page: Page, { host, port, database, user }: TeamConnection): Promise<void> {
  const dialog = await openSettings(page, 'Team');
  const form = dialog.getByRole('form', { name: 'Team database' });
  for (const [label, value] of Object.entries({
    Server: host,
    Port: String(port),
    Database: database,
    User: user,
  })) {
    await form.getByLabel(label, { exact: true }).fill(value);
  }
  await form.getByRole('button', { name: 'Save' }).click();
  await dialog.getByRole('button', { name: 'Test connection' }).click();
  await expect(dialog.getByText('Everything works.')).toBeVisible();
}

async function showTeam(page: Page) {
  const panel = page.getByRole('region', { name: 'Team panel' });
  if (!(await panel.isVisible())) {
    await page.getByRole('navigation', { name: 'Panels' }).getByRole('button', { name: 'Team' }).click();
  }
  return panel;
}

/** Starts a job of the Team panel and waits until it is complete. */
async function run(page: Page, button: 'Exchange now' | 'Publish'): Promise<void> {
  const panel = await showTeam(page);
  const title = button === 'Publish' ? 'Publish to the team' : 'Exchange with the team';
  const complete = () =>
    page.evaluate(async (name) => {
      const jobs: { title: string; state: string }[] = (await (await fetch('/api/jobs.list')).json()).result
        .data;
      return jobs.filter((job) => job.title === name && job.state === 'complete').length;
    }, title);
  const before = await complete();
  await panel.getByRole('button', { name: button }).click();
  await expect.poll(complete).toBe(before + 1);
}

/** Starts a review of all detections and gives `count` of them a verdict by this key. */
async function review(page: Page, key: 'c' | 'x', count: number): Promise<void> {
  await showPanel(page, 'Review');
  await page.getByRole('button', { name: 'Start review' }).click();
  const chip = page.getByRole('region', { name: 'Chip' });
  await expect(page.getByRole('region', { name: 'Detection under review' })).toBeFocused();
  for (let done = 0; done < count; done += 1) {
    const id = await chip.getAttribute('data-detection');
    await page.keyboard.press(key);
    if (done < count - 1) await expect(chip).not.toHaveAttribute('data-detection', id ?? '');
  }
}

/** Ends the review that is open and discards it, whether or not all of its detections have verdicts. */
async function discardReview(page: Page): Promise<void> {
  await showPanel(page, 'Review');
  const end = page.getByRole('button', { name: 'End review' }).first();
  const another = page.getByRole('button', { name: 'Start another review' });
  await expect(end.or(another)).toBeVisible();
  if (await end.isVisible()) await end.click();
  await another.click();
  const question = page.getByRole('dialog', { name: 'Start another review?' });
  const form = page.getByRole('button', { name: 'Start review' });
  await expect(question.or(form)).toBeVisible();
  if (await question.isVisible())
    await question.getByRole('button', { name: 'Start another review' }).click();
  await expect(form).toBeVisible();
}

/** Starts the review of the shared queue, once it is here, and waits for its first detection. */
async function reviewShared(page: Page): Promise<void> {
  await showTeam(page);
  await page.getByRole('button', { name: 'Review “Small vessels”' }).click();
  await expect(page.getByRole('region', { name: 'Detection under review' })).toBeFocused();
}

/** Confirms the detections that are leased one after the other, until others have the rest. Returns the note that states it. */
async function confirmUntilNoneIsFree(page: Page) {
  const rest = page.getByText(/^No detection of “Small vessels” is free/);
  const chip = page.getByRole('region', { name: 'Chip' });
  for (let former: string | null = null; ; ) {
    const isNext = async () =>
      (await rest.isVisible()) ||
      ((await chip.isVisible()) && (await chip.getAttribute('data-detection')) !== former);
    await expect.poll(isNext).toBe(true);
    if (await rest.isVisible()) return rest;
    former = await chip.getAttribute('data-detection');
    await page.keyboard.press('c');
  }
}

test('two analysts share results and review them together, and decide where they disagree', async ({
  app,
  browser,
}) => {
  test.skip(missing !== undefined, missing);
  test.setTimeout(600_000);
  cluster = await startTeamCluster();
  const team = await createTeam(cluster);
  const anna = await team.createUser('publisher');
  const ben = await team.createUser('reviewer');
  await runSql(team.owner, `GRANT ${team.name}_reviewer TO ${anna.user}`);
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'sightline-e2e-'));
  const context = await browser.newContext();
  const environment = { SIGHTLINE_DEMO: 'on', SIGHTLINE_KEYCHAIN: 'off' };
  await context.addInitScript(() =>
    localStorage.setItem('sightline.tour', JSON.stringify({ state: { isTourDone: true }, version: 1 })),
  );
  const host = await startBrowserHost({ dataDir, environment }, context);
  const [mine, theirs] = [app.page, host.page];
  // What is half faded in has half of its contrast.
  for (const page of [mine, theirs]) await page.emulateMedia({ reducedMotion: 'reduce' });
  try {
    await fetchResults(mine, {
      regions: ['East Asia'],
      analytics: ['LargeVesselDetection'],
      maxRecords: 1,
      pageSize: 1,
    });
    // Nothing of a team is shown before one is set.
    const rail = mine.getByRole('navigation', { name: 'Panels' });
    await expect(rail.getByRole('button', { name: 'Layers' })).toBeVisible();
    await expect(rail.getByRole('button', { name: 'Team' })).toHaveCount(0);
    await joinTeam(mine, anna);
    await closeSettings(mine);
    await run(mine, 'Publish');
    const count = await countInTable(mine);

    await signInToDemo(theirs);
    await joinTeam(theirs, ben);
    await closeSettings(theirs);
    await run(theirs, 'Exchange now');
    await expect.poll(() => countInTable(theirs)).toBe(count);

    await review(mine, 'c', count);
    // Sent at once, since this workspace has joined the team; the other one has not yet.
    await review(theirs, 'x', 1);
    const panel = await showTeam(theirs);
    await expect(panel.getByRole('row', { name: new RegExp(`^${ben.user} 1 `) })).toBeVisible();
    await expect(panel.locator('dt', { hasText: 'Review changes not sent' }).locator('+ dd')).toHaveText('0');
    await run(mine, 'Exchange now');
    // From here on the changes of the one arrive at the other.
    await expect(panel.getByRole('heading', { name: 'Disagreements (1)' })).toBeVisible();
    const disagreement = panel.getByRole('listitem');
    await expect(disagreement).toContainText(`Confirmed${anna.user}`);
    await expect(disagreement).toContainText(`Rejected${ben.user}`);
    expect(await seriousFindings(theirs)).toEqual([]);
    await disagreement.getByRole('button', { name: /^Decide: Rejected for/ }).click();
    await expect(panel.getByText('No known disagreements')).toBeVisible();

    const overview = await showTeam(mine);
    await expect(overview.getByText('No known disagreements')).toBeVisible();
    await expect(overview.getByRole('row', { name: new RegExp(`^${ben.user} 1 `) })).toBeVisible();

    // They review a shared queue together: each is given the detections of another image.
    await discardReview(mine);
    await discardReview(theirs);
    await fetchResults(mine, {
      regions: ['East Asia'],
      analytics: ['SmallVesselDetection'],
      maxRecords: 3,
      pageSize: 3,
    });
    await run(mine, 'Publish');
    const form = overview.getByRole('form', { name: 'New shared queue' });
    await form.getByLabel('New shared queue').fill('Small vessels');
    await form.getByRole('button', { name: 'Create' }).click();
    await expect(overview.getByText(/^0 of \d+ have verdicts$/)).toBeVisible();
    await reviewShared(theirs);
    await reviewShared(mine);
    await expect(mine.getByText(/^No one else is given these detections before/)).toBeVisible();
    const rest = await confirmUntilNoneIsFree(mine);
    await expect(rest).toContainText(`${ben.user} has `);
    await showTeam(mine);
    await expect(overview.getByText(new RegExp(`^${ben.user} has \\d+ until`))).toBeVisible();
    expect(await seriousFindings(mine)).toEqual([]);

    // A publisher who is no reviewer sees the queue, and why there is nothing to press.
    await runSql(team.owner, `REVOKE ${team.name}_reviewer FROM ${anna.user}`);
    await run(mine, 'Exchange now');
    await expect(overview.getByText(/^You can see who reviews what\./)).toBeVisible();
    await expect(overview.getByText(/^\d+ of \d+ have verdicts$/)).toBeVisible();
    await expect(form).toHaveCount(0);

    // Offline is a state, not a failure of the app.
    await cluster.kill();
    await overview.getByRole('button', { name: 'Exchange now' }).click();
    await expect(overview.getByText('The team database cannot be reached')).toBeVisible();
  } finally {
    const code = await host.stop();
    await context.close();
    await rm(dataDir, { recursive: true });
    expect(code, host.logs()).toBe(0);
  }
});
