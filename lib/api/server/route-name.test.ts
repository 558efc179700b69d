import { randomUUID } from "node:crypto";
import { routeName } from "@/lib/api/server/route-name";

const id = randomUUID();

test.each([
  ["/api/posts", {}, "/api/posts"],
  [`/api/posts/${id}`, { postId: id }, "/api/posts/[postId]"],
  [`/api/posts/${id}/like`, { postId: id }, "/api/posts/[postId]/like"],
  [
    `/api/posts/${id}/comments/${id}`,
    { postId: id, commentId: id },
    "/api/posts/[commentId]/comments/[postId]",
  ],
  ["/api/users/usernames/asha%20rao", { username: "asha rao" }, "/api/users/usernames/[username]"],
  ["/api/users/usernames/%E0%A4", { username: "%E0%A4" }, "/api/users/usernames/[username]"],
  ["/api/auth/csrf", { nextauth: ["csrf"] }, "/api/auth/[...nextauth]"],
  ["/api/no/such/call", { path: ["no", "such", "call"] }, "/api/[...path]"],
  ["/api/posts/1", { postId: "2" }, "other"],
])("the route of %s is named %s, %s", (path, params, name) => {
  expect(routeName(path, params)).toBe(name);
});

test("what callers make up adds no names", () => {
  const names = new Set<string>();
  for (let tried = 0; tried < 1_000; tried++) {
    const text = Buffer.from(crypto.getRandomValues(new Uint8Array(9))).toString("latin1");
    const segment = encodeURIComponent(text);
    names.add(routeName(`/api/posts/${segment}/like`, { postId: text }));
    names.add(routeName(`/api/posts/${segment}/like`, { postId: segment }));
    names.add(routeName(`/api/${segment}/${tried}`, { path: [text, String(tried)] }));
  }
  expect([...names].sort()).toEqual(["/api/[...path]", "/api/posts/[postId]/like"]);
});
