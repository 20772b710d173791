import { useApp } from '../app/app-context.tsx';
import { TextButton } from './text-button.tsx';

const actions = [
  { id: 'results.selection-statistics', title: 'Statistics' },
  { id: 'results.export', title: 'Export' },
  { id: 'review.selection', title: 'Review' },
];

/** What is mostly wanted of the detections that are selected, one press away. */
export function SelectionActions() {
  const { commands } = useApp();
  return (
    <>
      {actions.map(({ id, title }) => (
        <TextButton key={id} aria-label={`${title} of the selection`} onClick={() => commands.run(id)}>
          {title}
        </TextButton>
      ))}
    </>
  );
}
