import { useApp } from '../../app/app-context.tsx';
import { PanelHeading } from '../../components/panel-heading.tsx';
import { TextButton } from '../../components/text-button.tsx';

/** The heading of the results form, with the way to empty it. */
export function SearchHeading() {
  const { stores } = useApp();
  return (
    <PanelHeading title="Query">
      <TextButton onClick={() => stores.search.getState().clear()}>Clear</TextButton>
    </PanelHeading>
  );
}
