import { Button, Group, NumberInput, TextInput } from '@mantine/core';
import { type FormEvent, type KeyboardEvent, type Ref, useRef } from 'react';
import { flushSync } from 'react-dom';
import { type Area, areaSchema } from '../../../shared/areas/area.ts';
import { countVertices } from '../../../shared/areas/count-vertices.ts';
import { formatSquareMetres } from '../../../shared/areas/format-square-metres.ts';
import { type SoftCap, softCapWarnings } from '../../../shared/areas/soft-cap.ts';
import { fail } from '../../../shared/result.ts';
import { useApp } from '../../context/app-context.tsx';
import { discardTyped, forgetTyped, useTyped } from '../../context/typed-forms.ts';
import { useAreasStore, useUi } from '../../context/use-stores.ts';
import type { AreaSimplification } from '../../stores/areas-store.ts';
import { FailureNote } from '../../ui/failure-note.tsx';
import { FailureText } from '../../ui/failure-text.tsx';
import { PrimaryButton } from '../../ui/primary-button.tsx';
import { useSubmit } from '../../ui/use-submit.ts';
import { renameArea } from './area-commands.ts';
import styles from './areas.module.css';
import { crossesAntimeridian, describeShape } from './describe-shape.ts';
import { applySimplification, minVertices, simplifyTo } from './simplify-commands.ts';
import { texts } from './texts.ts';

/** One area of the list. Its height does not change when it is selected, so that no row moves between two clicks. */
export function AreaRow({
  ref,
  index,
  total,
  top,
  area,
  softCap,
  isTabStop,
  onFocus,
  onKeyDown,
}: {
  readonly ref: Ref<HTMLLIElement>;
  /** Position in the list, and the length of the list. */
  readonly index: number;
  readonly total: number;
  /** Distance from the top of the list in CSS pixels. */
  readonly top: number;
  readonly area: Area;
  readonly softCap: SoftCap;
  readonly isTabStop: boolean;
  onFocus(): void;
  onKeyDown(event: KeyboardEvent): void;
}) {
  const { stores } = useApp();
  const selected = useUi((state) => state.selectedAreaId === area.id);
  const marked = useAreasStore((state) => state.markedIds.has(area.id));
  const simplifying = useAreasStore((state) => state.simplification);
  const renaming = useAreasStore((state) => state.renamingId === area.id);
  const row = useRef<HTMLButtonElement>(null);
  const item = {
    ref,
    'data-index': index,
    'aria-posinset': index + 1,
    'aria-setsize': total,
    style: { transform: `translateY(${top}px)` },
    onFocus,
  };
  if (renaming) {
    return (
      <li {...item}>
        <AreaNameField
          area={area}
          onDone={(returnsFocus) => {
            const close = () => stores.areas.getState().setRenaming(null);
            if (!returnsFocus) return close();
            flushSync(close);
            row.current?.focus();
          }}
        />
      </li>
    );
  }
  return (
    <li {...item} data-selected={selected || undefined}>
      <div className={styles.markable}>
        {/* A native checkbox, because Space on the row does the same. */}
        <input
          type="checkbox"
          className="checkBox"
          aria-label={texts.row.select(area.name)}
          tabIndex={-1}
          checked={marked}
          onChange={() => stores.areas.getState().toggleMarked(area.id)}
        />
        <button
          ref={row}
          type="button"
          data-area-row={area.id}
          tabIndex={isTabStop ? 0 : -1}
          className={styles.row}
          aria-pressed={selected}
          onClick={(event) => {
            if (event.ctrlKey || event.metaKey) stores.areas.getState().toggleMarked(area.id);
            else stores.ui.getState().selectArea(area.id);
          }}
          onKeyDown={onKeyDown}
        >
          <span className={styles.rowName}>{area.name}</span>
          <span className="numeric">{formatSquareMetres(area.squareMetres)}</span>
          <span className={styles.rowMore}>
            {describeShape(area.shape)}
            {crossesAntimeridian(area.shape) && texts.row.crossesAntimeridian}
          </span>
          {softCapWarnings(area, softCap).map((text) => (
            <span key={text} className={styles.warning}>
              {text}
            </span>
          ))}
        </button>
      </div>
      {simplifying?.areaId === area.id && <SimplifyForm area={area} simplifying={simplifying} />}
    </li>
  );
}

/**
 * A text field for an area's name: Enter saves, Escape and blur cancel. `returnsFocus` is false when the user has moved
 * the focus elsewhere.
 */
function AreaNameField({ area, onDone }: { readonly area: Area; onDone(returnsFocus: boolean): void }) {
  const app = useApp();
  const id = `name of area ${area.id}`;
  const [name, setName] = useTyped(id, area.name);
  const cancel = (returnsFocus: boolean) => {
    discardTyped(app, {
      id,
      what: `“${texts.names.newName(area.name)}”`,
      show() {
        app.stores.ui.getState().showPanel('areas');
        app.stores.areas.getState().setRenaming(area.id);
      },
      hide: () => app.stores.areas.getState().setRenaming(null),
    });
    onDone(returnsFocus);
  };
  const field = useRef<HTMLInputElement>(null);
  const { submit, isBusy, failure, setFailure } = useSubmit(async (checkedName: string) => {
    const problem = await renameArea(app, area.id, checkedName);
    if (problem) return problem;
    forgetTyped(app, id);
    // A disabled field may lose the focus to the body.
    onDone(document.activeElement === field.current || document.activeElement === document.body);
    return null;
  });

  const save = () => {
    const checked = areaSchema.shape.name.safeParse(name);
    if (checked.success) submit(undefined, checked.data);
    // Not by submitting, because the field would be disabled for a moment and lose the focus.
    else setFailure(fail('invalid-input', checked.error.issues[0]?.message ?? texts.names.missing).failure);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') save();
    else if (event.key === 'Escape') cancel(true);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div className={styles.rename}>
      <TextInput
        ref={field}
        aria-label={texts.names.newName(area.name)}
        // The field appears because the user chose to rename.
        autoFocus
        value={name}
        error={failure && <FailureText failure={failure} />}
        disabled={isBusy}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => setName(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        onBlur={() => {
          if (!isBusy && failure === null) cancel(false);
        }}
      />
      <span className="muted">{texts.names.hint}</span>
    </div>
  );
}

/** A form for the number of vertices to simplify an area to, with a preview of the gained and lost area. */
function SimplifyForm({
  area,
  simplifying,
}: {
  readonly area: Area;
  readonly simplifying: AreaSimplification;
}) {
  const app = useApp();
  const maxVertices = countVertices(area.shape) - 1;
  const { vertices, result: simpler, failure, isWorking } = simplifying;
  const close = () => app.stores.areas.getState().setSimplification(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void applySimplification(app);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    close();
  };
  return (
    <form
      className={styles.simplify}
      onSubmit={submit}
      onKeyDown={onKeyDown}
      aria-label={texts.simplify.label(area.name)}
    >
      <NumberInput
        label={texts.simplify.vertices(maxVertices + 1)}
        // The field appears because the user chose to simplify.
        autoFocus
        min={minVertices}
        max={maxVertices}
        allowDecimal={false}
        value={vertices}
        onChange={(value) => {
          const isOther = typeof value === 'number' && value !== vertices;
          if (isOther && value >= minVertices && value <= maxVertices) simplifyTo(app, area, value);
        }}
      />
      {failure ? <FailureNote failure={failure} /> : null}
      {simpler ? (
        <div role="status" aria-busy={isWorking} className="numeric">
          {simpler.vertices > vertices ? <div>{texts.simplify.remain(simpler.vertices)}</div> : null}
          <div>
            {formatSquareMetres(area.squareMetres)} → {formatSquareMetres(simpler.squareMetres)}
          </div>
          <div className={styles.gained}>
            {texts.simplify.gains(formatSquareMetres(simpler.gainedSquareMetres))}
          </div>
          <div className={styles.lost}>
            {texts.simplify.loses(formatSquareMetres(simpler.lostSquareMetres))}
          </div>
        </div>
      ) : null}
      <Group gap="xs">
        <PrimaryButton type="submit" disabled={!simpler} loading={isWorking}>
          {texts.simplify.apply}
        </PrimaryButton>
        <Button onClick={close}>{texts.simplify.cancel}</Button>
      </Group>
    </form>
  );
}
