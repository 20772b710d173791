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
        title: 'Get',
        text: 'Sightline fetches results of the service to this disk. Type “East Asia” into Region and press Enter. Check Ships under What: they have image chips.',
      },
      fetch: {
        title: 'Fetch',
        text: 'Click Fetch. Each page is saved as it arrives, and nothing is lost if you cancel.',
      },
      choose: {
        title: 'Choose a detection',
        text: 'The map goes to what has come. Click a detection on it, or a row of the table.',
      },
      judge: {
        title: 'Judge it',
        text: 'Its chip and what is known of it. Review, above the map, takes one after the other: C confirms, X rejects, U is unsure.',
      },
      handOn: {
        title: 'Hand on',
        text: 'For a reader, for a tool or for training: choose one, and Export. “Open it” or “Download it”, above the map, is your file. F1 opens the guide.',
      },
    },
  },
};
