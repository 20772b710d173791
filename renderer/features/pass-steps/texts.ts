/** The texts of the stepping through passes. */
export const texts = {
  next: 'Show the next pass over the view',
  previous: 'Show the previous pass over the view',
  cumulative: 'Show all passes up to this one, or only this one',
  end: 'Stop stepping through passes',
  keywords: 'step image time acquisition',
  label: 'Passes over the view',
  noResults: 'There are no results yet.',
  notStepping: 'No pass is shown. Show the next one over the view first.',
  none: 'No pass shows this view. Zoom out, or widen the filter.',
  isFirst: 'This is the first pass over the view.',
  isLast: 'This is the last pass over the view.',
  failed: 'The passes over the view could not be read.',
  previousShort: 'Previous',
  nextShort: 'Next',
  upToHere: 'Up to here',
  notRestrictedBy: (conditions: string) =>
    `All passes over this view; of their detections only those with ${conditions}`,
  upToHereHint: 'Shows the detections of all times up to this pass',
  stop: 'Stop',
} as const;
