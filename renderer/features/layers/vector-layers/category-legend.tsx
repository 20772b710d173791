import { ColorSwatch } from '@mantine/core';
import type { LayerCategories } from '../../../../shared/layers/vector-layer.ts';
import { texts } from '../texts.ts';
import styles from './category-legend.module.css';

/** The colors of a layer by values, and that of all other features. */
export function CategoryLegend({
  categories,
  color,
}: {
  readonly categories: LayerCategories;
  readonly color: string;
}) {
  return (
    <ul className={styles.legend} aria-label={texts.own.colors}>
      {[...categories.colors, { value: texts.own.otherValues, color }].map((entry) => (
        <li key={entry.value}>
          <ColorSwatch color={entry.color} size={10} aria-hidden />
          <span>{entry.value}</span>
        </li>
      ))}
    </ul>
  );
}
