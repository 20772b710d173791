import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test';
import { inProject } from '../../scripts/lib/paths.mjs';
import { copyDemoFiles, copyFilledFolder, type FilledWith, retainDemoFiles } from './filled-data-folder.ts';
import {
  type HostKind,
  type HostProcess,
  startBrowserHost,
  startElectronHost,
  startElectronStandIn,
} from './host-process.ts';
import { waitForTable } from './results-setup.ts';
import { waitUntilSignedIn } from './sign-in.ts';

export { expect };

export type HostOptions = {
  readonly hostKind: HostKind;
  /** Whether the analyst is signed in to the demo service, by the app's API; else the app is as at its first start. */
  readonly signedIn: boolean;
  /** The content of the analyst's workspace at the start; null: nothing. */
  readonly results: FilledWith | null;
  /** For tests that provoke the content security policy. */
  readonly allowsViolations: boolean;
  /** Whether the tour starts as it does for a new user. */
  readonly takesTour: boolean;
  /** More variables of the host's environment. */
  readonly environment: Readonly<Record<string, string>>;
};

type AppFixtures = HostOptions & { readonly app: RunningApp };

/** The built app on a data folder of its own. */
export type RunningApp = {
  /** The page as it is now; `restart` makes a new one. */
  readonly page: Page;
  readonly dataDir: string;
  /** Everything the host has printed since its last start. */
  logs(): string;
  /** Ends the host and starts it again on the same data. With `demo` off its demo service does not run: offline. */
  restart(options?: {
    readonly demo?: 'on' | 'off';
    /** The file that the user opens the desktop app with. */
    readonly file?: string;
    /** Whether the system ends it, at the end of its session. */
    readonly bySystem?: boolean;
    whileStopped?(): void;
  }): Promise<Page>;
  /** A picture of the page in `test/.output/screenshots`. */
  screenshot(name: string): Promise<void>;
};

/**
 * Tests get `app`, started afresh for each, signed in unless `signedIn` is off. A page that throws, or that its content
 * security policy has to stop, fails its test, and so does a host that does not end in order.
 */
export const test = base.extend<AppFixtures>({
  hostKind: ['browser', { option: true }],
  signedIn: [true, { option: true }],
  results: [null, { option: true }],
  allowsViolations: [false, { option: true }],
  takesTour: [false, { option: true }],
  environment: [{}, { option: true }],
  app: async ({ hostKind, signedIn, results, allowsViolations, takesTour, environment, context }, use) => {
    const dataDir = await mkdtemp(path.join(os.tmpdir(), 'sightline-e2e-'));
    if (results) await copyFilledFolder(dataDir, results);
    else if (signedIn) await copyDemoFiles(dataDir);
    const problems: string[] = [];
    const start = async (
      demo: 'on' | 'off',
      { file, signsIn = false }: { readonly file?: string | undefined; readonly signsIn?: boolean } = {},
    ): Promise<HostProcess> => {
      const variables = { SIGHTLINE_DEMO: demo, SIGHTLINE_KEYCHAIN: 'off', ...environment };
      const setup = { dataDir, environment: variables, file, signsIn };
      const started = await starts[hostKind](setup, context);
      watch(started.page, problems);
      return started;
    };
    await delayResponses(context);
    if (!takesTour) await context.addInitScript(dismissTour);
    let host = await start('on', { signsIn: signedIn });
    if (signedIn) {
      await waitUntilSignedIn(host.page);
      await retainDemoFiles(dataDir);
    }
    if (results) await waitForTable(host.page);
    await use({
      get page() {
        return host.page;
      },
      dataDir,
      logs: () => host.logs(),
      restart: async ({ demo = 'on', file, bySystem = false, whileStopped } = {}) => {
        expect(await host.stop({ bySystem }), host.logs()).toBe(0);
        whileStopped?.();
        host = await start(demo, { file });
        return host.page;
      },
      screenshot: async (name) => {
        await host.page.screenshot({ path: inProject('test', '.output', 'screenshots', `${name}.png`) });
      },
    });
    const code = await host.stop();
    await rm(dataDir, { recursive: true });
    if (!allowsViolations) expect(problems).toEqual([]);
    expect(code, host.logs()).toBe(0);
  },
});

/** Records that the page saves when a user leaves the tour and opens all details of a detection. */
function dismissTour(): void {
  // A frame without scripts of its own has no storage.
  if (window.top !== window) return;
  localStorage.setItem('sightline.tour', JSON.stringify({ state: { isTourDone: true }, version: 1 }));
  if (localStorage.getItem('sightline.inspector') !== null) return;
  const inspector = { state: { foldedSections: [], areDetailsOpen: true }, version: 1 };
  localStorage.setItem('sightline.inspector', JSON.stringify(inspector));
}

/**
 * Delays every request of the page by up to `SIGHTLINE_E2E_DELAY` milliseconds, each by another time: what races with a
 * response is found on a fast machine too.
 */
async function delayResponses(context: BrowserContext): Promise<void> {
  const maxDelayMs = Number(process.env.SIGHTLINE_E2E_DELAY ?? 0);
  if (maxDelayMs === 0) return;
  await context.route('**/*', async (route) => {
    await setTimeout(Math.random() * maxDelayMs);
    // The page may have been closed in between.
    await route.continue().catch(() => undefined);
  });
}

const starts = {
  browser: startBrowserHost,
  electron: startElectronHost,
  'electron-stand-in': startElectronStandIn,
} as const satisfies Record<HostKind, unknown>;

function watch(page: Page, problems: string[]): void {
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('console', (message) => {
    if (/Content Security Policy/i.test(message.text())) problems.push(message.text());
  });
}
