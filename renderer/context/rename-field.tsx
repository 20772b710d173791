import { TextInput } from '@mantine/core';
import type { KeyboardEvent } from 'react';
import type { Failure } from '../../shared/result.ts';
import { FailureText } from '../ui/failure-text.tsx';
import { useSubmit } from '../ui/use-submit.ts';
import { useApp } from './app-context.tsx';
import { discardTyped, forgetTyped, useTyped } from './typed-forms.ts';

/** A text field for a name; what Escape discards is offered back. `save` returns a failure or null. */
export function RenameField({
  id,
  show,
  label,
  initialName,
  save,
  onDone,
}: {
  /** Identifies the field: `name of draft 1f…`. */
  readonly id: string;
  /** Shows the panel that it is in. */
  readonly show: () => void;
  readonly label: string;
  readonly initialName: string;
  readonly save: (name: string) => Promise<Failure | null>;
  readonly onDone: () => void;
}) {
  const app = useApp();
  const [name, setName] = useTyped(id, initialName);
  return (
    <NameField
      label={label}
      name={name}
      onChange={setName}
      save={save}
      onSaved={() => {
        forgetTyped(app, id);
        onDone();
      }}
      onCancel={() => {
        discardTyped(app, { id, what: `“${label}”`, show });
        onDone();
      }}
    />
  );
}

/** A text field for a name: Enter calls `save`, which returns a failure or null. */
function NameField({
  label,
  name,
  onChange,
  save,
  onSaved,
  onCancel,
}: {
  readonly label: string;
  readonly name: string;
  onChange(name: string): void;
  save(name: string): Promise<Failure | null>;
  onSaved(): void;
  /** Called at Escape. */
  onCancel(): void;
}) {
  const { submit, isBusy, failure } = useSubmit(async () => {
    const problem = await save(name);
    if (problem === null) onSaved();
    return problem;
  });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') submit();
    else if (event.key === 'Escape') onCancel();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <TextInput
      label={label}
      description="Enter saves, Escape cancels."
      // The field appears because the user chose to rename.
      autoFocus
      value={name}
      error={failure && <FailureText failure={failure} />}
      disabled={isBusy}
      onFocus={(event) => event.currentTarget.select()}
      onChange={(event) => onChange(event.currentTarget.value)}
      onKeyDown={onKeyDown}
    />
  );
}
