import { useState } from 'react';
import type { AisFile } from '../../../shared/ais/ais-file.ts';
import { callApi } from '../../api/call-api.ts';
import { useApp } from '../../context/app-context.tsx';
import { notifyFailure } from '../../ui/notify.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import { texts } from './texts.ts';

/** Removes a file once the user has confirmed it. */
export function RemoveAisFile({ file }: { readonly file: AisFile }) {
  const { api } = useApp();
  const [isConfirming, setConfirming] = useState(false);
  const { view } = texts;
  const remove = async () => {
    const removed = await callApi(() => api.ais.removeFile.mutate(file.id));
    if (!removed.ok) notifyFailure(removed.failure, view.notRemoved);
  };
  if (!isConfirming)
    return (
      <TextButton aria-label={view.removeFile(file.name)} onClick={() => setConfirming(true)}>
        {view.remove}
      </TextButton>
    );
  return (
    <span role="alertdialog" aria-label={view.removeFile(file.name)}>
      {view.removeQuestion(file.name)}{' '}
      <TextButton autoFocus onClick={() => void remove()}>
        {view.remove}
      </TextButton>{' '}
      <TextButton onClick={() => setConfirming(false)}>{view.cancel}</TextButton>
    </span>
  );
}
