import { setCircle } from "@/lib/circles/server/circle";
import { api } from "@/tests/api";
import {
  createComment,
  createConversation,
  createMember,
  createMembers,
  createMessage,
  createPost,
  createUser,
  type Member,
} from "@/tests/factories";
import { liftLimits } from "@/tests/limits";
import { useTestDatabase } from "@/tests/test-db";

/** Who sees the year in which someone graduates, and their section. */

beforeAll(useTestDatabase);
beforeAll(liftLimits);

const YEAR = 2031;

/** A person who shows their year to those they have joined, wherever a reader meets them. */
async function createShy() {
  const [reader, friend] = (await createMembers(2)) as [Member, Member];
  const shy = await createMember({
    name: "Tara Quietly",
    department: "CSE",
    batch: YEAR,
    section: "B",
    whoSeesBatch: "circle",
  });
  await setCircle(shy.viewer, friend.id, true);
  const post = await createPost({ author: shy, caption: "Hello" });
  const theirs = await createPost();
  for (const { id } of [post, theirs]) {
    await createComment({ post: { id }, author: shy });
    await api.post(`/posts/${id}/like`, { token: shy.token });
  }
  const liked = await createComment({ post: theirs });
  await api.post(`/posts/${theirs.id}/comments/${liked}/like`, { token: shy.token });
  const host = await createUser();
  await setCircle(shy.viewer, host.id, true);
  const paths = async (me: Member) => {
    const own = await createPost({ author: me });
    await api.post(`/posts/${own.id}/like`, { token: shy.token });
    const conversationId = await createConversation(me, shy);
    await createMessage({ conversationId, sender: shy });
    await api.post(`/posts/${post.id}/bookmark`, { token: me.token });
    return [
      `/users/${shy.id}`,
      `/users/${shy.id}/posts`,
      `/users/${host.id}/circle`,
      `/posts/${post.id}`,
      "/posts",
      `/posts/${post.id}/comments`,
      `/posts/${post.id}/likes`,
      `/posts/${theirs.id}/comments/${liked}/likes`,
      "/search/users?q=Tara%20Quietly",
      "/people?q=Tara%20Quietly",
      "/people/mentionable?q=Tara",
      "/bookmarks",
      "/notifications",
      "/conversations?box=requests",
      `/conversations/${conversationId}`,
    ];
  };
  return { shy, reader, friend, paths };
}

async function readAll(me: Member, paths: string[]): Promise<[string, string][]> {
  return Promise.all(
    paths.map(async (address): Promise<[string, string]> => {
      const [path = "", search] = address.split("?");
      const query = Object.fromEntries(new URLSearchParams(search));
      const { status, body } = await api.get(path, { token: me.token, query });
      expect([address, status]).toEqual([address, 200]);
      return [address, JSON.stringify(body)];
    }),
  );
}

test("a year for one's circle alone is shown to those one has joined, wherever one is named", async () => {
  const { shy, reader, friend, paths } = await createShy();
  for (const [address, text] of await readAll(friend, await paths(friend))) {
    expect([address, text.includes(`"batch":${YEAR}`)]).toEqual([address, true]);
  }
  for (const [address, text] of await readAll(reader, await paths(reader))) {
    // They are there, and say no year, in no spelling.
    expect([address, text.includes(shy.id)]).toEqual([address, true]);
    expect([address, /2031|’31/.test(text)]).toEqual([address, false]);
  }
});

test("joining someone shows them nothing of theirs: it is whom they have joined", async () => {
  const { shy, reader } = await createShy();
  await setCircle(reader.viewer, shy.id, true);
  expect(JSON.stringify((await api.get(`/users/${shy.id}`, { token: reader.token })).body)).not.toContain(
    String(YEAR),
  );
});

test("a section is for one's own department, at the same college", async () => {
  const { shy } = await createShy();
  const section = async (me: Member) => {
    const { body } = await api.get(`/users/${shy.id}`, { token: me.token });
    return (body as { user: { section: string | null } }).user.section;
  };
  expect(await section(await createMember({ department: "CSE" }))).toBe("B");
  expect(await section(await createMember({ department: "IT" }))).toBeNull();
  expect(await section(await createMember({ department: "CSE", collegeName: "Another College" }))).toBeNull();
  expect(await section(await createMember())).toBeNull();
  expect(await section(shy)).toBe("B");
});
