import "server-only";

/**
 * Times by this process's clock, where a few seconds of skew do no harm. Anything exact compares
 * with the database's `now()` instead.
 */

const MS = { seconds: 1_000, minutes: 60_000, hours: 3_600_000, days: 86_400_000 };

type Unit = keyof typeof MS;

export const addTime = (date: Date, count: number, unit: Unit) => new Date(date.getTime() + count * MS[unit]);

export const ago = (count: number, unit: Unit) => addTime(new Date(), -count, unit);
