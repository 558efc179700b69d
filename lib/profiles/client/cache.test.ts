import { QueryClient } from "@tanstack/react-query";
import { mapPerson, patchPerson, withFields } from "@/lib/profiles/client/cache";

const ishita = { _id: "ishita", name: "Ishita Verma", avatar: "" };
const kabir = { _id: "kabir", name: "Kabir Rao", avatar: "" };
const renamed = (person: object) => withFields(person, { name: "Ishita V.", avatar: "new.webp" });

test("a person changes everywhere in an answer", () => {
  const feed = {
    pages: [
      {
        posts: [
          { _id: "1", userId: ishita, caption: "Ishita Verma" },
          { _id: "2", userId: kabir },
        ],
      },
      { posts: [{ _id: "3", userId: { ...ishita, collegeName: "MITS" } }] },
    ],
  };
  expect(mapPerson(feed, "ishita", renamed)).toEqual({
    pages: [
      {
        posts: [
          {
            _id: "1",
            userId: { _id: "ishita", name: "Ishita V.", avatar: "new.webp" },
            caption: "Ishita Verma",
          },
          { _id: "2", userId: kabir },
        ],
      },
      {
        posts: [
          { _id: "3", userId: { _id: "ishita", name: "Ishita V.", avatar: "new.webp", collegeName: "MITS" } },
        ],
      },
    ],
  });
});

test("an answer without the person stays the same object", () => {
  const answer = { pages: [{ users: [kabir], nextCursor: null }], at: 5, none: undefined };
  expect(mapPerson(answer, "ishita", renamed)).toBe(answer);
  expect(mapPerson({ _id: "ishita", caption: "a thing with that id" }, "ishita", renamed)).not.toHaveProperty(
    "name",
  );
});

test("only fields the person already has are changed", () => {
  expect(withFields(ishita, { name: "Ishita V.", bio: "Hello" })).toEqual({ ...ishita, name: "Ishita V." });
  expect(withFields(ishita, { name: "Ishita Verma" })).toBe(ishita);
});

test("every cached answer with the person is patched, whatever its query", () => {
  const client = new QueryClient();
  client.setQueryData(["posts", "list"], { pages: [{ posts: [{ userId: ishita }] }] });
  client.setQueryData(["notifications", "list"], { pages: [{ notifications: [{ senderId: ishita }] }] });
  client.setQueryData(["users", "search", "x"], { pages: [{ users: [kabir] }] });
  patchPerson(client, "ishita", renamed);
  expect(JSON.stringify(client.getQueryData(["posts", "list"]))).toContain("Ishita V.");
  expect(JSON.stringify(client.getQueryData(["notifications", "list"]))).toContain("Ishita V.");
  expect(JSON.stringify(client.getQueryData(["users", "search", "x"]))).not.toContain("Ishita");
});
