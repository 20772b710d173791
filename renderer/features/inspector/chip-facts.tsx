import type { PropertyMeaning } from '../../../shared/results/property-meaning.ts';
import styles from './chip-view.module.css';
import { formatMeaning, meaningLabels } from './property-rows.ts';

const shownKinds = ['lengthMetres', 'widthMetres', 'headingDegrees', 'confidence'] as const;

/** Whether there is anything that `ChipFacts` shows. */
export function hasFacts(meaning: PropertyMeaning): boolean {
  return shownKinds.some((kind) => meaning[kind] !== null);
}

/** The size, heading and confidence of a detection, beside its chip. */
export function ChipFacts({ meaning }: { readonly meaning: PropertyMeaning }) {
  return (
    <dl className={styles.facts}>
      {shownKinds.map((kind) => {
        const value = meaning[kind];
        return value === null ? null : (
          <div key={kind}>
            <dt>{meaningLabels[kind]}</dt>
            <dd>{formatMeaning(kind, value)}</dd>
          </div>
        );
      })}
    </dl>
  );
}
