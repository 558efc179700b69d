/** Tables for spreadsheets (RFC 4180). */

/** Before the first line, so that Excel reads the file as UTF-8. */
export const CSV_START = "\uFEFF";

/**
 * One line. Names are chosen by people: what a spreadsheet would run as a formula gets an
 * apostrophe in front, which makes it a text.
 */
export const csvLine = (values: readonly (string | number | null)[]): string =>
  `${values.map(csvField).join(",")}\r\n`;

function csvField(value: string | number | null): string {
  const text = String(value ?? "");
  const safe = /^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
