import type { Stores } from '../stores/stores.ts';
import { announce } from '../ui/announce.tsx';

const texts = {
  online: 'The service responds again.',
  offline: 'The service does not respond. What is on this disk remains usable.',
  lost: 'The page has lost its connection to Sightline.',
  connected: 'The page is connected to Sightline again.',
} as const;

/** Announces when the service or Sightline itself can no longer be reached, and when it can again. */
export function announceConnection({ session }: Pick<Stores, 'session'>): () => void {
  return session.subscribe(({ hostLink, session: now }, before) => {
    if (hostLink !== before.hostLink) {
      if (hostLink === 'lost') announce(texts.lost);
      else if (before.hostLink === 'lost' && hostLink === 'connected') announce(texts.connected);
      return;
    }
    const was = before.session?.connection;
    const is = now?.connection;
    if (is === was || is === undefined) return;
    if (is === 'offline') announce(texts.offline);
    else if (is === 'online' && was === 'offline') announce(texts.online);
  });
}
