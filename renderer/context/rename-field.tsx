import type { Failure } from '../../shared/result.ts';
import { NameField } from '../ui/name-field.tsx';
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
