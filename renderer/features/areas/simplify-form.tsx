import { Button, Group, NumberInput } from '@mantine/core';
import type { FormEvent, KeyboardEvent } from 'react';
import type { Area } from '../../../shared/areas/area.ts';
import { countVertices } from '../../../shared/areas/count-vertices.ts';
import { formatSquareMetres } from '../../../shared/areas/format-square-metres.ts';
import { useApp } from '../../context/app-context.tsx';
import type { AreaSimplification } from '../../stores/areas-store.ts';

import { FailureNote } from '../../ui/failure-note.tsx';
import styles from './areas.module.css';
import { applySimplification, minVertices, simplifyTo } from './simplify-commands.ts';
import { texts } from './texts.ts';

/** A form for the number of vertices to simplify an area to, with a preview of the gained and lost area. */
export function SimplifyForm({
  area,
  simplifying,
}: {
  readonly area: Area;
  readonly simplifying: AreaSimplification;
}) {
  const app = useApp();
  const maxVertices = countVertices(area.shape) - 1;
  const { vertices, result: simpler, failure, isWorking } = simplifying;
  const close = () => app.stores.areas.getState().setSimplification(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void applySimplification(app);
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
      aria-label={texts.simplify.label(area.name)}
    >
      <NumberInput
        label={texts.simplify.vertices(maxVertices + 1)}
        // The field appears because the user chose to simplify.
        autoFocus
        min={minVertices}
        max={maxVertices}
        allowDecimal={false}
        value={vertices}
        onChange={(value) => {
          const isOther = typeof value === 'number' && value !== vertices;
          if (isOther && value >= minVertices && value <= maxVertices) simplifyTo(app, area, value);
        }}
      />
      {failure ? <FailureNote failure={failure} /> : null}
      {simpler ? (
        <div role="status" aria-busy={isWorking} className="numeric">
          {simpler.vertices > vertices ? <div>{texts.simplify.remain(simpler.vertices)}</div> : null}
          <div>
            {formatSquareMetres(area.squareMetres)} → {formatSquareMetres(simpler.squareMetres)}
          </div>
          <div className={styles.gained}>
            {texts.simplify.gains(formatSquareMetres(simpler.gainedSquareMetres))}
          </div>
          <div className={styles.lost}>
            {texts.simplify.loses(formatSquareMetres(simpler.lostSquareMetres))}
          </div>
        </div>
      ) : null}
      <Group gap="xs">
        <Button type="submit" variant="filled" disabled={!simpler} loading={isWorking}>
          {texts.simplify.apply}
        </Button>
        <Button onClick={close}>{texts.simplify.cancel}</Button>
      </Group>
    </form>
  );
}
