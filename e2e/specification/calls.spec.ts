import { codeFor, expect, photo } from "../fixtures";
import { call, freshEmail, type Member, makeMember, makeNewcomer, publish, sendFile, test } from "./member";

/** The calls of §7, by accounts that only those calls have made. */

test.describe("Calls", { tag: "@desktop" }, () => {
  test("register, send-otp, check-otp and me", async ({ request }) => {
    const email = freshEmail();
    const registered = await call(request, "POST", "/auth/register", { data: { email } });
    expect(registered).toMatchObject({ user: { email }, message: expect.any(String) });

    const sent = await call(request, "POST", "/auth/send-otp", { data: { email } });
    expect(sent.message).toEqual(expect.any(String));
    const otp = await codeFor(request, email);
    expect(otp).toMatch(/^\d{6}$/);

    const wrong = await request.post("/api/auth/check-otp", {
      data: { email, otp: otp === "123456" ? "654321" : "123456", accessToken: true, collegeName: "MITS" },
    });
    expect(wrong.status()).toBe(400);
    expect((await wrong.json()).message).toBe("Invalid verification code. Please try again.");

    const answer = await call<Member & { message: string }>(request, "POST", "/auth/check-otp", {
      data: { email, otp, accessToken: true, collegeName: "MITS" },
    });
    expect(answer).toMatchObject({
      accessToken: expect.any(String),
      refreshToken: expect.any(String),
      user: { email, collegeName: expect.any(String) },
      message: expect.any(String),
    });
    const { user } = await call<{ user: unknown }>(request, "GET", "/auth/me", { member: answer });
    expect(user).toMatchObject({
      _id: expect.any(String),
      name: "Anonymous User",
      email,
      collegeName: expect.any(String),
      provider: "email",
      createdAt: expect.any(String),
      isActive: true,
      role: "student",
      verified: true,
      username: expect.any(String),
    });
    expect(user).not.toHaveProperty("password");

    const again = await request.post("/api/auth/register", { data: { collegeName: "MITS", email } });
    expect(again.status()).toBe(409);
    expect((await again.json()).message).toContain("already");
    const outsider = await request.post("/api/auth/register", { data: { email: "riya@gmail.com" } });
    expect(outsider.status()).toBe(400);
    const unknown = await request.post("/api/auth/send-otp", { data: { email: freshEmail() } });
    expect((await unknown.json()).message).toBe("User not found");
  });

  for (const password of ["secret123", "Password123", "123456"]) {
    test(`the full registration, with the password ${password}`, async ({ request }) => {
      const newcomer = await makeNewcomer(request);
      const answer = await call<{ token: string; message: string }>(request, "POST", "/auth/register", {
        member: newcomer,
        data: {
          name: "Riya Sharma",
          email: newcomer.email,
          collegeName: "MITS",
          password,
          avatar: "",
          bio: "Reads too much.",
        },
      });
      expect(answer).toMatchObject({
        user: { name: "Riya Sharma", collegeName: "MITS", email: newcomer.email, bio: "Reads too much." },
        token: expect.any(String),
        message: expect.any(String),
      });
      const { user } = await call(request, "GET", "/auth/me", { member: { accessToken: answer.token } });
      expect(user).toMatchObject({ name: "Riya Sharma" });
    });
  }

  test("a full registration of an address that has not been verified", async ({ request }) => {
    const email = freshEmail();
    const data = {
      name: "Riya Sharma",
      email,
      collegeName: "MITS",
      password: "secret123",
      avatar: "",
      bio: "",
    };
    const answer = await call(request, "POST", "/auth/register", { data });
    expect(answer).toMatchObject({ user: { email }, message: expect.any(String) });
    const short = await request.post("/api/auth/register", {
      data: { ...data, email: freshEmail(), password: "12345" },
    });
    expect(short.status()).toBe(400);
  });

  test("a user: read, change, upload pictures", async ({ request }) => {
    const member = await makeMember(request, "Riya Sharma");
    const path = `/users/${member._id}`;
    const { user } = await call<{ user: unknown }>(request, "GET", path, { member });
    expect(user).toMatchObject({
      _id: member._id,
      name: "Riya Sharma",
      email: member.email,
      collegeName: "MITS",
      bio: "",
      followersCount: 0,
      followingCount: 0,
      isFollowing: false,
    });
    for (const field of ["collegeId", "avatar", "banner", "followers", "following", "reach", "updatedAt"]) {
      expect(user, field).toHaveProperty(field);
    }

    const upload = async (type: "avatar" | "banner") => {
      const response = await request.post("/api/upload/avatar", {
        multipart: { file: await photo(20, 400, 400), type },
        headers: { Authorization: `Bearer ${member.accessToken}` },
      });
      expect(response.ok(), await response.text()).toBe(true);
      return (await response.json()).imageUrl as string;
    };
    const avatar = await upload("avatar");
    const banner = await upload("banner");
    const changed = await call(request, "PUT", path, {
      member,
      data: { name: "Riya Verma", bio: "Plays chess.", collegeName: "MITS", avatar, banner },
    });
    expect(changed.user).toMatchObject({ name: "Riya Verma", bio: "Plays chess.", avatar, banner });

    const response = await request.put(`/api${path}`, {
      multipart: { avatar: await photo(120, 400, 400) },
      headers: { Authorization: `Bearer ${member.accessToken}` },
    });
    expect(response.ok(), await response.text()).toBe(true);
    const other = (await response.json()).user.avatar;
    expect(other).not.toBe(avatar);
    expect((await request.get(other)).ok()).toBe(true);
  });

  test("a circle: follow and follow again", async ({ request }) => {
    const riya = await makeMember(request, "Riya Sharma");
    const kabir = await makeMember(request, "Kabir Singh");
    const follow = () => call(request, "POST", `/users/${kabir._id}/follow`, { member: riya });
    expect(await follow()).toMatchObject({
      isInCircle: true,
      circleCount: 1,
      message: expect.any(String),
    });
    const { user } = await call(request, "GET", `/users/${kabir._id}`, { member: riya });
    expect(user).toMatchObject({ isFollowing: true, followersCount: 1 });
    expect(await follow()).toMatchObject({ isInCircle: false, circleCount: 0 });
  });

  test("a post: publish, list, like, comment, change, share, delete", async ({ request }) => {
    const riya = await makeMember(request, "Riya Sharma");
    const kabir = await makeMember(request, "Kabir Singh");
    const cloudinaryUrl = await sendFile(request, riya, "image", await photo(200));
    const published = await call<{ post: { _id: string } }>(request, "POST", "/upload/pre-calculated", {
      member: riya,
      data: {
        caption: "Chess at the #library",
        visibility: "everyone",
        mediaType: "image",
        cloudinaryUrl,
      },
    });
    expect(published).toMatchObject({
      message: "Post uploaded successfully!",
      post: {
        userId: { _id: riya._id, name: "Riya Sharma" },
        caption: "Chess at the #library",
        mediaUrl: expect.any(String),
        mediaType: "image",
        visibility: "public",
        likes: [],
        isLiked: false,
        likesCount: 0,
        commentsCount: 0,
        sharesCount: 0,
        isActive: true,
        createdAt: expect.any(String),
      },
    });
    expect(JSON.stringify(published.post)).toContain("library");
    const id = published.post._id;

    type Page = { posts: { _id: string; createdAt: string }[] };
    const feed = await call<Page>(request, "GET", "/posts?page=1&limit=10&sort=-createdAt", {
      member: kabir,
    });
    expect(feed).toMatchObject({ currentPage: 1, totalPages: expect.any(Number), total: expect.any(Number) });
    expect(feed.posts.length).toBeLessThanOrEqual(10);
    const times = feed.posts.map(({ createdAt }) => createdAt);
    expect(times).toEqual([...times].sort().reverse());
    for (const path of [`/users/${riya._id}/posts`, `/posts/get-user-post/${riya._id}`]) {
      const { posts } = await call<Page>(request, "GET", path, { member: kabir });
      expect(posts.map(({ _id }) => _id)).toEqual([id]);
    }

    const like = () => call(request, "POST", `/posts/${id}/like`, { member: kabir });
    expect(await like()).toMatchObject({ isLiked: true, likesCount: 1, likes: [kabir._id] });
    expect(await like()).toMatchObject({ isLiked: false, likesCount: 0, likes: [] });

    const comment = await call(request, "POST", `/posts/${id}/comments`, {
      member: kabir,
      data: { content: "Well played!" },
    });
    expect(comment.comment).toMatchObject({ _id: expect.any(String), createdAt: expect.any(String) });
    const second = await call(request, "POST", `/posts/${id}/comment`, {
      member: riya,
      data: { content: "Thanks" },
    });
    expect(second).toMatchObject({ commentsCount: 2 });
    const { comments } = await call(request, "GET", `/posts/${id}/comments?page=1&limit=20`, {
      member: riya,
    });
    expect(comments).toContainEqual(
      expect.objectContaining({
        _id: expect.any(String),
        userId: expect.objectContaining({ _id: kabir._id, name: "Kabir Singh" }),
        content: "Well played!",
        createdAt: expect.any(String),
      }),
    );

    await call(request, "PUT", `/posts/${id}`, { member: riya, data: { caption: "Chess tomorrow" } });
    await call(request, "POST", `/posts/${id}/share`, { member: kabir });
    const { posts } = await call(request, "GET", `/users/${riya._id}/posts`, { member: kabir });
    expect(posts).toMatchObject([{ caption: "Chess tomorrow", commentsCount: 2, sharesCount: 1 }]);

    await call(request, "DELETE", `/posts/${id}`, { member: riya });
    expect(await call(request, "GET", `/users/${riya._id}/posts`, { member: kabir })).toMatchObject({
      posts: [],
    });
  });

  test("searching for users", async ({ request }) => {
    const name = `Zoravar ${Date.now().toString(36)}`;
    const member = await makeMember(request, name);
    const found = await call(request, "GET", `/search/users?q=${encodeURIComponent(name)}&page=1&limit=10`, {
      member: await makeMember(request, "Riya Sharma"),
    });
    expect(found).toMatchObject({
      users: [{ _id: member._id, name, avatar: expect.anything(), collegeName: "MITS" }],
      totalPages: 1,
      message: expect.any(String),
    });
  });

  test("notifications: create, list, see, see all, delete", async ({ request }) => {
    const riya = await makeMember(request, "Riya Sharma");
    const kabir = await makeMember(request, "Kabir Singh");
    const post = await publish(request, riya, "Chess at the library");
    await call(request, "POST", `/posts/${post._id}/like`, { member: kabir });
    await call(request, "POST", "/notifications", {
      member: kabir,
      data: { receiverId: riya._id, type: "like", message: "liked your post", postId: post._id },
    });
    await call(request, "POST", "/notifications", {
      member: kabir,
      data: { receiverId: riya._id, type: "follow", message: "Chess tonight?" },
    });

    type List = { notifications: { _id: string; seen: boolean; type: string; message: string }[] };
    const list = () => call<List>(request, "GET", "/notifications?page=1", { member: riya });
    const first = await list();
    expect(first).toMatchObject({ currentPage: 1, totalPages: 1, totalCount: first.notifications.length });
    expect(first.notifications).toContainEqual({
      ...first.notifications.find(({ type }) => type === "like"),
      message: expect.any(String),
      senderId: expect.objectContaining({ _id: kabir._id, name: "Kabir Singh" }),
      postId: expect.objectContaining({ mediaUrl: post.mediaUrl, mediaType: "image" }),
      seen: false,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    });
    expect(first.notifications.map(({ message }) => message)).toContainEqual(
      expect.stringContaining("Chess tonight?"),
    );

    const [one] = first.notifications;
    await call(request, "PUT", `/notifications/${one?._id}/seen`, { member: riya });
    expect((await list()).notifications.find(({ _id }) => _id === one?._id)?.seen).toBe(true);
    await call(request, "PUT", "/notifications/mark-all-seen", { member: riya });
    expect((await list()).notifications.every(({ seen }) => seen)).toBe(true);
    await call(request, "DELETE", `/notifications/${one?._id}`, { member: riya });
    expect((await list()).notifications).toHaveLength(first.notifications.length - 1);
  });

  test("deleting accounts, by address and by id", async ({ request }) => {
    const riya = await makeMember(request, "Riya Sharma");
    const kabir = await makeMember(request, "Kabir Singh");
    await call(request, "DELETE", `/auth/users?email=${encodeURIComponent(riya.email)}`, { member: riya });
    const gone = await request.get(`/api/users/${riya._id}`, {
      headers: { Authorization: `Bearer ${kabir.accessToken}` },
    });
    expect(gone.status()).toBe(404);
    expect((await gone.json()).message).toBe("User not found");
    await call(request, "DELETE", `/auth/users/${kabir._id}`, { member: kabir });
    const code = await request.post("/api/auth/send-otp", { data: { email: kabir.email } });
    expect((await code.json()).message).toBe("User not found");
  });

  test("calls without a token, or about what is someone else's", async ({ request }) => {
    const riya = await makeMember(request, "Riya Sharma");
    const kabir = await makeMember(request, "Kabir Singh");
    const post = await publish(request, riya, "Chess at the library");
    for (const path of [
      "/auth/me",
      "/posts",
      `/users/${riya._id}`,
      "/notifications",
      "/search/users?q=riya",
    ]) {
      expect((await request.get(`/api${path}`)).status(), path).toBe(401);
    }
    const headers = { Authorization: `Bearer ${kabir.accessToken}` };
    const rejected = [
      await request.put(`/api/posts/${post._id}`, { headers, data: { caption: "Mine" } }),
      await request.delete(`/api/posts/${post._id}`, { headers }),
      await request.put(`/api/users/${riya._id}`, { headers, data: { name: "Kabir" } }),
      await request.delete(`/api/auth/users/${riya._id}`, { headers }),
    ];
    expect(rejected.map((response) => response.status())).toEqual([403, 403, 403, 403]);
  });
});
