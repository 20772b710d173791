import { Checkbox, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Area } from '../../../shared/areas/area.ts';
import { checkAreaShape } from '../../../shared/areas/check-area-shape.ts';
import { formatSquareMetres } from '../../../shared/areas/format-square-metres.ts';
import { measureArea } from '../../../shared/areas/measure-area.ts';
import { foldText } from '../../../shared/fold-text.ts';
import { formatPosition } from '../../../shared/geo/format-position.ts';
import { inlineAreaShape } from '../../../shared/orders/draft/draft-areas.ts';
import type { DraftArea } from '../../../shared/orders/draft/order-draft.ts';
import { useApp } from '../../context/app-context.tsx';
import { zoomToArea } from '../../context/areas.ts';
import { TextButton } from '../../ui/text-button.tsx';
import { ChoiceGroup } from './choice-group.tsx';
import { saveAsArea } from './draft-commands.ts';
import type { OrderFormProps } from './form-fields.ts';
import styles from './orders.module.css';
import { texts } from './texts.ts';

/** Number of areas from which on a search field is shown. */
const searchThreshold = 9;
/** Maximum number of areas that are listed besides the chosen ones; the others are found by name. */
const maxListed = 100;

/** The areas to order for: areas of the workspace, and inline AOIs of the draft. */
export function AreasField({
  draft,
  change,
  problemOf,
  markTouched,
  areas,
}: OrderFormProps & { readonly areas: readonly Area[] }) {
  const { stores } = useApp();
  const [search, setSearch] = useState('');
  const known = new Set(areas.map(({ id }) => id));
  const chosen = new Set(draft.areas.flatMap((item) => (item.kind === 'area' ? [item.areaId] : [])));
  const missing = [...chosen].filter((id) => !known.has(id));
  const query = foldText(search.trim());
  const matching = areas.filter(({ id, name }) => chosen.has(id) || foldText(name).includes(query));
  const others = new Set(matching.filter(({ id }) => !chosen.has(id)).slice(0, maxListed));
  const shown = matching.filter((area) => chosen.has(area.id) || others.has(area));
  const hiddenCount = matching.length - shown.length;
  const toggle = (areaId: string, on: boolean) =>
    change({
      areas: on
        ? [...draft.areas, { kind: 'area', areaId }]
        : draft.areas.filter((item) => item.kind !== 'area' || item.areaId !== areaId),
    });
  const drawOne = () => {
    stores.ui.getState().showPanel('areas');
    stores.ui.getState().setTool('polygon');
  };
  return (
    <ChoiceGroup
      field="areas"
      legend={texts.form.areas}
      problem={problemOf('areas')}
      onBlur={() => markTouched('areas')}
      footer={
        <div className={styles.links}>
          <TextButton onClick={drawOne}>{texts.form.drawArea}</TextButton>
        </div>
      }
    >
      {areas.length >= searchThreshold && (
        <TextInput
          aria-label={texts.form.findArea}
          placeholder={texts.form.findArea}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
      )}
      {areas.length + draft.areas.length === 0 && <span className="muted">{texts.form.noAreas}</span>}
      <div className={styles.areaChoices}>
        {shown.map(({ id, name, squareMetres }) => (
          <Checkbox
            key={id}
            label={
              <>
                {name} <span className="muted numeric">{formatSquareMetres(squareMetres)}</span>
              </>
            }
            checked={chosen.has(id)}
            onChange={(event) => toggle(id, event.currentTarget.checked)}
          />
        ))}
        {missing.map((id) => (
          <Checkbox key={id} checked label={texts.form.goneArea} onChange={() => toggle(id, false)} />
        ))}
      </div>
      {hiddenCount > 0 ? <span className="muted numeric">{texts.form.moreAreas(hiddenCount)}</span> : null}
      {draft.areas.map((item, index) =>
        item.kind === 'area' ? null : (
          <LiteralArea
            // biome-ignore lint/suspicious/noArrayIndexKey: inline AOIs have no id, and two may have the same text
            key={index}
            item={item}
            index={index}
            onRemove={() => change({ areas: draft.areas.filter((_, position) => position !== index) })}
          />
        ),
      )}
    </ChoiceGroup>
  );
}

/** An inline AOI of the draft: its shape and size, and its actions. */
function LiteralArea({
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
