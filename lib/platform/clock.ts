import "server-only";

/**
 * Times by this process's clock, for what may be a few seconds off. What must not be compares with
 * the database's `now()`.
 */

const MS = { seconds: 1_000, minutes: 60_000, hours: 3_600_000, days: 86_400_000 };

type Unit = keyof typeof MS;

/** The time so long after another. */
export const later = (date: Date, count: number, unit: Unit) => new Date(date.getTime() + count * MS[unit]);

/** The time so long ago. */
export const ago = (count: number, unit: Unit) => later(new Date(), -count, unit);
