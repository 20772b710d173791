/** Lets the browser download a file of the host; without a name under the one that the host gives. */
export function downloadFile(address: string, name = ''): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
}
