import { type PlaceLabelExchange, toLabelChanges } from '../../../shared/fixed-objects/merge-places.ts';
import type { App } from '../../context/app-context.tsx';
import { recordEdit } from '../../context/edit-history.ts';
import { texts } from './texts.ts';

/** Records the statements about places that a merge or an import made or withdrew, with a message that can undo them. */
export function recordImportedPlaces(
  app: Pick<App, 'api' | 'stores'>,
  exchanges: readonly PlaceLabelExchange[],
): void {
  const { labelPlaces } = app.api.results;
  const { importing, imported } = texts.presence;
  recordEdit(
    app,
    {
      name: importing(exchanges.length),
      undo: () => labelPlaces.mutate(toLabelChanges(exchanges, 'undo')),
      redo: () => labelPlaces.mutate(toLabelChanges(exchanges, 'do')),
    },
    imported(exchanges.length),
  );
}
