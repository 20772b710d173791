import { TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Failure } from '../../../shared/result.ts';
import { reviewerNameSchema } from '../../../shared/review/review-change.ts';
import { ask } from '../../api/ask.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { useApp } from '../../app/app-context.tsx';
import { FailureNote } from '../../components/failure-note.tsx';

/** Who signs the verdicts. Left empty it is the account's user name. */
export function ReviewerField() {
  const { api } = useApp();
  const queryClient = useQueryClient();
  const reviewer = useQuery({ queryKey: queryKeys.reviewer(), queryFn: () => api.review.reviewer.query() });
  const [typed, setTyped] = useState<string | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const given = reviewer.data?.given ?? '';
  const checked = reviewerNameSchema.safeParse(typed ?? given);

  async function keep() {
    if (typed === null || !checked.success || checked.data === given) return;
    const kept = await ask(() => api.review.setReviewer.mutate({ name: checked.data }));
    setFailure(kept.ok ? null : kept.failure);
    if (!kept.ok) return;
    queryClient.setQueryData(queryKeys.reviewer(), kept.value);
    setTyped(null);
  }

  return (
    <>
      <TextInput
        mt={14}
        label="Who reviews"
        placeholder={reviewer.data?.name ?? ''}
        value={typed ?? given}
        error={checked.success ? null : checked.error.issues[0]?.message}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={() => void keep()}
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.currentTarget.blur();
        }}
      />
      {failure ? <FailureNote failure={failure} title="The name was not kept." /> : null}
    </>
  );
}
