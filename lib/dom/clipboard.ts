/**
 * The files to attach from what is pasted; none when it has text, which is pasted instead: Word and
 * Excel add a picture of the text. The names that Finder adds to files are no text.
 */
export function pastedFiles(data: DataTransfer): File[] {
  const files = [...data.files];
  const names = new Set(["", ...files.map(({ name }) => name)]);
  const isNames = data
    .getData("text/plain")
    .split(/\r\n?|\n/)
    .every((line) => names.has(line.trim()));
  return isNames ? files : [];
}
