import { formatQuantity } from '../../shared/format.ts';
import { FormRows } from '../ui/form/form.tsx';
import type { ScopeChoice } from './use-export-scopes.ts';

/** Radio buttons for the detections that are exported. */
export function ExportScopeField({
  scopes,
  kind,
  onChange,
}: {
  readonly scopes: readonly ScopeChoice[];
  readonly kind: ScopeChoice['kind'];
  readonly onChange: (kind: ScopeChoice['kind']) => void;
}) {
  return (
    <FormRows
      form={{ values: { kind }, change: (part) => onChange(part.kind ?? kind) }}
      rows={[
        {
          ...{ kind: 'radios', name: 'kind', label: 'Detections' },
          data: scopes.map((scope) => ({
            value: scope.kind,
            disabled: !scope.enabled,
            label: `${scope.title}: ${formatQuantity(scope.size, 'detection')}`,
            description: scope.remark,
          })),
        },
      ]}
    />
  );
}
