import { Window } from 'happy-dom';
import { expect, test } from 'vitest';
import { kmlStart } from '../../../../../../electron/core/exchange/formats/kml.ts';

test('a globe, which reads a description as HTML, shows the marking as text', () => {
  const marking = 'SECRET <img src="https://example.org/a.png"> & "open"';
  const { document } = new Window();
  const [, xml = ''] = /<description>(.*)<\/description>/.exec(kmlStart('detections', marking)) ?? [];
  document.body.innerHTML = xml;
  const html = document.body.textContent;
  document.body.innerHTML = html;
  expect(document.body.textContent).toBe(marking);
  expect(document.querySelector('img')).toBeNull();
});
