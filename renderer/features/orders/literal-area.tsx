import { checkAreaShape } from '../../../shared/areas/check-area-shape.ts';
import { formatSquareMetres } from '../../../shared/areas/format-square-metres.ts';
import { measureArea } from '../../../shared/areas/measure-area.ts';
import { formatPosition } from '../../../shared/geo/format-position.ts';
import { inlineAreaShape } from '../../../shared/orders/draft/draft-areas.ts';
import type { DraftArea } from '../../../shared/orders/draft/order-draft.ts';
import { useApp } from '../../context/app-context.tsx';
import { zoomToArea } from '../../context/areas.ts';
import { TextButton } from '../../ui/text-button.tsx';
import { saveAsArea } from './draft-commands.ts';
import styles from './orders.module.css';
import { texts } from './texts.ts';

/** An inline AOI of the draft: its shape and size, and its actions. */
export function LiteralArea({
  item,
  index,
  onRemove,
}: {
  readonly item: Exclude<DraftArea, { kind: 'area' }>;
  readonly index: number;
  onRemove(): void;
}) {
  const app = useApp();
  const name = item.name.trim() || texts.areas.numbered(index + 1);
  const shape = inlineAreaShape(item);
  const isSound = checkAreaShape(shape).length === 0;
  const size = isSound ? formatSquareMetres(measureArea(shape)) : texts.areas.notMeasured;
  const what =
    item.kind === 'polygon'
      ? texts.areas.polygon
      : texts.areas.circle(item.radiusKilometres, formatPosition([item.longitude, item.latitude]));
  return (
    <fieldset className={styles.literal} aria-label={name}>
      <span>
        {name} <span className="muted numeric">{`${what} · ${size}`}</span>
      </span>
      <span className={styles.links}>
        {isSound && <TextButton onClick={() => zoomToArea(app, { shape })}>{texts.areas.show}</TextButton>}
        {isSound && item.extras.length === 0 && (
          <TextButton onClick={() => void saveAsArea(app, index)}>{texts.areas.save}</TextButton>
        )}
        <TextButton onClick={onRemove}>{texts.areas.remove}</TextButton>
      </span>
    </fieldset>
  );
}
