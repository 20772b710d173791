import { TextInput } from '@mantine/core';
import { type KeyboardEvent, useRef, useState } from 'react';
import { type Area, areaSchema } from '../../../shared/areas/area.ts';
import { useApp } from '../../context/app-context.tsx';
import { renameArea } from './area-commands.ts';
import styles from './areas.module.css';

/**
 * A text field for an area's name: Enter saves, Escape and blur cancel. `returnsFocus` is false when the user has moved
 * the focus elsewhere.
 */
export function AreaNameField({
  area,
  onDone,
}: {
  readonly area: Area;
  onDone(returnsFocus: boolean): void;
}) {
  const app = useApp();
  const [name, setName] = useState(area.name);
  const [problem, setProblem] = useState<string | null>(null);
  const [saving, setSaving] = useState(false);
  const field = useRef<HTMLInputElement>(null);

  const save = async () => {
    const checked = areaSchema.shape.name.safeParse(name);
    if (!checked.success) {
      setProblem(checked.error.issues[0]?.message ?? 'Give the area a name.');
      return;
    }
    setSaving(true);
    const failure = await renameArea(app, area.id, checked.data);
    setSaving(false);
    if (failure) setProblem(failure.message);
    // A disabled field may lose the focus to the body.
    else onDone(document.activeElement === field.current || document.activeElement === document.body);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') void save();
    else if (event.key === 'Escape') onDone(true);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div className={styles.rename}>
      <TextInput
        ref={field}
        aria-label={`New name of ${area.name}`}
        // The field appears because the user chose to rename.
        autoFocus
        value={name}
        error={problem}
        disabled={saving}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => setName(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        onBlur={() => {
          if (!saving && problem === null) onDone(false);
        }}
      />
      <span className="muted">Enter saves, Escape cancels.</span>
    </div>
  );
}
