import { QueryClientProvider } from '@tanstack/react-query';
import { PointerEventsCheckLevel, type UserEvent, userEvent } from '@testing-library/user-event';
import { unstable_localLink as localLink, type TRPCLink } from '@trpc/client';
import { observable } from '@trpc/server/observable';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { onTestFinished, vi } from 'vitest';
import { type AppRouter, appRouter } from '../../../electron/api/router.ts';
import type { Core } from '../../../electron/core/core.ts';
import { announceConnection } from '../../../renderer/app/announce-connection.ts';
import { createApp } from '../../../renderer/app/create-app.ts';
import { keepFocus } from '../../../renderer/app/keep-focus.ts';
import { startBackground } from '../../../renderer/app/start-background.ts';
import { SettingsProvider } from '../../../renderer/app/theme.tsx';
import { WorkspaceShell } from '../../../renderer/app/workspace-shell.tsx';
import { type App, AppContext } from '../../../renderer/context/app-context.tsx';
import { startLiveUpdates } from '../../../renderer/context/live-updates.ts';
import { offerTour } from '../../../renderer/features/help/offer-tour.ts';
import { promptForSignIn } from '../../../renderer/features/session/prompt-for-sign-in.ts';
import { MarkingLine } from '../../../renderer/features/shell/marking-line.tsx';
import { followInspector, followSession } from '../../../renderer/stores/follow-stores.ts';
import { setDisplayFormat } from '../../../shared/display-format.ts';
import { fail, succeed } from '../../../shared/result.ts';
import { createPageHost } from './page-host.ts';

/**
 * Response of procedures instead of the core: not until this changes, at once but with a response that comes only when
 * this changes, or with a failure of the disk.
 */
export type Fault = 'pending' | 'late' | 'failing';

/** The faults of a page's procedures. */
export class Faults {
  readonly #kinds = new Map<string, Fault>();
  readonly #waiting = new Set<() => void>();
  readonly #failed = new Map<string, number>();

  /** Sets or, without a kind, removes the fault of a procedure, such as `sites.summaries`. */
  set(path: string, kind?: Fault): void {
    if (kind) this.#kinds.set(path, kind);
    else this.#kinds.delete(path);
    for (const go of [...this.#waiting]) go();
  }

  /** Number of failures of a procedure. */
  failures(path: string): number {
    return this.#failed.get(path) ?? 0;
  }

  #afterFault(path: string, run: () => void): void {
    const go = () => {
      if (this.#kinds.has(path)) return;
      this.#waiting.delete(go);
      run();
    };
    this.#waiting.add(go);
    go();
  }

  readonly link: TRPCLink<AppRouter> =
    () =>
    ({ op, next }) =>
      observable((observer) => {
        let stop = () => {};
        const go = () => {
          const kind = this.#kinds.get(op.path);
          if (kind === 'pending') return;
          this.#waiting.delete(go);
          if (kind === undefined) {
            stop = next(op).subscribe(observer).unsubscribe;
            return;
          }
          if (kind === 'late') {
            stop = next(op).subscribe({
              next: (response) => this.#afterFault(op.path, () => observer.next(response)),
              complete: () => this.#afterFault(op.path, () => observer.complete()),
              error: (error) => this.#afterFault(op.path, () => observer.error(error)),
            }).unsubscribe;
            return;
          }
          this.#failed.set(op.path, this.failures(op.path) + 1);
          observer.next({ result: { type: 'data', data: fail('disk', faultMessage) } });
          observer.complete();
        };
        this.#waiting.add(go);
        go();
        return () => {
          this.#waiting.delete(go);
          stop();
        };
      });
}

/** A page over a core, in a document without a canvas: the map is there, but draws nothing and has no detections. */
export type OpenPage = {
  readonly app: App;
  readonly core: Core;
  readonly user: UserEvent;
  /** Closes the page: another one of the same core is then as after a reload. */
  close(): void;
};

const fetchElsewhere = globalThis.fetch;

/** The message of a procedure that is `failing`. */
export const faultMessage = 'The disk does not respond.';

// The document outlives each page.
keepFocus(document);

/** Opens the page of a core, or `content` in its place. */
export function openPage(
  core: Core,
  {
    content = (
      <>
        <MarkingLine />
        <WorkspaceShell />
      </>
    ),
    faults = new Faults(),
  }: { readonly content?: ReactNode; readonly faults?: Faults } = {},
): OpenPage {
  const { host, respond } = createPageHost(core);
  const running = new Set<Promise<Response>>();
  vi.stubGlobal('fetch', (input: RequestInfo | URL, init?: RequestInit) => {
    if (typeof input !== 'string' || !input.startsWith('/')) return fetchElsewhere(input, init);
    const response = respond(new Request(new URL(input, 'http://127.0.0.1/'), init));
    running.add(response);
    return response.finally(() => running.delete(response));
  });
  const app = createApp([
    faults.link,
    localLink({ router: appRouter, createContext: async () => ({ core, host }) }),
  ]);
  const { api, queries, stores, queryClient } = app;
  // What most tests read of a detection is behind its fold.
  stores.inspector.getState().setDetailsOpen(true);
  const { handleEvent } = startBackground(app, app.commands);
  const reported: string[] = [];
  const stopUpdates = startLiveUpdates({
    ...{ api, queries, stores, queryClient },
    loadFeed: async () => {
      const counted = await api.results.counts.query({});
      if (!counted.ok) return counted;
      return succeed({ count: counted.value.detections, version: 1, reviews: 1, categories: [] });
    },
    applyReviews: () => {},
    report: ({ message }) => reported.push(message),
    onEvent: handleEvent,
  });
  followSession(stores, () => reported.push('The saved filter cannot be read.'));
  followInspector(stores);
  announceConnection(stores);
  promptForSignIn(stores);
  offerTour(stores);
  setDisplayFormat(stores.settings.getState());
  stores.settings.subscribe(setDisplayFormat);
  stores.ui.getState().setWindowSize({ width: 1440, height: 900 });
  const page = (
    <SettingsProvider settings={stores.settings}>
      {() => (
        <QueryClientProvider client={queryClient}>
          <AppContext value={app}>{content}</AppContext>
        </QueryClientProvider>
      )}
    </SettingsProvider>
  );
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  root.render(page);
  const close = async () => {
    stopUpdates();
    root.unmount();
    document.body.replaceChildren();
    await Promise.allSettled(running);
  };
  onTestFinished(close);
  // Where the pointer is, depends on the layout.
  const user = userEvent.setup({ delay: null, pointerEventsCheck: PointerEventsCheckLevel.Never });
  return { app, core, user, close };
}
