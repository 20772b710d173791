import { Button, Checkbox, TextInput } from '@mantine/core';
import { IconCircle, IconPolygon, IconRectangle } from '@tabler/icons-react';
import { type ReactNode, useMemo, useState } from 'react';
import type { Area } from '../../../shared/areas/area.ts';
import { formatSquareMetres } from '../../../shared/areas/format-square-metres.ts';
import { measureArea } from '../../../shared/areas/measure-area.ts';
import { foldText } from '../../../shared/fold-text.ts';
import { formatQuantity } from '../../../shared/format.ts';
import { measureTogether } from '../../../shared/orders/request/target-area.ts';
import { useApp } from '../../context/app-context.tsx';
import { zoomToArea } from '../../context/areas.ts';
import { useAreas } from '../../context/use-live-queries.ts';
import { useAreasStore, useUi } from '../../context/use-stores.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { FailureText } from '../../ui/failure-text.tsx';
import { LoadingState } from '../../ui/loading-state.tsx';
import { Note } from '../../ui/note.tsx';
import { PanelHeading } from '../../ui/panel-heading.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import { deleteArea, duplicateArea, editAreaShape, retryUnsavedShape } from './area-commands.ts';
import { AreaList } from './area-list.tsx';
import styles from './areas.module.css';
import { describeShape } from './describe-shape.ts';
import { ImportPanel } from './import/import-panel.tsx';
import { deleteAreas, mergeAreas, zoomToAreas } from './marked-area-commands.ts';
import { canSimplify, startSimplification } from './simplify-commands.ts';
import { texts } from './texts.ts';

/** The side panel for areas of interest: draw or import them, find one, and work on it. */
export function AreasPanel() {
  const { commands } = useApp();
  const areas = useAreas();
  const importing = useAreasStore((state) => state.importing);
  if (importing) return <ImportPanel importing={importing} />;
  return (
    <section className={styles.panel} aria-label={texts.panel.title}>
      <PanelHeading title={texts.panel.title}>
        {areas.state === 'ready' && (
          <TextButton onClick={() => commands.run('areas.import')}>{texts.panel.import}</TextButton>
        )}
      </PanelHeading>
      <DrawButtons />
      <UnsavedShapes />
      {areas.state === 'loading' && <LoadingState label={texts.panel.loading} />}
      {areas.state === 'none' && (
        <EmptyState title={texts.panel.noWorkspace} hint={texts.panel.noWorkspaceHint} />
      )}
      {areas.state === 'failed' && (
        <FailureNote title={texts.panel.notRead} failure={{ code: 'disk', message: areas.message }} />
      )}
      {areas.state === 'ready' && <SearchableAreas areas={areas.value} />}
    </section>
  );
}

function SearchableAreas({ areas }: { readonly areas: readonly Area[] }) {
  const [search, setSearch] = useState('');
  const query = foldText(search.trim());
  const found = useMemo(() => areas.filter(({ name }) => foldText(name).includes(query)), [areas, query]);
  if (areas.length === 0) {
    return <EmptyState title={texts.panel.none} hint={texts.panel.noneHint} />;
  }
  return (
    <>
      <TextInput
        aria-label={texts.panel.find}
        placeholder={texts.panel.find}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
        mb="xs"
      />
      <MarkAllAreas areas={areas} found={found} />
      {found.length === 0 ? (
        <div className={styles.noMatch}>
          <EmptyState title={texts.panel.noMatch(search.trim())} />
        </div>
      ) : (
        <AreaList areas={found} />
      )}
      <AreaActions areas={areas} found={found} />
    </>
  );
}

const tools = [
  { tool: 'polygon', label: texts.shapes.polygon, Icon: IconPolygon },
  { tool: 'rectangle', label: texts.shapes.rectangle, Icon: IconRectangle },
  { tool: 'circle', label: texts.shapes.circle, Icon: IconCircle },
] as const;

/** Buttons that toggle the tools for drawing a new area on the map. */
function DrawButtons() {
  const { stores } = useApp();
  const current = useUi((state) => state.tool);
  return (
    <fieldset className={styles.draw} aria-label={texts.panel.draw}>
      {tools.map(({ tool, label, Icon }) => (
        <Button
          key={tool}
          px={8}
          leftSection={<Icon size={14} />}
          aria-pressed={current === tool}
          color={current === tool ? 'accent' : 'gray'}
          onClick={() => stores.ui.getState().setTool(current === tool ? 'select' : tool)}
        >
          {label}
        </Button>
      ))}
    </fieldset>
  );
}

/** Drawn shapes that could not be saved, each with the reason, until they are saved or discarded. */
function UnsavedShapes() {
  const app = useApp();
  const unsaved = useAreasStore((state) => state.unsaved);
  return unsaved.map((each) => (
    <Note key={each.key} tone="bad">
      <strong>{each.area ? texts.panel.shapeNotSaved(each.area.name) : texts.panel.areaNotSaved}</strong>{' '}
      <FailureText failure={each.failure} />
      <div className="muted">
        {describeShape(each.shape)} · {formatSquareMetres(measureArea(each.shape))}
      </div>
      <div className={styles.actions}>
        <TextButton onClick={() => void retryUnsavedShape(app, each)}>{texts.panel.tryAgain}</TextButton>
        <TextButton onClick={() => app.stores.areas.getState().dropUnsaved(each.key)}>
          {texts.panel.discard}
        </TextButton>
      </div>
    </Note>
  ));
}

/** Checks all areas that match the search, or none. */
function MarkAllAreas({
  areas,
  found,
}: {
  readonly areas: readonly Area[];
  readonly found: readonly Area[];
}) {
  const { stores } = useApp();
  const markedIds = useAreasStore((state) => state.markedIds);
  const { setMarked } = stores.areas.getState();
  const isEachMarked = found.length > 0 && found.every(({ id }) => markedIds.has(id));
  return (
    <div className={styles.marked}>
      <Checkbox
        checked={isEachMarked}
        indeterminate={!isEachMarked && areas.some(({ id }) => markedIds.has(id))}
        onChange={() => setMarked(isEachMarked ? [] : found.map(({ id }) => id))}
        label={texts.marked.selectAll}
      />
    </div>
  );
}

/**
 * Actions on the checked areas or, while none is checked, with the selected one. It is below the list and always as
 * high, so that a click on a row moves no row.
 */
function AreaActions({ areas, found }: { readonly areas: readonly Area[]; readonly found: readonly Area[] }) {
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

/** Number of areas, and how large they are together; measured anew only for another list. */
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
      ) : (
        // In the same position, so that Delete does not move below the pointer.
        <TextButton onClick={() => app.commands.run('sites.show')}>{texts.marked.showSites}</TextButton>
      )}
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
