import '@mantine/core/styles.css';
import '@mantine/dates/styles.css';
import '@mantine/notifications/styles.css';
import '@mantine/spotlight/styles.css';
import './base.css';
import './mantine-overrides.css';
import { reviewColors } from '../ui/review-colors.ts';

for (const [state, color] of Object.entries(reviewColors)) {
  document.documentElement.style.setProperty(`--review-${state}`, color);
}
