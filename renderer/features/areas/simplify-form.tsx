import { Button, Group, NumberInput } from '@mantine/core';
import type { FormEvent, KeyboardEvent } from 'react';
import type { Area } from '../../../shared/areas/area.ts';
import { formatSquareMetres } from '../../../shared/areas/area-display.ts';
import { countVertices } from '../../../shared/areas/count-vertices.ts';
import { useApp } from '../../app/app-context.tsx';
import { applySimplifying, fewestVertices, simplifyTo } from '../../commands/simplify-commands.ts';
import { FailureNote } from '../../components/failure-note.tsx';
import { formatQuantity } from '../../components/format.ts';
import type { Simplifying } from '../../stores/areas-store.ts';
import styles from './areas.module.css';

/** Asks to how many vertices an area shall be simplified, and says what that changes before it is applied. */
export function SimplifyForm({
  area,
  simplifying,
}: {
  readonly area: Area;
  readonly simplifying: Simplifying;
}) {
  const app = useApp();
  const most = countVertices(area.shape) - 1;
  const { vertices, simpler, failure, isWorking } = simplifying;
  const close = () => app.stores.areas.getState().setSimplifying(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void applySimplifying(app);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    close();
  };
  return (
    <form
      className={styles.simplify}
      onSubmit={submit}
      onKeyDown={onKeyDown}
      aria-label={`Simplify ${area.name}`}
    >
      <NumberInput
        label={`Vertices (now ${(most + 1).toLocaleString('en-US')})`}
        // The field appears because the analyst asked for it.
        autoFocus
        min={fewestVertices}
        max={most}
        allowDecimal={false}
        value={vertices}
        onChange={(value) => {
          const isOther = typeof value === 'number' && value !== vertices;
          if (isOther && value >= fewestVertices && value <= most) simplifyTo(app, area, value);
        }}
      />
      {failure ? <FailureNote failure={failure} /> : null}
      {simpler ? (
        <div role="status" aria-busy={isWorking} className="numeric">
          {simpler.vertices > vertices ? (
            <div>
              {formatQuantity(simpler.vertices, 'vertex', 'vertices')} stay: with fewer, outlines would cross.
            </div>
          ) : null}
          <div>
            {formatSquareMetres(area.squareMetres)} become {formatSquareMetres(simpler.squareMetres)}
          </div>
          <div className={styles.gained}>gains {formatSquareMetres(simpler.gainedSquareMetres)}</div>
          <div className={styles.lost}>loses {formatSquareMetres(simpler.lostSquareMetres)}</div>
        </div>
      ) : null}
      <Group gap="xs">
        <Button type="submit" variant="filled" disabled={!simpler} loading={isWorking}>
          Apply
        </Button>
        <Button onClick={close}>Cancel</Button>
      </Group>
    </form>
  );
}
