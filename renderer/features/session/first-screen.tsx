import { Button } from '@mantine/core';
import { useEffect } from 'react';
import { useApp } from '../../context/app-context.tsx';
import { useProfiles } from '../../context/use-profiles.ts';
import { useSession } from '../../context/use-stores.ts';
import { FailureNote } from '../../ui/failure-note.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import { useSubmit } from '../../ui/use-submit.ts';
import styles from './first-screen.module.css';
import { texts } from './texts.ts';

/** Card on the map with the ways to start: with the demo in one click, or by signing in to a service. */
export function FirstScreen() {
  const app = useApp();
  const session = useSession((state) => state.session);
  const { profiles, query } = useProfiles();
  const demo = profiles.find(({ demoCredentials }) => demoCredentials !== undefined);
  useEffect(() => {
    // A lost connection has its own banner.
    void app.api.session.prepareSignIn.mutate();
  }, [app.api]);
  const { submit, isBusy, failure } = useSubmit(async () => {
    if (!demo?.demoCredentials) return null;
    const signedIn = await app.api.session.signIn.mutate({ profileId: demo.id, ...demo.demoCredentials });
    return signedIn.ok ? null : signedIn.failure;
  });
  if (!session || query.isPending) return null;
  const { profile } = session;
  const isService = profile.kind === 'custom';
  const isFirst = isService || !demo;
  const signIn = (
    <Button
      variant={isFirst ? 'filled' : 'default'}
      disabled={isBusy}
      onClick={() => app.stores.ui.getState().openDialog('sign-in')}
    >
      {isService ? texts.firstScreen.signInTo(profile.name) : texts.firstScreen.signIn}
    </Button>
  );
  return (
    <section className={styles.card} aria-label={texts.firstScreen.label} data-covers-map>
      <h2 className={styles.title}>{texts.firstScreen.title}</h2>
      {demo ? <p className={styles.about}>{texts.firstScreen.about}</p> : null}
      <QueryState query={query} title={texts.signIn.profilesUnreadable} />
      {session.status === 'expired' ? <p className={styles.about}>{texts.signIn.expired}</p> : null}
      {isFirst ? signIn : null}
      {demo ? (
        <Button variant={isFirst ? 'default' : 'filled'} loading={isBusy} onClick={() => submit()}>
          {texts.firstScreen.startDemo}
        </Button>
      ) : null}
      {isFirst ? null : signIn}
      {failure ? <FailureNote failure={failure} title={texts.signIn.notSignedIn} /> : null}
    </section>
  );
}
