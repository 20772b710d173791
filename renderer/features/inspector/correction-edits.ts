import { type PlaceLabelExchange, toLabelChanges } from '../../../shared/fixed-objects/merge-places.ts';
import type { PropertyCorrectionChange } from '../../../shared/results/property-correction.ts';
import type { App } from '../../context/app-context.tsx';
import { recordEdit } from '../../context/edit-history.ts';
import { texts } from './texts.ts';

/** Records corrections of meanings that were made, with a message that can undo them. */
export function recordCorrections(
  app: Pick<App, 'api' | 'stores'>,
  changes: readonly PropertyCorrectionChange[],
  name: string,
  message: string,
): void {
  const { correctAll } = app.api.results;
  const inverse = changes.map((change) => ({ ...change, expected: change.to, to: change.expected }));
  recordEdit(
    app,
    {
      name,
      undo: () => correctAll.mutate(inverse),
      redo: () => correctAll.mutate([...changes]),
    },
    message,
  );
}

/** Records the corrections that a merge or an import made. */
export function recordImportedCorrections(
  app: Pick<App, 'api' | 'stores'>,
  changes: readonly PropertyCorrectionChange[],
): void {
  const { importing, imported } = texts.meaning;
  recordCorrections(app, changes, importing(changes.length), imported(changes.length));
}

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
