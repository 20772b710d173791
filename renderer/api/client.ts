import { QueryClient } from '@tanstack/react-query';
import {
  createTRPCClient,
  type getFetch,
  httpBatchStreamLink,
  httpSubscriptionLink,
  splitLink,
  TRPCClientError,
  type TRPCLink,
} from '@trpc/client';
import type { TRPCBuiltRouter, TRPCMutationProcedure, TRPCQueryProcedure } from '@trpc/server';
import { observable } from '@trpc/server/observable';
import { createTRPCOptionsProxy } from '@trpc/tanstack-react-query';
import type { AppRouter } from '../../electron/api/router.ts';
import type { AppEvent } from '../../shared/events/app-event.ts';
import { type Result, succeed } from '../../shared/result.ts';
import { FailureError, isRefusal, toFailure } from '../ui/failure-error.ts';

/** Links to procedures, the last of which calls them. */
export type ApiLinks = readonly TRPCLink<AppRouter>[];

/** Calls procedures. Each call resolves to a `Result`: a lost connection is a failure, too. */
export type Api = ReturnType<typeof createApi>['api'];
/** Makes keys and options of queries, whose data are values and whose errors `toFailure` reads. */
export type Queries = ReturnType<typeof createApi>['queries'];

type Routers = AppRouter['_def']['record'];
export type RouterName = keyof Routers;
/** The name of a router, or of one of its procedures, such as `watch.list`. */
export type ApiPath = {
  [Name in keyof Routers]: Name | `${Name}.${keyof Routers[Name] & string}`;
}[keyof Routers];

/** The value that a procedure returns, alone or in a `Result`. */
type ValueOf<Output> = Output extends { readonly ok: true; readonly value: infer Value }
  ? Value
  : Output extends { readonly ok: false }
    ? never
    : Output;

/** The procedures of a router with other outputs: values, or results. */
type WithOutputs<Record, Kind extends 'value' | 'result'> = {
  [Name in keyof Record]: Record[Name] extends TRPCQueryProcedure<infer Definition>
    ? TRPCQueryProcedure<WithOutput<Definition, Kind>>
    : Record[Name] extends TRPCMutationProcedure<infer Definition>
      ? TRPCMutationProcedure<WithOutput<Definition, Kind>>
      : Record[Name] extends { readonly _def: unknown }
        ? Record[Name]
        : WithOutputs<Record[Name], Kind>;
};

type WithOutput<Definition extends { input: unknown; output: unknown; meta: unknown }, Kind> = {
  input: Definition['input'];
  output: Kind extends 'value' ? ValueOf<Definition['output']> : Result<ValueOf<Definition['output']>>;
  meta: Definition['meta'];
};

type PageRouter<Kind extends 'value' | 'result'> = TRPCBuiltRouter<
  AppRouter['_def']['_config']['$types'],
  WithOutputs<Routers, Kind>
>;

/**
 * Timeout of a query: longer than the main process's timeout for the service that it may call.
 * Commands (POST) have no timeout: one may wait for the analyst to choose a file.
 */
const queryTimeoutMs = 90_000;

/** A longer query is sent as the request's body: an outline or a selection can be of any length. */
const maxUrlLength = 4_000;

/** The API on the page's origin, or through other links. */
export function createApi(queryClient: QueryClient, links: ApiLinks = httpLinks()) {
  const queries = createTRPCOptionsProxy<PageRouter<'value'>>({
    client: createTRPCClient<PageRouter<'value'>>({ links: [respondWith('value'), ...links] }),
    queryClient,
  });
  return {
    api: createTRPCClient<PageRouter<'result'>>({ links: [respondWith('result'), ...links] }),
    queries: abortable(queries),
  };
}

/** Turns each response into a result, or into a value and a refusal into the error that queries show. */
const respondWith =
  (kind: 'value' | 'result'): TRPCLink<AppRouter> =>
  () =>
  ({ op, next }) =>
    op.type === 'subscription'
      ? next(op)
      : observable((observer) => {
          const respond = (data: unknown) => observer.next({ result: { type: 'data', data } });
          return next(op).subscribe({
            next({ result: { data } }) {
              const result = isResult(data) ? data : succeed(data);
              if (kind === 'result') respond(result);
              else if (result.ok) respond(result.value);
              else observer.error(TRPCClientError.from(new FailureError(result.failure)));
            },
            error(error) {
              if (kind === 'value') return observer.error(error);
              respond({ ok: false, failure: toFailure(error) });
              observer.complete();
            },
            complete: () => observer.complete(),
          });
        });

function isResult(data: unknown): data is Result<unknown> {
  return data instanceof Object && 'ok' in data && typeof data.ok === 'boolean';
}

type MakeOptions = (input: unknown, more?: object) => unknown;

/** Makes options whose request is aborted when nothing needs it any more, which tRPC does on demand only. */
function abortable<Proxied extends object>(options: Proxied): Proxied {
  return new Proxy(options, {
    get(target, name) {
      const member = Reflect.get(target, name) as object;
      if (name !== 'queryOptions' && name !== 'infiniteQueryOptions') return abortable(member);
      return (input: unknown, more?: object) =>
        (member as MakeOptions)(input, { ...more, trpc: { abortOnUnmount: true } });
    },
  });
}

function httpLinks(): ApiLinks {
  return [
    splitLink({
      condition: (operation) => operation.type === 'subscription',
      true: httpSubscriptionLink({ url: '/api' }),
      false: splitLink({
        condition: ({ input }) => JSON.stringify(input ?? null).length > maxUrlLength,
        true: httpBatchStreamLink({ url: '/api', methodOverride: 'POST' }),
        false: httpBatchStreamLink({
          url: '/api',
          fetch: fetchWithTimeout,
          maxURLLength: 2 * maxUrlLength,
        }),
      }),
    }),
  ];
}

const fetchWithTimeout: ReturnType<typeof getFetch> = (url, options) => {
  const signal = options?.signal ?? undefined;
  if (options?.method !== 'GET') return fetch(url, options as RequestInit);
  const bound = AbortSignal.timeout(queryTimeoutMs);
  return fetch(url, {
    ...(options as RequestInit),
    signal: signal ? AbortSignal.any([signal, bound]) : bound,
  });
};

/**
 * The cache of data that only some panels show. Data stays fresh until an event invalidates it. The browser's online
 * state is ignored. Only requests that got no response are retried.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        networkMode: 'always',
        refetchOnWindowFocus: false,
        retry: (failures, error) => !isRefusal(error) && failures < 2,
        retryDelay: 500,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
}

/** Handlers of the event stream. `onConnected` is called at each connection, before its events. */
type EventStreamHandlers = {
  onConnected(): void;
  onLost(): void;
  /** The host runs and refuses this page, since it was restarted; `reason` states how to get in again. */
  onRefused(reason: string): void;
  onEvent(event: AppEvent): void;
};

/** Delays before reconnecting, in milliseconds: short at first, for a host that is only restarting. */
const retryDelaysMs = [500, 1_000, 2_000, 4_000] as const;

/**
 * Subscribes to the event stream and reconnects whenever it ends. The browser reconnects by itself after a broken
 * connection, but not after an error response or a regular end. Returns a function that unsubscribes.
 */
export function subscribeToEvents(api: Api, listener: EventStreamHandlers): () => void {
  let attempt = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stream: { unsubscribe(): void } | undefined;
  let stopped = false;

  function connect(): void {
    let ended = false;
    const reconnect = () => {
      if (ended || stopped) return;
      ended = true;
      listener.onLost();
      void reportRefusal();
      timer = setTimeout(connect, retryDelaysMs[Math.min(attempt, retryDelaysMs.length - 1)]);
      attempt += 1;
    };
    stream = api.events.subscribe(undefined, {
      onConnectionStateChange(state) {
        if (state.state === 'connecting' && state.error) listener.onLost();
      },
      onStarted() {
        attempt = 0;
        listener.onConnected();
      },
      onData: ({ data }) => listener.onEvent(data),
      onError: reconnect,
      onComplete: reconnect,
    });
  }

  /** An event stream does not have the status of its response. */
  async function reportRefusal(): Promise<void> {
    const response = await fetch('/api').catch(() => undefined);
    if (response?.status === 401 && !stopped) listener.onRefused(await response.text());
  }

  connect();
  return () => {
    stopped = true;
    clearTimeout(timer);
    stream?.unsubscribe();
  };
}
