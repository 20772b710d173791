import { Group, NumberInput, SegmentedControl, TextInput } from '@mantine/core';
import { finestZoom } from '../../../../shared/map-sources/tile-grid.ts';
import type { FieldsPart } from './source-form.tsx';
import styles from './sources.module.css';

/** The address of image tiles, and which there are. */
export function TilesFields(part: FieldsPart) {
  const { fields, change, problemOf } = part;
  return (
    <>
      <TextInput
        label="Address"
        description="{z} stands for the zoom level, {x} for the column, {y} for the row; {-y} counts rows from the south (TMS)."
        placeholder="https://tiles.example.org/{z}/{x}/{y}.png"
        inputMode="url"
        data-autofocus
        value={fields.address}
        error={problemOf('address')}
        onChange={(event) => change({ address: event.currentTarget.value })}
      />
      <LevelsFields {...part} />
    </>
  );
}

/** From which zoom to which there are tiles, and their size. */
export function LevelsFields({ fields, change, problemOf }: FieldsPart) {
  return (
    <Group gap="xs" align="flex-start" wrap="nowrap">
      <NumberInput
        label="Least zoom"
        min={0}
        max={finestZoom}
        allowDecimal={false}
        value={fields.minZoom}
        error={problemOf('minZoom')}
        onChange={(minZoom) => change({ minZoom })}
      />
      <NumberInput
        label="Greatest zoom"
        min={0}
        max={finestZoom}
        allowDecimal={false}
        value={fields.maxZoom}
        error={problemOf('maxZoom')}
        onChange={(maxZoom) => change({ maxZoom })}
      />
      <div className={styles.field}>
        <span className={styles.label} id="tile-size">
          Tile size
        </span>
        <SegmentedControl
          aria-labelledby="tile-size"
          data={['256', '512']}
          value={String(fields.tileSize)}
          onChange={(size) => change({ tileSize: size === '512' ? 512 : 256 })}
        />
      </div>
    </Group>
  );
}
