import { Button } from '@mantine/core';
import type { Profile } from '../../../shared/settings/profile.ts';
import styles from './sign-in.module.css';

type Credentials = NonNullable<Profile['demoCredentials']>;

/** The demo service's user and password, which are no secret, and a button that fills them in. */
export function DemoCredentials({
  credentials,
  onUse,
}: {
  readonly credentials: Credentials;
  readonly onUse: (credentials: Credentials) => void;
}) {
  return (
    <div className={styles.demo}>
      <div>
        The demo service runs inside Sightline and needs no network.
        <br />
        User <code>{credentials.username}</code>, password <code>{credentials.password}</code>
      </div>
      <Button size="compact-xs" onClick={() => onUse(credentials)}>
        Use these
      </Button>
    </div>
  );
}
