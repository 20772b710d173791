import { Popover } from '@mantine/core';
import type { Connection, SessionState } from '../../../shared/session/session-state.ts';
import { useSession } from '../../context/use-stores.ts';
import { FailureText } from '../../ui/failure-text.tsx';
import styles from './header.module.css';
import { texts } from './texts.ts';

const labels = {
  online: texts.connection.online,
  offline: texts.connection.offline,
  unknown: texts.connection.unknown,
} as const;

/** The connection state of the service; a click shows the reason. */
export function ConnectionChip() {
  const hostLink = useSession((state) => state.hostLink);
  const session = useSession((state) => state.session);
  const connection = hostLink === 'connected' ? (session?.connection ?? 'unknown') : 'unknown';
  const label = hostLink === 'lost' ? texts.connection.disconnected : labels[connection];
  return (
    <Popover position="bottom-end" withArrow>
      <Popover.Target>
        <button
          type="button"
          className={styles.chip}
          data-connection={connection}
          aria-label={texts.connection.label(label)}
        >
          <span className={styles.dot} aria-hidden />
          <span className={styles.label}>{label}</span>
        </button>
      </Popover.Target>
      <Popover.Dropdown className={styles.reason}>
        {hostLink === 'lost' ? (
          texts.connection.hostLost
        ) : (
          <FailureText
            failure={{
              message: explain(connection, session),
              details: connection === 'offline' ? session?.connectionDetails : undefined,
            }}
          />
        )}
      </Popover.Dropdown>
    </Popover>
  );
}

function explain(connection: Connection, session: SessionState | null): string {
  const address = session?.profile.baseUrl || texts.connection.service;
  switch (connection) {
    case 'online':
      return texts.connection.responded(address);
    case 'offline':
      return texts.connection.noResponse(address, session?.connectionProblem);
    case 'unknown':
      return texts.connection.notContacted(address);
  }
}
