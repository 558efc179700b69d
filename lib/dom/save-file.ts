/** Hands a file to the browser, which saves it as a download. */
export function saveFile(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = Object.assign(document.createElement("a"), { href: url, download: name });
  link.click();
  // The browser has started writing the file by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
