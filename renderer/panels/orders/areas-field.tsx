import { Checkbox } from '@mantine/core';
import type { Area } from '../../../shared/areas/area.ts';
import { formatSquareMetres } from '../../../shared/areas/area-display.ts';
import { useApp } from '../../app/app-context.tsx';
import { TextButton } from '../../components/text-button.tsx';
import { ChoiceGroup } from './choice-group.tsx';
import type { FormPart } from './form-fields.ts';
import styles from './orders.module.css';

/** Which of the workspace's areas to order for. One that is gone from the workspace can still be taken out. */
export function AreasField({
  draft,
  change,
  problemOf,
  leave,
  areas,
}: FormPart & { readonly areas: readonly Area[] }) {
  const { stores } = useApp();
  const known = new Set(areas.map(({ id }) => id));
  const gone = draft.areaIds.filter((id) => !known.has(id));
  const toggle = (id: string, on: boolean) =>
    change({ areaIds: on ? [...draft.areaIds, id] : draft.areaIds.filter((other) => other !== id) });
  const drawOne = () => {
    stores.ui.getState().showPanel('areas');
    stores.ui.getState().setTool('polygon');
  };
  return (
    <ChoiceGroup
      field="areaIds"
      legend="Areas"
      problem={problemOf('areaIds')}
      onLeave={() => leave('areaIds')}
      below={
        <div className={styles.links}>
          <TextButton onClick={drawOne}>Draw one</TextButton>
        </div>
      }
    >
      {areas.length + gone.length === 0 && <span className="muted">The workspace has no areas yet.</span>}
      {areas.map(({ id, name, squareMetres }) => (
        <Checkbox
          key={id}
          label={
            <>
              {name} <span className="muted numeric">{formatSquareMetres(squareMetres)}</span>
            </>
          }
          checked={draft.areaIds.includes(id)}
          onChange={(event) => toggle(id, event.currentTarget.checked)}
        />
      ))}
      {gone.map((id) => (
        <Checkbox
          key={id}
          checked
          label="An area that is not in this workspace any more"
          onChange={() => toggle(id, false)}
        />
      ))}
    </ChoiceGroup>
  );
}
