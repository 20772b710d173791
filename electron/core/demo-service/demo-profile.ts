import { type Failure, failBecause, type Result, succeed } from '../../../shared/result.ts';
import { demoProfileId, type Profile } from '../../../shared/settings/profile.ts';
import { demoCredentials } from './demo-credentials.ts';
import type { DemoService } from './demo-service.ts';
import { type DemoServiceThreadOptions, startDemoServiceThread } from './demo-service-thread.ts';

type DemoProfileOptions = {
  /** Options of the service; false disables it. */
  readonly options: Omit<DemoServiceThreadOptions, 'stateFile' | 'filesFolder'> | false;
  readonly stateFile: string;
  readonly filesFolder: string;
  /** The file built from `demo-service-worker.ts`. */
  readonly workerUrl: URL;
  readonly onProblem: (error: unknown, where: string) => void;
};

/** The built-in profile, whose service is started at its first use. */
type DemoProfile = {
  /** Returns the profile. Its addresses are empty while the service is not running. */
  current(): Profile;
  /** Returns why the service cannot be used: it is switched off, or its last start failed. */
  problem(): Failure | undefined;
  /**
   * Starts the service if it is not running, and returns the profile with its addresses. Fails with `unreachable`. A
   * call must not begin before the previous one has ended.
   */
  start(): Promise<Result<Profile>>;
  /** Stops the service if it is running. */
  close(): Promise<void>;
};

const switchedOff: Failure = { code: 'unreachable', message: 'The demo service is switched off.' };

/** Creates the built-in profile. A service that failed to start or crashed is started again by the next `start`. */
export function createDemoProfile({
  options,
  stateFile,
  filesFolder,
  workerUrl,
  onProblem,
}: DemoProfileOptions): DemoProfile {
  const withoutService: Profile = {
    id: demoProfileId,
    kind: 'demo',
    name: 'Demo service',
    baseUrl: '',
    imageBaseUrl: '',
    brand: (options === false ? undefined : options.brand) ?? 'svc',
    bracedQueryBody: false,
    sendTokenToImages: false,
    ...(options === false ? {} : { demoCredentials }),
  };
  let profile = withoutService;
  let problem = options === false ? switchedOff : undefined;
  let service: DemoService | undefined;

  return {
    current: () => profile,
    problem: () => problem,
    async start() {
      if (service) return succeed(profile);
      if (options === false) return { ok: false, failure: switchedOff };
      try {
        service = await startDemoServiceThread(workerUrl, { ...options, stateFile, filesFolder }, (error) => {
          service = undefined;
          profile = withoutService;
          onProblem(error, 'the demo service has ended');
        });
      } catch (error) {
        const failed = failBecause('unreachable', 'The demo service could not be started.', error);
        problem = failed.failure;
        onProblem(error, 'starting the demo service');
        return failed;
      }
      const { baseUrl, imageBaseUrl } = service;
      profile = { ...withoutService, baseUrl, imageBaseUrl };
      problem = undefined;
      return succeed(profile);
    },
    close: async () => service?.close(),
  };
}
