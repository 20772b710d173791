import { TRPCClientError, type TRPCLink } from '@trpc/client';
import { observable } from '@trpc/server/observable';
import type { AppRouter } from '../../electron/api/router.ts';
import { createApi, createQueryClient } from '../../renderer/api/client.ts';

/**
 * The page's API over functions of the test, such as `{ drafts: { save: { mutate: async (draft) => … } } }`; a procedure
 * that is not there is an unexpected error.
 */
export function pageApi(procedures: object = {}) {
  const queryClient = createQueryClient();
  return { ...createApi(queryClient, [linkTo(procedures)]), queryClient };
}

const methods = { query: 'query', mutation: 'mutate', subscription: 'subscribe' } as const;

const linkTo =
  (procedures: object): TRPCLink<AppRouter> =>
  () =>
  ({ op: { path, type, input, signal } }) =>
    observable((observer) => {
      const fail = (error: Error) => observer.error(TRPCClientError.from(error));
      const names = [...path.split('.'), methods[type]];
      const call = names.reduce<unknown>((part, name) => Reflect.get(Object(part), name), procedures);
      if (typeof call !== 'function') return fail(new Error(`The test has no ${names.join('.')}.`));
      if (type === 'subscription') {
        const { unsubscribe } = call(input, {
          onStarted: () => observer.next({ result: { type: 'started' } }),
          onData: (data: unknown) => observer.next({ result: { type: 'data', data } }),
          onError: fail,
        });
        return unsubscribe;
      }
      const respond = (data: unknown) => {
        observer.next({ result: { type: 'data', data } });
        observer.complete();
      };
      void Promise.resolve(signal ? call(input, signal) : call(input)).then(respond, fail);
    });
