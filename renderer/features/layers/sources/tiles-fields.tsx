import { Group, SegmentedControl } from '@mantine/core';
import { maxZoomLevel } from '../../../../shared/map-sources/map-source.ts';
import { FormRows } from '../../../ui/form/form.tsx';
import { texts } from '../texts.ts';
import type { SourceFieldsProps } from './source-fields.ts';
import styles from './sources.module.css';

/** The address of image tiles, with their zoom levels and size. */
export function TilesFields(props: SourceFieldsProps) {
  const { fields: values, change, problems } = props;
  return (
    <>
      <FormRows
        form={{ values, change, problems }}
        rows={[
          {
            ...{ kind: 'text', name: 'address', label: texts.tiles.address, hint: texts.tiles.addressHint },
            ...{ placeholder: texts.tiles.addressExample, inputMode: 'url', 'data-autofocus': true },
          },
        ]}
      />
      <LevelsFields {...props} />
    </>
  );
}

const levels = { kind: 'number', min: 0, max: maxZoomLevel, allowDecimal: false } as const;

/** The range of zoom levels, and the size of the tiles. */
export function LevelsFields({ fields: values, change, problems }: SourceFieldsProps) {
  return (
    <Group gap="xs" align="flex-start" wrap="nowrap">
      <FormRows
        form={{ values, change, problems }}
        rows={[
          { ...levels, name: 'minZoom', label: texts.tiles.minZoom },
          { ...levels, name: 'maxZoom', label: texts.tiles.maxZoom },
        ]}
      />
      <div className={styles.field}>
        <span className={styles.label} id="tile-size">
          {texts.tiles.tileSize}
        </span>
        <SegmentedControl
          aria-labelledby="tile-size"
          data={['256', '512']}
          value={String(values.tileSize)}
          onChange={(size) => change({ tileSize: size === '512' ? 512 : 256 })}
        />
      </div>
    </Group>
  );
}
