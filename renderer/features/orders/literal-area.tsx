import { formatSquareMetres } from '../../../shared/areas/area-display.ts';
import { areaShapeProblems } from '../../../shared/areas/area-shape-problems.ts';
import { measureArea } from '../../../shared/areas/measure-area.ts';
import { formatDecimalDegrees } from '../../../shared/geo/coordinates.ts';
import { literalShape } from '../../../shared/orders/draft-areas.ts';
import type { DraftArea } from '../../../shared/orders/order-draft.ts';
import { useApp } from '../../app/app-context.tsx';
import { zoomToArea } from '../../commands/area-commands.ts';
import { keepAsArea } from '../../commands/draft-commands.ts';
import { TextButton } from '../../components/text-button.tsx';
import styles from './orders.module.css';

/** An AOI that is written out in the draft: what it is, and what can be done with it. */
export function LiteralArea({
  item,
  index,
  takeOut,
}: {
  readonly item: Exclude<DraftArea, { kind: 'area' }>;
  readonly index: number;
  takeOut(): void;
}) {
  const app = useApp();
  const name = item.name.trim() || `Area ${index + 1}`;
  const shape = literalShape(item);
  const isSound = areaShapeProblems(shape).length === 0;
  const size = isSound ? formatSquareMetres(measureArea(shape)) : 'cannot be measured';
  const what =
    item.kind === 'polygon'
      ? 'polygon'
      : `${item.radiusKilometres} km around ${formatDecimalDegrees([item.longitude, item.latitude])}`;
  return (
    <fieldset className={styles.literal} aria-label={name}>
      <span>
        {name} <span className="muted numeric">{`${what} · ${size}`}</span>
      </span>
      <span className={styles.links}>
        {isSound && <TextButton onClick={() => zoomToArea(app, { shape })}>Show</TextButton>}
        {isSound && item.extras.length === 0 && (
          <TextButton onClick={() => void keepAsArea(app, index)}>Keep as an area</TextButton>
        )}
        <TextButton onClick={takeOut}>Remove</TextButton>
      </span>
    </fieldset>
  );
}
