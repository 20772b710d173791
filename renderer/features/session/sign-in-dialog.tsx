import { Modal } from '@mantine/core';
import { useState } from 'react';
import { useApp } from '../../app/app-context.tsx';
import { useSession, useUi } from '../../app/use-stores.ts';
import { ProfileEditor } from './profile-editor.tsx';
import { SignInForm } from './sign-in-form.tsx';

/**
 * Sign-in over the workspace. With a workspace open it can be closed and everything on disk looked at; without one
 * there is nothing behind it, so it stays.
 */
export function SignInDialog() {
  const { stores } = useApp();
  const opened = useUi((state) => state.dialog === 'sign-in');
  const session = useSession((state) => state.session);
  const [editsProfile, setEditsProfile] = useState(false);
  if (!session) return null;
  const canClose = session.workspace !== 'none' || session.status === 'signed-in';
  const close = () => {
    setEditsProfile(false);
    stores.ui.getState().closeDialog();
  };
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={editsProfile ? 'New profile' : 'Sign in'}
      size={400}
      withCloseButton={canClose}
      closeOnClickOutside={canClose}
      closeOnEscape={canClose}
      closeButtonProps={{ 'aria-label': 'Close' }}
      overlayProps={{ backgroundOpacity: 0.5 }}
    >
      {editsProfile ? (
        <ProfileEditor onDone={() => setEditsProfile(false)} />
      ) : (
        <SignInForm
          key={session.profile.id}
          session={session}
          onNewProfile={() => setEditsProfile(true)}
          onSignedIn={close}
          onBrowse={canClose ? close : undefined}
        />
      )}
    </Modal>
  );
}
