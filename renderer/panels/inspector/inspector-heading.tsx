import { useApp } from '../../app/app-context.tsx';
import { useResults } from '../../app/use-stores.ts';
import { PanelHeading } from '../../components/panel-heading.tsx';
import { TextButton } from '../../components/text-button.tsx';

/** Which detection this is, and the switch that takes it into the selection. */
export function InspectorHeading({ detectionId }: { readonly detectionId: number }) {
  const { stores } = useApp();
  const selected = useResults((state) => state.selectedIds.has(detectionId));
  return (
    <PanelHeading title={`Detection ${detectionId}`}>
      <TextButton
        aria-pressed={selected}
        title="S"
        onClick={() => stores.results.getState().toggleSelected(detectionId)}
      >
        {selected ? 'Remove from selection' : 'Add to selection'}
      </TextButton>
    </PanelHeading>
  );
}
