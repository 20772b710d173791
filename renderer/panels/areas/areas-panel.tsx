import { TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Area } from '../../../shared/areas/area.ts';
import { formatSquareMetres } from '../../../shared/areas/area-display.ts';
import { useApp } from '../../app/app-context.tsx';
import { useAreaWork, useWorkspace } from '../../app/use-stores.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { formatQuantity } from '../../components/format.ts';
import { LoadingState } from '../../components/loading-state.tsx';
import { PanelHeading } from '../../components/panel-heading.tsx';
import { TextButton } from '../../components/text-button.tsx';
import { AreaList } from './area-list.tsx';
import { DrawButtons } from './draw-buttons.tsx';
import { ImportPanel } from './import/import-panel.tsx';
import { MarkedAreas } from './marked-areas.tsx';
import { UnsavedShapes } from './unsaved-shapes.tsx';

/** The side panel for areas of interest: draw or import them, find one, and work on it. */
export function AreasPanel() {
  const { commands } = useApp();
  const areas = useWorkspace((state) => state.areas);
  const importing = useAreaWork((state) => state.importing);
  if (importing) return <ImportPanel importing={importing} />;
  return (
    <section aria-label="Areas">
      <PanelHeading title="Areas">
        {areas.state === 'ready' && (
          <TextButton onClick={() => commands.run('areas.import')}>Import…</TextButton>
        )}
      </PanelHeading>
      <DrawButtons />
      <UnsavedShapes />
      {areas.state === 'loading' && <LoadingState label="Reading the areas…" />}
      {areas.state === 'none' && (
        <EmptyState title="No workspace is open" hint="Sign in once: your areas are kept from then on." />
      )}
      {areas.state === 'failed' && (
        <FailureNote
          title="The areas could not be read."
          failure={{ code: 'disk', message: areas.message }}
        />
      )}
      {areas.state === 'ready' && <KnownAreas areas={areas.value} />}
    </section>
  );
}

function KnownAreas({ areas }: { readonly areas: readonly Area[] }) {
  const [search, setSearch] = useState('');
  if (areas.length === 0) {
    return (
      <EmptyState
        title="No areas yet"
        hint="Draw one on the map, type a circle's centre and radius, or import them: drop files on the window, or paste GeoJSON, WKT, KML or GPX."
      />
    );
  }
  const wanted = search.trim().toLowerCase();
  const found = areas.filter(({ name }) => name.toLowerCase().includes(wanted));
  return (
    <>
      <TextInput
        aria-label="Find an area by name"
        placeholder="Find an area by name"
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
        mb="xs"
      />
      <MarkedAreas areas={areas} found={found} />
      {found.length === 0 ? (
        <EmptyState title={`No area is named like “${search.trim()}”`} />
      ) : (
        <AreaList areas={found} />
      )}
      <p className="muted numeric">
        {formatQuantity(found.length, 'area')} ·{' '}
        {formatSquareMetres(found.reduce((sum, { squareMetres }) => sum + squareMetres, 0))}
      </p>
    </>
  );
}
