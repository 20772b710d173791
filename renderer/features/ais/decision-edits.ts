import type { AisDecision } from '../../../shared/ais/ais-file.ts';
import type { App } from '../../context/app-context.tsx';
import { recordEdit } from '../../context/edit-history.ts';
import { texts } from './texts.ts';

/** Records the AIS decisions that a merge or an import made, with a message that can undo them. */
export function recordImportedDecisions(
  app: Pick<App, 'api' | 'stores'>,
  changes: readonly AisDecision[],
): void {
  const { decideAll } = app.api.ais;
  const inverse = changes.map((change) => ({
    ...change,
    decision: change.expected,
    expected: change.decision,
  }));
  recordEdit(
    app,
    {
      name: texts.imported.edit(changes.length),
      undo: () => decideAll.mutate({ decisions: inverse }),
      redo: () => decideAll.mutate({ decisions: [...changes] }),
    },
    texts.imported.message(changes.length),
  );
}
