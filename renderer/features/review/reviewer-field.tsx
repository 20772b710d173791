import { TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { reviewerNameSchema } from '../../../shared/review/review-change.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { useApp } from '../../context/app-context.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { useSubmit } from '../../ui/use-submit.ts';
import { texts } from './texts.ts';

/** The reviewer's name; if empty, the account's user name. */
export function ReviewerField() {
  const { api } = useApp();
  const queryClient = useQueryClient();
  const reviewer = useQuery({ queryKey: queryKeys.reviewer(), queryFn: () => api.reviews.reviewer.query() });
  const [typed, setTyped] = useState<string | null>(null);
  const given = reviewer.data?.given ?? '';
  const checked = reviewerNameSchema.safeParse(typed ?? given);

  const { submit, failure } = useSubmit(async () => {
    if (typed === null || !checked.success || checked.data === given) return null;
    const saved = await api.reviews.setReviewer.mutate({ name: checked.data });
    if (!saved.ok) return saved.failure;
    queryClient.setQueryData(queryKeys.reviewer(), saved.value);
    setTyped(null);
    return null;
  });

  return (
    <>
      <TextInput
        mt={14}
        label={texts.reviewer.label}
        placeholder={reviewer.data?.name ?? ''}
        disabled={reviewer.data?.isTeamLogin ?? false}
        description={reviewer.data?.isTeamLogin ? texts.reviewer.teamLogin : null}
        value={typed ?? given}
        error={checked.success ? null : checked.error.issues[0]?.message}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={() => submit()}
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.currentTarget.blur();
        }}
      />
      {failure ? <FailureNote failure={failure} title={texts.reviewer.notSaved} /> : null}
    </>
  );
}
