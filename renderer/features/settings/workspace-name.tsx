import { Button, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { ask } from '../../api/ask.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { useApp } from '../../app/app-context.tsx';
import { notifyFailure } from '../../app/notify.tsx';
import { TextButton } from '../../components/text-button.tsx';

/** The workspace's name, and a way to give it another. */
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

  async function save(event: FormEvent) {
    event.preventDefault();
    const kept = await ask(() => api.workspace.rename.mutate(draft ?? ''));
    if (!kept.ok) return notifyFailure(kept.failure, 'The name was not kept.');
    setDraft(undefined);
    await queryClient.invalidateQueries({ queryKey: queryKeys.workspaceOverview() });
  }

  if (draft === undefined) {
    return (
      <>
        {name ?? 'Not named'}{' '}
        {canChange ? <TextButton onClick={() => setDraft(name ?? '')}>Rename</TextButton> : null}
      </>
    );
  }
  return (
    <form onSubmit={(event) => void save(event)} aria-label="Name of the workspace">
      <TextInput
        aria-label="Name"
        value={draft}
        maxLength={80}
        autoFocus
        onChange={(event) => setDraft(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') setDraft(undefined);
        }}
      />
      <Button type="submit" size="compact-xs" mt={4} disabled={draft.trim() === ''}>
        Save
      </Button>
    </form>
  );
}
