import { Group, NumberInput, SegmentedControl, TextInput } from '@mantine/core';
import { maxZoomLevel } from '../../../../shared/map-sources/map-source.ts';
import { texts } from '../texts.ts';
import type { SourceFieldsProps } from './source-fields.ts';
import styles from './sources.module.css';

/** The address of image tiles, with their zoom levels and size. */
export function TilesFields(props: SourceFieldsProps) {
  const { fields, change, problemOf } = props;
  return (
    <>
      <TextInput
        label={texts.tiles.address}
        description={texts.tiles.addressHint}
        placeholder={texts.tiles.addressExample}
        inputMode="url"
        data-autofocus
        value={fields.address}
        error={problemOf('address')}
        onChange={(event) => change({ address: event.currentTarget.value })}
      />
      <LevelsFields {...props} />
    </>
  );
}

/** The range of zoom levels, and the size of the tiles. */
export function LevelsFields({ fields, change, problemOf }: SourceFieldsProps) {
  return (
    <Group gap="xs" align="flex-start" wrap="nowrap">
      <NumberInput
        label={texts.tiles.minZoom}
        min={0}
        max={maxZoomLevel}
        allowDecimal={false}
        value={fields.minZoom}
        error={problemOf('minZoom')}
        onChange={(minZoom) => change({ minZoom })}
      />
      <NumberInput
        label={texts.tiles.maxZoom}
        min={0}
        max={maxZoomLevel}
        allowDecimal={false}
        value={fields.maxZoom}
        error={problemOf('maxZoom')}
        onChange={(maxZoom) => change({ maxZoom })}
      />
      <div className={styles.field}>
        <span className={styles.label} id="tile-size">
          {texts.tiles.tileSize}
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
