import { Popover } from '@mantine/core';
import type { Connection, SessionState } from '../../../shared/session/session-state.ts';
import { useSession } from '../../context/use-stores.ts';
import styles from './header.module.css';

const labels = { online: 'Online', offline: 'Offline', unknown: 'Not contacted yet' } as const;

/** The connection state of the service; a click shows the reason. */
export function ConnectionChip() {
  const hostLink = useSession((state) => state.hostLink);
  const session = useSession((state) => state.session);
  const connection = hostLink === 'connected' ? (session?.connection ?? 'unknown') : 'unknown';
  const label = hostLink === 'lost' ? 'Disconnected' : labels[connection];
  return (
    <Popover position="bottom-end" withArrow>
      <Popover.Target>
        <button
          type="button"
          className={styles.chip}
          data-connection={connection}
          aria-label={`Connection: ${label}`}
        >
          <span className={styles.dot} aria-hidden />
          <span className={styles.label}>{label}</span>
        </button>
      </Popover.Target>
      <Popover.Dropdown className={styles.reason}>
        {hostLink === 'lost'
          ? 'The page has lost its connection to Sightline itself.'
          : explain(connection, session)}
      </Popover.Dropdown>
    </Popover>
  );
}

function explain(connection: Connection, session: SessionState | null): string {
  const address = session?.profile.baseUrl || 'the service';
  switch (connection) {
    case 'online':
      return `${address} responded to the last request.`;
    case 'offline':
      return `${address} did not respond: ${session?.connectionProblem ?? 'unknown reason.'}`;
    case 'unknown':
      return `${address} has not been contacted yet.`;
  }
}
