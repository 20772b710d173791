import { Button, MultiSelect } from '@mantine/core';
import { IconPolygon, IconUpload } from '@tabler/icons-react';
import type { Area } from '../../../shared/areas/area.ts';
import { checkAreaShape } from '../../../shared/areas/check-area-shape.ts';
import { formatSquareMetres } from '../../../shared/areas/format-square-metres.ts';
import { measureArea } from '../../../shared/areas/measure-area.ts';
import { foldText } from '../../../shared/fold-text.ts';
import { formatUtc } from '../../../shared/format.ts';
import { formatPosition } from '../../../shared/geo/format-position.ts';
import { inlineAreaShape } from '../../../shared/orders/draft/draft-areas.ts';
import { blankRange, type DraftArea, type DraftRange } from '../../../shared/orders/draft/order-draft.ts';
import { useApp } from '../../context/app-context.tsx';
import { zoomToArea } from '../../context/areas.ts';
import { TextButton } from '../../ui/text-button.tsx';
import { UtcInput } from '../../ui/utc-input.tsx';
import { saveAsArea } from './draft-commands.ts';
import type { OrderFormProps } from './form-fields.ts';
import { LocalTime } from './local-time.tsx';
import styles from './orders.module.css';
import { texts } from './texts.ts';

/** Maximum number of areas that the list offers at once; the others are found by name. */
const maxListed = 100;

/** The areas to order for: areas of the workspace, and inline AOIs of the draft. */
export function AreasField({
  draft,
  change,
  problemOf,
  markTouched,
  areas,
}: OrderFormProps & { readonly areas: readonly Area[] }) {
  const { commands, stores } = useApp();
  const chosen = draft.areas.flatMap((item) => (item.kind === 'area' ? [item.areaId] : []));
  const known = new Set(areas.map(({ id }) => id));
  const missing = chosen.filter((id) => !known.has(id));
  const choose = (areaIds: readonly string[]) =>
    change({
      areas: [
        ...draft.areas.filter((item) => item.kind !== 'area' || areaIds.includes(item.areaId)),
        ...areaIds
          .filter((areaId) => !chosen.includes(areaId))
          .map((areaId) => ({ kind: 'area', areaId }) as const),
      ],
    });
  return (
    <div data-field="areas">
      <MultiSelect
        label={texts.form.areas}
        placeholder={chosen.length === 0 ? texts.form.addArea : ''}
        description={
          areas.length === 0
            ? texts.form.noAreas
            : areas.length > maxListed
              ? texts.form.moreAreas(areas.length - maxListed)
              : undefined
        }
        searchable
        limit={maxListed}
        nothingFoundMessage={texts.form.noAreaFound}
        filter={({ options, search, limit }) => {
          const query = foldText(search.trim());
          return options
            .filter((option) => 'label' in option && foldText(option.label).includes(query))
            .slice(0, limit);
        }}
        data={[
          ...areas.map(({ id, name, squareMetres }) => ({
            value: id,
            label: `${name} · ${formatSquareMetres(squareMetres)}`,
          })),
          ...missing.map((id) => ({ value: id, label: texts.form.goneArea })),
        ]}
        value={chosen}
        error={problemOf('areas')}
        onChange={choose}
        onBlur={() => markTouched('areas')}
      />
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
      <div className={styles.bar}>
        <Button
          leftSection={<IconPolygon size={14} />}
          onClick={() => stores.ui.getState().setTool('polygon')}
        >
          {texts.form.drawArea}
        </Button>
        <Button leftSection={<IconUpload size={14} />} onClick={() => commands.run('areas.import')}>
          {texts.form.importAreas}
        </Button>
      </div>
    </div>
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

/** The time ranges to order for, past or future, in UTC. */
export function RangesField({ draft, change, problemOf, markTouched }: OrderFormProps) {
  const { ranges } = draft;
  const replace = (index: number, changed: Partial<DraftRange>) =>
    change({
      ranges: ranges.map((range, position) => (position === index ? { ...range, ...changed } : range)),
    });
  const several = ranges.length > 1;
  return (
    <fieldset className={styles.fieldset} data-field="ranges">
      <legend>{texts.form.ranges}</legend>
      <Button.Group aria-label={texts.form.presets.label} mb={6}>
        {rangePresets.map((preset) => (
          <Button
            key={preset.label}
            size="compact-sm"
            onClick={() => replace(ranges.length - 1, rangeOfPreset(preset, Date.now()))}
          >
            {preset.label}
          </Button>
        ))}
      </Button.Group>
      {ranges.map((range, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a range has no identity but its position
        <div key={index} className={styles.range}>
          {(['from', 'to'] as const).map((end) => (
            <div key={end} data-field={`ranges.${index}.${end}`}>
              <UtcInput
                label={texts.form.rangeEnd(end, several ? index + 1 : null)}
                value={range[end]}
                isEnd={end === 'to'}
                error={problemOf(`ranges.${index}.${end}`) ?? undefined}
                onChange={(text) => replace(index, { [end]: text })}
                onBlur={() => markTouched(`ranges.${index}.${end}`)}
              />
              <LocalTime typed={range[end]} />
            </div>
          ))}
          {several && (
            <TextButton
              onClick={() => change({ ranges: ranges.filter((_, position) => position !== index) })}
            >
              {texts.form.removeRange(index + 1)}
            </TextButton>
          )}
        </div>
      ))}
      <div className={styles.links}>
        <TextButton onClick={() => change({ ranges: [...ranges, blankRange] })}>
          {texts.form.addRange}
        </TextButton>
      </div>
      {problemOf('ranges') !== null && <p className={styles.error}>{problemOf('ranges')}</p>}
    </fieldset>
  );
}

const dayMs = 86_400_000;

/** Spans of days around now that the order form offers. */
export const rangePresets = [
  { label: texts.form.presets.lastWeek, fromDay: -7, toDay: 0 },
  { label: texts.form.presets.lastMonth, fromDay: -30, toDay: 0 },
  { label: texts.form.presets.nextWeek, fromDay: 0, toDay: 7 },
  { label: texts.form.presets.nextMonth, fromDay: 0, toDay: 30 },
] as const;

type RangePreset = { readonly fromDay: number; readonly toDay: number };

/** The typed range of a preset, UTC to the second; `now` in epoch milliseconds. */
export function rangeOfPreset({ fromDay, toDay }: RangePreset, now: number): Pick<DraftRange, 'from' | 'to'> {
  return { from: formatUtc(now + fromDay * dayMs), to: formatUtc(now + toDay * dayMs) };
}
