import type { AppEvent } from '../../shared/events/app-event.ts';
import type { Api } from './client.ts';

/** What happens to the stream of events. `connected` is told at each connection, before its events. */
export type EventListener = {
  connected(): void;
  lost(): void;
  event(event: AppEvent): void;
};

/** Wait before another try, in milliseconds: short at first, for a host that only restarts. */
const retryDelays = [500, 1_000, 2_000, 4_000] as const;

/**
 * Follows the one stream of events and takes it up again whenever it ends. The browser reconnects by itself after a
 * broken connection; after a refusal or an orderly end it does not, so this does. Returns the way to stop.
 */
export function followEvents(api: Api, listener: EventListener): () => void {
  let attempt = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stream: { unsubscribe(): void } | undefined;
  let stopped = false;

  function begin(): void {
    let ended = false;
    const again = () => {
      if (ended || stopped) return;
      ended = true;
      listener.lost();
      timer = setTimeout(begin, retryDelays[Math.min(attempt, retryDelays.length - 1)]);
      attempt += 1;
    };
    stream = api.events.subscribe(undefined, {
      onConnectionStateChange(state) {
        if (state.state === 'connecting' && state.error) listener.lost();
      },
      onStarted() {
        attempt = 0;
        listener.connected();
      },
      onData: ({ data }) => listener.event(data),
      onError: again,
      onComplete: again,
    });
  }

  begin();
  return () => {
    stopped = true;
    clearTimeout(timer);
    stream?.unsubscribe();
  };
}
