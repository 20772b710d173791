/**
 * Opens the browser's file dialog. Empty: the user cancelled. Must be called from a click or key press. `extensions`
 * is a list such as `.kml,.gpx`. With `folder` the user chooses a folder, whose files are all returned.
 */
export function pickFiles(
  extensions: string,
  options?: { readonly multiple: boolean; readonly folder?: boolean },
): Promise<File[]> {
  const input = document.createElement('input');
  input.type = 'file';
  input.accept = extensions;
  input.multiple = options?.multiple ?? false;
  input.webkitdirectory = options?.folder ?? false;
  input.hidden = true;
  // Outside the document, garbage collection could remove it while its dialog is open, and the choice would be lost.
  document.body.append(input);
  return new Promise((resolve) => {
    const close = (files: File[]) => {
      input.remove();
      resolve(files);
    };
    input.addEventListener('change', () => close([...(input.files ?? [])]));
    input.addEventListener('cancel', () => close([]));
    input.click();
  });
}
