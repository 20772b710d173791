/** Lets the browser download a file of the host; without a name under the one that the host gives. */
export function downloadFile(address: string, name = ''): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
}

/** Lets the browser save content as a file. */
export function downloadContent(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  downloadFile(address, name);
  // The browser reads the URL after the click handler has returned.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
