import { TextButton } from '../ui/text-button.tsx';
import { useApp } from './app-context.tsx';

const actions = [
  { id: 'results.selection-statistics', title: 'Statistics' },
  { id: 'results.export', title: 'Export' },
  { id: 'review.selection', title: 'Review' },
];

/** Buttons for the most frequent actions on the selected detections. */
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
