/** All texts that the room `help` shows, except those of the guide's pages. */
export const texts = {
  dialog: {
    title: 'User’s guide',
    search: 'Search the guide',
    pages: 'Pages',
    noMatch: (text: string) => `No page contains “${text}”.`,
    loading: 'Loading the guide…',
    keys: 'Keyboard shortcuts',
    tour: 'Take the tour',
    failed: 'The guide could not be loaded. Restart Sightline.',
  },
  panelHelp: (panel: string) => `Help on ${panel}`,
  commands: {
    guide: 'Open the user’s guide',
    tour: 'Take the tour',
    signInFirst: 'Sign in first.',
  },
  tour: {
    label: 'Tour',
    stepOf: (step: number, count: number) => `Step ${step} of ${count}`,
    next: 'Next',
    finish: 'Finish',
    leave: 'Leave the tour',
    leaveKey: 'Esc',
    show: 'Go to it',
    steps: {
      region: {
        title: 'Ask the service',
        text: 'Sightline downloads results of the service to this disk. Type “East Asia” into Region and press Enter.',
      },
      fetch: {
        title: 'Fetch',
        text: 'Click Fetch. Each page is saved as it arrives, and nothing is lost if you cancel.',
      },
      show: {
        title: 'Show the results',
        text: 'The fetch runs here. When it has ended, or when you have cancelled it, click Show these results.',
      },
      choose: {
        title: 'Choose a detection',
        text: 'Click a row of the table, or a detection on the map.',
      },
      inspect: {
        title: 'Inspect it',
        text: 'This is the detection: its chip, its properties, its sensor. C, X and U set a verdict during a review. F1 opens the guide, “?” lists all keys.',
      },
    },
  },
};
