import { fetchRequestHandler } from '@trpc/server/adapters/fetch';
import { z } from 'zod';
import { describeSchemaError } from '../../shared/input-failure.ts';
import { appRouter } from '../api/router.ts';
import { type Log, noLog } from '../core/base/log-file.ts';
import { CallStopped } from '../core/base/thread-protocol.ts';
import type { Core } from '../core/core.ts';
import type { HostServices } from '../host-services.ts';

export type ApiOptions = {
  readonly core: Core;
  readonly host: HostServices;
  /** Calls of the API are logged there. */
  readonly log?: Log;
  /** Called with every unexpected failure; the page is only sent a generic message. */
  onProblem(error: unknown, where: string): void;
};

/** The response of the typed API. */
export function apiResponse(
  request: Request,
  { core, host, log = noLog, onProblem }: ApiOptions,
): Promise<Response> {
  return fetchRequestHandler({
    endpoint: '/api',
    req: withOptionalBody(request),
    router: appRouter,
    // Long queries are sent as request bodies.
    allowMethodOverride: true,
    createContext: () => ({ core, host, log }),
    onError: ({ error, path }) => {
      const { cause } = error;
      // The page has aborted the request, and a long query of it was stopped.
      if (error.code !== 'INTERNAL_SERVER_ERROR' || cause instanceof CallStopped) return;
      // The message of a zod error is its JSON.
      const problem = cause instanceof z.ZodError ? new Error(describeSchemaError(cause)) : (cause ?? error);
      onProblem(problem, `api ${path ?? '?'}`);
    },
  });
}

/** A request whose body may be missing, as that of a change without an input: tRPC would read it as broken JSON. */
function withOptionalBody(request: Request): Request {
  return Object.assign(request, {
    async json(): Promise<unknown> {
      const text = await request.text();
      return text === '' ? undefined : JSON.parse(text);
    },
  });
}
