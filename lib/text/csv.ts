/** Tables for spreadsheets (RFC 4180). */

/** Before the first line, so that Excel reads the file as UTF-8. */
export const CSV_START = "\uFEFF";

/**
 * One line, each value in quotes. Names are chosen by people: what a spreadsheet would run as a
 * formula gets an apostrophe in front, which makes it a text. That holds behind every separator,
 * because a spreadsheet may split a line at other ones than the comma, and for fullwidth signs.
 */
export const csvLine = (values: readonly (string | number | null)[]): string =>
  `${values.map(csvField).join(",")}\r\n`;

function csvField(value: string | number | null): string {
  const parts = String(value ?? "").split(/([,;|\t\r\n])/);
  const text = parts.map((part) => (isFormula(part) ? `'${part}` : part)).join("");
  return `"${text.replaceAll('"', '""')}"`;
}

const isFormula = (text: string) => /^[\s"]*[=+\-@]/.test(text.normalize("NFKC"));
