import type { Log } from './base/log-file.ts';
import type { DemoServiceThreadOptions } from './demo-service/demo-service-thread.ts';
import type { SystemProxies } from './network/settings-access.ts';
import type { RetryOptions } from './service/retry.ts';
import type { Keychain } from './session/keychain.ts';
import type { UpdateInstaller } from './updates/update-installer.ts';

/** Abilities that the host gives to the application. */
export type CoreOptions = {
  /** The folder of all persistent data. Created when it does not exist. */
  readonly dataDir: string;
  readonly keychain: Keychain;
  readonly workers: {
    readonly workspace: URL;
    readonly exporting: URL;
    readonly workspaceTools: URL;
    readonly demoService: URL;
    readonly capabilities: URL;
    readonly team: URL;
  };
  /** Options of the demo service; false disables it. */
  readonly demo?: Omit<DemoServiceThreadOptions, 'stateFile' | 'filesFolder'> | false;
  /** The kind of network drive a file is on; by default as the operating system reports it. */
  readonly findNetworkDrive?: (file: string) => Promise<string | undefined>;
  /** Maximum time for a workspace file to respond, in milliseconds; by default 15 s. */
  readonly fileResponseMs?: number;
  /** Waits before another try of a request or a page; by default for the time of the retry policy. */
  readonly wait?: RetryOptions['wait'];
  /** The proxies of the operating system, where the host knows them; otherwise the environment names them. */
  readonly systemProxies?: SystemProxies;
  /** Limitations of the host, for the notices and the diagnostics. */
  readonly hostProblem?: string | undefined;
  /** Whether the host shows notifications; true by default. */
  readonly notifies?: boolean;
  /** Installs updates, where the host can. */
  readonly updateInstaller?: UpdateInstaller | undefined;
  /**
   * Maximum time for which changes of a workspace may be without a safety copy, in milliseconds; ten minutes by
   * default.
   */
  readonly safetyCopyMs?: number | undefined;
  /** Requests and jobs are logged there. */
  readonly log?: Log;
  /** Called with failures of background work. */
  readonly onProblem: (error: unknown, where: string) => void;
};
