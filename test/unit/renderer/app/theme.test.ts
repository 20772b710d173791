import { MantineProvider, Modal } from '@mantine/core';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { theme } from '../../../../renderer/app/theme.tsx';

describe('the theme', () => {
  it('names the button that closes a dialog', () => {
    const dialog = createElement(Modal, { opened: true, onClose() {}, title: 'Title', withinPortal: false });
    const page = renderToStaticMarkup(createElement(MantineProvider, { theme }, dialog));
    expect(page).toMatch(/<button[^>]* aria-label="Close"/);
  });
});
