import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryKeys } from '../../api/query-keys.ts';
import { useApp } from '../../context/app-context.tsx';
import { toFailure, unwrap } from '../../ui/failure-error.ts';
import { FailureNote } from '../../ui/failure-note.tsx';
import { FieldRows } from '../../ui/field-rows.tsx';
import { LoadingState } from '../../ui/loading-state.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import { texts } from './texts.ts';

/** How often something was seen at the place of a detection, once that is requested. */
export function PlacePresence({ id }: { readonly id: number }) {
  const { api } = useApp();
  // It stays shown when the next detection is inspected.
  const [isShown, setShown] = useState(false);
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.detectionPresence(id),
    queryFn: async ({ signal }) => unwrap(await api.results.presence.query(id, { signal })),
    enabled: isShown,
  });
  if (!isShown) {
    return (
      <TextButton title={texts.presence.hint} onClick={() => setShown(true)}>
        {texts.presence.show}
      </TextButton>
    );
  }
  if (error) return <FailureNote failure={toFailure(error)} onRetry={() => void refetch()} />;
  if (data === undefined) return <LoadingState label={texts.presence.loading} />;
  if (data === null) return null;
  const { presence, seen, looks } = data;
  return (
    <FieldRows
      rows={[
        {
          label: texts.presence.seen,
          value: seen === 0 ? texts.presence.unknown : texts.presence.of(seen, looks),
          tip: texts.presence.hint,
        },
        {
          label: texts.presence.presence,
          value: presence === null ? texts.presence.unknown : texts.presence.texts[presence],
          tip: texts.presence.hint,
        },
      ]}
    />
  );
}
