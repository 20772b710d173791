import { type ReactNode, useMemo } from 'react';
import type { Area } from '../../../shared/areas/area.ts';
import { formatSquareMetres } from '../../../shared/areas/format-square-metres.ts';
import { formatQuantity } from '../../../shared/format.ts';
import { measureTogether } from '../../../shared/orders/request/target-area.ts';
import { useApp } from '../../context/app-context.tsx';
import { zoomToArea } from '../../context/areas.ts';
import { useAreasStore, useUi } from '../../context/use-stores.ts';
import { TextButton } from '../../ui/text-button.tsx';
import { deleteArea, duplicateArea, editAreaShape } from './area-commands.ts';
import styles from './areas.module.css';
import { deleteAreas, mergeAreas, zoomToAreas } from './marked-area-commands.ts';
import { canSimplify, startSimplification } from './simplify-commands.ts';
import { texts } from './texts.ts';

/**
 * What can be done with the checked areas or, while none is checked, with the selected one. It is below the list and
 * always as high, so that a click on a row moves no row.
 */
export function AreaActions({
  areas,
  found,
}: {
  readonly areas: readonly Area[];
  readonly found: readonly Area[];
}) {
  const markedIds = useAreasStore((state) => state.markedIds);
  const selectedId = useUi((state) => state.selectedAreaId);
  const marked = useMemo(() => areas.filter(({ id }) => markedIds.has(id)), [areas, markedIds]);
  const selected = areas.find(({ id }) => id === selectedId);
  const foundText = useAreasText(formatQuantity(found.length, 'area'), found);
  return (
    <div className={styles.foot}>
      <p className="muted numeric">{foundText}</p>
      {marked.length > 0 ? (
        <MarkedActions marked={marked} />
      ) : selected ? (
        <SelectedActions area={selected} />
      ) : (
        <p className="muted">{texts.panel.selectForActions}</p>
      )}
    </div>
  );
}

/** How many areas, and how large they are together; measured anew only for another list. */
function useAreasText(count: string, areas: readonly Area[]): string {
  const { squareMetres, isSum } = useMemo(() => measureTogether(areas), [areas]);
  const size = formatSquareMetres(squareMetres);
  return `${count} · ${isSum ? texts.panel.sumOfSizes(size) : size}`;
}

function MarkedActions({ marked }: { readonly marked: readonly Area[] }) {
  const app = useApp();
  return (
    <Actions title={useAreasText(texts.marked.selected(marked.length), marked)}>
      <TextButton onClick={() => app.commands.run('areas.order-marked')}>{texts.marked.order}</TextButton>
      <TextButton onClick={() => zoomToAreas(app, marked)}>{texts.marked.zoom}</TextButton>
      {marked.length > 1 ? (
        <TextButton onClick={() => void mergeAreas(app, marked)}>{texts.marked.merge}</TextButton>
      ) : null}
      {marked.some(({ site }) => site === undefined) ? (
        <TextButton onClick={() => app.commands.run('sites.make-marked')}>
          {texts.marked.makeSites}
        </TextButton>
      ) : null}
      <TextButton onClick={() => void deleteAreas(app, marked)}>{texts.marked.delete}</TextButton>
    </Actions>
  );
}

function SelectedActions({ area }: { readonly area: Area }) {
  const app = useApp();
  const editing = useUi((state) => state.tool === 'edit');
  const { ui, areas } = app.stores;
  return (
    <Actions title={area.name}>
      <TextButton onClick={() => zoomToArea(app, area)}>{texts.actions.zoom}</TextButton>
      <TextButton onClick={() => areas.getState().setRenaming(area.id)}>{texts.actions.rename}</TextButton>
      {editing ? (
        <TextButton onClick={() => ui.getState().setTool('select')}>{texts.actions.done}</TextButton>
      ) : (
        <TextButton onClick={() => editAreaShape(app, area.id)}>{texts.actions.edit}</TextButton>
      )}
      {canSimplify(area) === true ? (
        <TextButton onClick={() => startSimplification(app, area)}>{texts.actions.simplify}</TextButton>
      ) : null}
      <TextButton onClick={() => void app.commands.runWith('orders.start-for-areas', { areaIds: [area.id] })}>
        {texts.actions.order}
      </TextButton>
      <TextButton onClick={() => app.commands.run('areas.search')}>{texts.actions.search}</TextButton>
      <TextButton onClick={() => app.commands.run('sites.open')}>
        {area.site ? texts.actions.openSite : texts.actions.makeSite}
      </TextButton>
      <TextButton onClick={() => void duplicateArea(app, area)}>{texts.actions.duplicate}</TextButton>
      <TextButton onClick={() => void deleteArea(app, area.id)}>{texts.actions.delete}</TextButton>
    </Actions>
  );
}

/** A line that names what the buttons below it act on. */
function Actions({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <>
      <strong className={styles.rowName} title={title}>
        {title}
      </strong>
      <fieldset className={styles.actions} aria-label={title}>
        {children}
      </fieldset>
    </>
  );
}
