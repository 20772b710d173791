import type { AppEvent } from '../../../shared/events/app-event.ts';

/** An event with its sequence number, so that a reconnecting page can identify the last one it received. */
export type NumberedEvent = { readonly id: number; readonly event: AppEvent };

/** A fresh stream without listeners. */
export function createEvents() {
  const listeners = new Set<(event: NumberedEvent) => void>();
  let lastId = 0;
  const listen = (listener: (event: NumberedEvent) => void) => {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  };
  return {
    publish(event: AppEvent): void {
      lastId += 1;
      const numbered = { id: lastId, event };
      for (const listener of [...listeners]) listener(numbered);
    },
    /** Calls `listener` for each event from now on; returns a function that unsubscribes. */
    listen,
    /** All events from now on, until `signal` aborts. A slow reader loses nothing: events queue. */
    stream: (signal: AbortSignal) => ({
      async *[Symbol.asyncIterator]() {
        const queue: NumberedEvent[] = [];
        let wake = () => {};
        const stop = listen((event) => {
          queue.push(event);
          wake();
        });
        const onAbort = () => wake();
        signal.addEventListener('abort', onAbort);
        try {
          while (!signal.aborted) {
            const next = queue.shift();
            if (next) yield next;
            else
              await new Promise<void>((resolve) => {
                wake = resolve;
              });
          }
        } finally {
          stop();
          signal.removeEventListener('abort', onAbort);
        }
      },
    }),
  };
}

/** The event stream of the core. */
export type Events = ReturnType<typeof createEvents>;
