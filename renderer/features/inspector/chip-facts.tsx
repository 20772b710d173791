import styles from './chip-view.module.css';
import type { PropertyRow } from './property-rows.ts';

const factKinds: readonly PropertyRow['kind'][] = [
  'lengthMetres',
  'widthMetres',
  'headingDegrees',
  'confidence',
];

/** Whether a property is shown with the chip: the size, the heading and the confidence. */
export function isChipFact({ kind }: PropertyRow): boolean {
  return factKinds.includes(kind);
}

/** Facts of a detection below its chip, a row for each. */
export function ChipFacts({
  rows,
}: {
  readonly rows: readonly Pick<PropertyRow, 'label' | 'tip' | 'text'>[];
}) {
  return (
    <dl className={styles.facts}>
      {rows.map(({ label, tip, text }) => (
        <div key={tip}>
          <dt title={tip}>{label}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}
