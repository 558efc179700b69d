import type { QueryClient } from "@tanstack/react-query";
import { pageItems } from "@/lib/query/pages";
import { patchCached } from "@/lib/query/patch";

/**
 * One person changes wherever they are shown: on cards, under comments, in notifications, lists and
 * menus. The change walks through all that is cached: to name the answers that hold people, users
 * would have to know every other noun. A person in an answer is an object with their `_id`, a name
 * and a picture.
 */

export const userItems = pageItems("users");

type Person = Record<string, unknown> & { _id: string; name: unknown; avatar: unknown };

const isPerson = (value: object, id: string): value is Person =>
  "_id" in value && value._id === id && "name" in value && "avatar" in value;

/**
 * The same data with `change` made to the person everywhere in it; the very same object when they
 * are not in it.
 */
export function mapPerson<Data>(data: Data, id: string, change: (person: Person) => object): Data {
  if (Array.isArray(data)) {
    const mapped = data.map((item) => mapPerson(item, id, change));
    return mapped.every((item, index) => item === data[index]) ? data : (mapped as Data);
  }
  if (typeof data !== "object" || data === null) return data;
  let mapped: object = data;
  for (const [key, value] of Object.entries(data)) {
    const next = mapPerson(value, id, change);
    if (next !== value) mapped = { ...mapped, [key]: next };
  }
  return (isPerson(mapped, id) ? change(mapped) : mapped) as Data;
}

/**
 * Changes a person in everything that is cached. `change` must come to the same when it is made
 * twice.
 */
export function patchPerson(client: QueryClient, id: string, change: (person: Person) => object): void {
  patchCached<unknown>(client, [], (data) => mapPerson(data, id, change));
}

/**
 * A person with those of `fields` that they have here: a card shows a name and a picture, a profile
 * shows everything.
 */
export function withFields(person: object, fields: Record<string, unknown>): object {
  const known = Object.entries(fields).filter(
    ([key, value]) => key in person && (person as Record<string, unknown>)[key] !== value,
  );
  return known.length === 0 ? person : { ...person, ...Object.fromEntries(known) };
}

/**
 * A person as they look to a viewer who is in their circle, or not: the flag, and the count beside
 * it. Made twice it is the same.
 */
export function withCircle(person: object, isInCircle: boolean): object {
  if (!("isInCircle" in person) || person.isInCircle === isInCircle) return person;
  const before = "circleCount" in person && typeof person.circleCount === "number" ? person.circleCount : 0;
  const circleCount = Math.max(0, before + (isInCircle ? 1 : -1));
  return withFields(person, {
    isInCircle,
    isFollowing: isInCircle,
    circleCount,
    followersCount: circleCount,
  });
}
