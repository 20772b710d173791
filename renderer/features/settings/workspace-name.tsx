import { Button, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { queryKeys } from '../../api/query-keys.ts';
import { useApp } from '../../context/app-context.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import { useSubmit } from '../../ui/use-submit.ts';
import { texts } from './texts.ts';

/** The workspace's name, which can be changed. */
export function WorkspaceName({
  name,
  canChange,
}: {
  readonly name: string | null;
  readonly canChange: boolean;
}) {
  const { api } = useApp();
  const queryClient = useQueryClient();
  const [draft, setDraft] = useState<string>();

  const { submit, isBusy, failure, clear } = useSubmit(async () => {
    const renamed = await api.workspace.rename.mutate(draft ?? '');
    if (!renamed.ok) return renamed.failure;
    setDraft(undefined);
    await queryClient.invalidateQueries({ queryKey: queryKeys.workspaceOverview() });
    return null;
  });

  if (draft === undefined) {
    return (
      <>
        {name ?? texts.workspace.unnamed}{' '}
        {canChange ? (
          <TextButton onClick={() => setDraft(name ?? '')}>{texts.workspace.rename}</TextButton>
        ) : null}
      </>
    );
  }
  return (
    <form onSubmit={submit} aria-label={texts.workspace.nameLabel}>
      <TextInput
        aria-label={texts.workspace.name}
        value={draft}
        maxLength={80}
        autoFocus
        error={failure?.message}
        onChange={(event) => {
          clear();
          setDraft(event.currentTarget.value);
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          clear();
          setDraft(undefined);
        }}
      />
      <Button type="submit" size="compact-xs" mt={4} loading={isBusy} disabled={draft.trim() === ''}>
        {texts.workspace.saveName}
      </Button>
    </form>
  );
}
