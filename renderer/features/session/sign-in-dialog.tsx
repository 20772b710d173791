import { Modal } from '@mantine/core';
import { useState } from 'react';
import { useApp } from '../../context/app-context.tsx';
import { useSession, useUi } from '../../context/use-stores.ts';
import { ProfileEditor } from './profile-editor.tsx';
import { SignInForm } from './sign-in-form.tsx';
import { texts } from './texts.ts';

/**
 * The sign-in dialog. While a workspace is open it can be closed, to work offline. Without one there is nothing to
 * show.
 */
export function SignInDialog() {
  const { stores } = useApp();
  const opened = useUi((state) => state.dialog === 'sign-in');
  const session = useSession((state) => state.session);
  const [isEditingProfile, setEditingProfile] = useState(false);
  if (!session) return null;
  const canClose = session.workspace !== 'none' || session.status === 'signed-in';
  const close = () => {
    setEditingProfile(false);
    stores.ui.getState().closeDialog();
  };
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={isEditingProfile ? texts.dialog.newProfile : texts.dialog.signIn}
      size={400}
      withCloseButton={canClose}
      closeOnClickOutside={canClose}
      closeOnEscape={canClose}
      overlayProps={{ backgroundOpacity: 0.5 }}
    >
      {isEditingProfile ? (
        <ProfileEditor onDone={() => setEditingProfile(false)} />
      ) : (
        <SignInForm
          key={session.profile.id}
          session={session}
          onNewProfile={() => setEditingProfile(true)}
          onSignedIn={close}
          onBrowse={canClose ? close : undefined}
        />
      )}
    </Modal>
  );
}
