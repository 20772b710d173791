import { texts } from './texts.ts';

/** The element that is printed instead of the page. */
const sheetClass = 'sheet-to-print';

/**
 * Opens the system's dialog for printing with a picture on a separate page. `pageSize` is CSS, such as
 * `A4 landscape`; with null the picture is fitted to the printer's default paper. Resolves once the dialog is closed.
 */
export async function printPicture(png: Blob, pageSize: string | null): Promise<void> {
  const address = URL.createObjectURL(png);
  const sheet = document.createElement('div');
  sheet.className = sheetClass;
  const image = document.createElement('img');
  image.src = address;
  image.alt = texts.sheet.alternative;
  sheet.append(image);
  const style = document.createElement('style');
  style.textContent = printStyle(pageSize);
  document.head.append(style);
  document.body.append(sheet);
  try {
    await image.decode();
    await new Promise<void>((resolve) => {
      // In some hosts `print` returns before the dialog is closed, in others after.
      addEventListener('afterprint', () => resolve(), { once: true });
      print();
    });
  } finally {
    sheet.remove();
    style.remove();
    URL.revokeObjectURL(address);
  }
}

function printStyle(pageSize: string | null): string {
  const page = pageSize === null ? 'margin: 10mm' : `size: ${pageSize}; margin: 0`;
  return `
    @page { ${page} }
    @media screen { .${sheetClass} { display: none } }
    @media print {
      html, body { height: auto; overflow: visible; background: none }
      body > :not(.${sheetClass}) { display: none !important }
      .${sheetClass} { print-color-adjust: exact; break-inside: avoid }
      .${sheetClass} img { display: block; width: 100%; max-height: 100vh; object-fit: contain }
    }`;
}
