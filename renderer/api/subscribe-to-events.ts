import type { AppEvent } from '../../shared/events/app-event.ts';
import type { Api } from './client.ts';

/** Handlers of the event stream. `onConnected` is called at each connection, before its events. */
export type EventStreamHandlers = {
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
