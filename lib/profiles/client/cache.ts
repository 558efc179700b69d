import type { QueryClient } from "@tanstack/react-query";
import type { OwnUser } from "@/lib/profiles/schema";
import { patchCached } from "@/lib/query/optimistic";
import { pageItems } from "@/lib/query/pages";

/** The query keys of people. */
export const usersKeys = {
  all: ["users"] as const,
  me: () => [...usersKeys.all, "me"] as const,
  detail: (userId: string) => [...usersKeys.all, "detail", userId] as const,
  affiliationRequest: (userId: string) => [...usersKeys.all, "affiliation-request", userId] as const,
  username: (username: string) => [...usersKeys.all, "username", username] as const,
};

export const userItems = pageItems("users");

type CachedPerson = Record<string, unknown> & { _id: string; name: unknown; avatar: unknown };

const isPerson = (value: object, id: string): value is CachedPerson =>
  "_id" in value && value._id === id && "name" in value && "avatar" in value;

/** The data with the person changed everywhere in it; the same object when they do not occur. */
export function mapPerson<Data>(data: Data, id: string, change: (person: CachedPerson) => object): Data {
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
 * Changes a person wherever they are shown: on cards, under comments, in notifications, lists and
 * menus. It walks through everything cached, so that this module need not know which queries of
 * other modules contain people. An object with the person's `_id`, a name and an avatar is taken to
 * be the person. `change` must be idempotent.
 */
export function patchPerson(client: QueryClient, id: string, change: (person: CachedPerson) => object): void {
  patchCached<unknown>(client, [], (data) => mapPerson(data, id, change));
}

/**
 * A person with those `fields` replaced that they already have: cached people differ, a card's have
 * a name and an avatar, a profile's have everything.
 */
export function withFields(person: object, fields: Record<string, unknown>): object {
  const changed = Object.entries(fields).filter(
    ([key, value]) => key in person && (person as Record<string, unknown>)[key] !== value,
  );
  return changed.length === 0 ? person : { ...person, ...Object.fromEntries(changed) };
}

/** What the person's other tabs receive: their own profile as it is now. */
export type ProfileNews = { kind: "profile"; profile: OwnUser };

/** Shows the viewer's own profile wherever it is shown. */
export function showOwnProfile(client: QueryClient, profile: OwnUser): void {
  client.setQueryData(usersKeys.me(), profile);
  patchPerson(client, profile._id, (person) => withFields(person, profile));
}
