import { Modal } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { useApp } from '../../context/app-context.tsx';
import { useUi } from '../../context/use-stores.ts';
import { LoadingState } from '../../ui/loading-state.tsx';
import { texts } from './texts.ts';

/** With the pages of the guide, which are loaded when it is opened. */
const GuideView = lazy(async () => ({ default: (await import('./guide-view.tsx')).GuideView }));

/** The dialog of the user's guide. */
export function GuideDialog() {
  const { stores } = useApp();
  const opened = useUi((state) => state.dialog === 'guide');
  return (
    <Modal
      opened={opened}
      onClose={() => stores.ui.getState().closeDialog()}
      title={texts.dialog.title}
      size={920}
    >
      <Suspense fallback={<LoadingState label={texts.dialog.loading} />}>
        <GuideView />
      </Suspense>
    </Modal>
  );
}
