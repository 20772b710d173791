import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { pathToFileURL } from 'node:url';
import {
  type APIRequestContext,
  type BrowserContext,
  _electron as electron,
  type Page,
} from '@playwright/test';
import { demoCredentials } from '../../electron/core/demo-service/demo-credentials.ts';
import { findElectron } from '../../scripts/lib/electron-runtime.mjs';
import { inProject, projectRoot } from '../../scripts/lib/paths.mjs';
import { projectNode } from '../../scripts/lib/project-node.mjs';
import { demoProfileId } from '../../shared/settings/profile.ts';

export type HostKind = 'browser' | 'electron' | 'electron-stand-in';

/** A built host that runs, and its page. */
export type HostProcess = {
  readonly page: Page;
  /** Everything it has printed. */
  logs(): string;
  /** Ends it as Ctrl-C does; its exit code. `bySystem`: as the end of the system's session does, with its page open. */
  stop(options?: { readonly bySystem?: boolean }): Promise<number | null>;
};

export type HostStart = {
  readonly dataDir: string;
  readonly environment: Readonly<Record<string, string>>;
  /** The file that the user opens the desktop app with. */
  readonly file?: string | undefined;
  /** Signs in to the demo service by the app's API, before the page is opened where the host has an address. */
  readonly signsIn?: boolean;
  /** Port of the browser host; by default any. */
  readonly port?: number;
};

const signInPath = '/api/session.signIn';
const demoSignIn = { profileId: demoProfileId, ...demoCredentials };

/** Starts the built browser host and opens its page in `context`. */
export function startBrowserHost(setup: HostStart, context: BrowserContext): Promise<HostProcess> {
  const args = [inProject('dist', 'main', 'browser-host.js'), '--port', String(setup.port ?? 0), '--no-open'];
  return startNodeHost(args, /^Sightline ready: (\S+)$/m, setup, context);
}

/** Starts the built main process of the desktop app without Electron, and opens its page in `context`. */
export function startElectronStandIn(setup: HostStart, context: BrowserContext): Promise<HostProcess> {
  const standIn = pathToFileURL(inProject('test', 'e2e', 'electron-stand-in.ts')).href;
  const { file } = setup;
  const args = ['--import', standIn, inProject('dist', 'main', 'main.js'), ...(file ? [file] : [])];
  return startNodeHost(args, /^Page: (\S+)$/m, setup, context);
}

async function startNodeHost(
  args: readonly string[],
  addressLine: RegExp,
  { dataDir, environment, signsIn = false }: HostStart,
  context: BrowserContext,
): Promise<HostProcess> {
  const child = spawn(projectNode() ?? process.execPath, [...args, '--data-dir', dataDir], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const closed = once(child, 'close');
  const { logs, line } = follow(child);
  const address = (await line(addressLine))[1] ?? '';
  if (signsIn) await signInBefore(context.request, address);
  const page = await context.newPage();
  await page.goto(signsIn ? new URL('/', address).href : address);
  return {
    page,
    logs,
    stop: async ({ bySystem = false } = {}) => {
      if (!bySystem) await page.close();
      child.kill(bySystem ? 'SIGTERM' : 'SIGINT');
      const [code] = (await closed) as [number | null];
      if (bySystem) await page.close();
      return code;
    },
  };
}

/** Uses the address for the cookies of the page that is opened later, and signs in. */
async function signInBefore(request: APIRequestContext, address: string): Promise<void> {
  await request.get(address);
  const { origin } = new URL(address);
  const response = await request.post(origin + signInPath, { data: demoSignIn, headers: { origin } });
  const { result } = await response.json();
  if (!result?.data?.ok) throw new Error(`The demo account was not signed in: ${JSON.stringify(result)}`);
}

/** Starts the built app in Electron. */
export async function startElectronHost({
  dataDir,
  environment,
  file,
  signsIn = false,
}: HostStart): Promise<HostProcess> {
  const executablePath = findElectron();
  if (executablePath === undefined) throw new Error('There is no Electron runtime.');
  const app = await electron.launch({
    executablePath,
    args: [
      projectRoot,
      ...(file ? [file] : []),
      '--data-dir',
      dataDir,
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    ],
    env: { ...(process.env as Record<string, string>), ...environment },
  });
  const { logs } = follow(app.process());
  const page = await app.firstWindow();
  if (signsIn) {
    const post = async ([address, input]: readonly [string, unknown]) => {
      const headers = { 'content-type': 'application/json' };
      await fetch(address, { method: 'POST', headers, body: JSON.stringify(input) });
    };
    await page.evaluate(post, [signInPath, demoSignIn] as const);
  }
  return {
    page,
    logs,
    stop: async ({ bySystem = false } = {}) => {
      const closed = once(app.process(), 'close');
      if (bySystem) app.process().kill('SIGTERM');
      else await app.close();
      const [code] = (await closed) as [number | null];
      return code;
    },
  };
}

/** Collects what a process prints, and waits for a line of it. */
function follow(child: ChildProcess) {
  let text = '';
  const waiting = new Set<() => void>();
  const wake = () => {
    for (const check of waiting) check();
  };
  const add = (chunk: Buffer) => {
    text += chunk.toString();
    wake();
  };
  child.stdout?.on('data', add);
  child.stderr?.on('data', add);
  child.once('close', wake);
  const line = (pattern: RegExp) =>
    new Promise<RegExpMatchArray>((resolve, reject) => {
      const check = () => {
        const match = text.match(pattern);
        if (match) resolve(match);
        else if (child.exitCode !== null) reject(new Error(`It ended with code ${child.exitCode}:\n${text}`));
        else return;
        waiting.delete(check);
      };
      waiting.add(check);
      check();
    });
  return { logs: () => text, line };
}
