import { translate } from "@/lib/language/translate";
import { HASHTAGS_MAX, hashtagsOf, postTitle } from "@/lib/posts/policy";
import { captionField, newPostBody } from "@/lib/posts/schema";
import { cpuTime } from "@/tests/cpu-time";

describe("the hashtags of a caption", () => {
  test.each([
    ["Golden hour #GoldenHour", ["goldenhour"]],
    ["#a#b", ["a"]],
    ["#one, #two. (#three)!", ["one", "two", "three"]],
    ["#same #Same #SAME", ["same"]],
    ["#ग्वालियर #मेरा_कॉलेज", ["ग्वालियर", "मेरा_कॉलेज"]],
    ["#cafe\u0301 #caf\u00e9", ["cafe"]],
    ["#techfest26 #2026", ["techfest26"]],
    ["mail#me foo/#bar &#39; ##heading", []],
    ["https://example.org/page#part", []],
    ["#", []],
    ["no tags", []],
    [`#${"x".repeat(50)}`, ["x".repeat(50)]],
    [`#${"x".repeat(51)}`, []],
    ["#snake_case-kebab", ["snake_case"]],
    ["line\n#next", ["next"]],
  ])("%j has %j", (caption, tags) => {
    expect(hashtagsOf(caption)).toEqual(tags);
  });

  test("are limited in number", () => {
    const caption = Array.from({ length: 50 }, (_, i) => `#tag${i}`).join(" ");
    expect(hashtagsOf(caption)).toHaveLength(HASHTAGS_MAX);
  });

  test("are matched fast in a caption crafted to be slow", async () => {
    const spent = await cpuTime(() => {
      hashtagsOf("#".repeat(2000));
      hashtagsOf(`#${"a".repeat(1999)}`);
      hashtagsOf("#a".repeat(1000));
    });
    expect(spent).toBeLessThan(2_000);
  });
});

describe("a caption", () => {
  test("may have 2,000 user-perceived characters", () => {
    expect(captionField.safeParse("👩🏽‍🎓".repeat(2000)).success).toBe(true);
    expect(captionField.safeParse("a".repeat(2001)).error?.issues[0]?.message).toBe(
      "Please keep the caption to 2,000 characters.",
    );
  });
});

describe("a new post", () => {
  const upload = { mediaType: "image", cloudinaryUrl: "http://localhost:3000/media/image/upload/x.jpg" };

  test("is public, which clients may call everyone", () => {
    expect(newPostBody.parse(upload)).toEqual({
      visibility: "public",
      caption: "",
      media: [{ ...upload, altText: "" }],
    });
    expect(newPostBody.safeParse({ ...upload, visibility: "everyone" }).success).toBe(true);
    expect(newPostBody.safeParse({ ...upload, visibility: "friends" }).success).toBe(false);
  });

  test("ignores what it does not know", () => {
    expect(newPostBody.parse({ ...upload, likesCount: 9000 })).toEqual(newPostBody.parse(upload));
  });

  test("has up to ten media", () => {
    const ten = Array.from({ length: 10 }, () => ({ ...upload, altText: "A tree" }));
    expect(newPostBody.parse({ media: ten })).toMatchObject({ media: ten });
    expect(newPostBody.safeParse({ media: [...ten, upload] }).error?.issues[0]?.message).toBe(
      "Please choose at most 10 photos and videos.",
    );
  });

  test("can be a card: one picture, of a caption that fits on it", () => {
    const card = { kind: "card", background: "leaf" };
    expect(newPostBody.parse({ ...upload, caption: "Chai?", ...card })).toMatchObject({ background: "leaf" });
    expect(newPostBody.parse({ ...upload, caption: "Chai?", kind: "card" })).toMatchObject({
      background: "blue",
    });
    expect(newPostBody.parse({ ...upload, caption: "Chai?", background: "leaf" }).background).toBeUndefined();
    for (const wrong of [
      { ...upload, caption: "", ...card },
      { ...upload, caption: "a".repeat(281), ...card },
      { ...upload, mediaType: "video", caption: "Chai?", ...card },
      { media: [upload], caption: "Chai?", ...card },
    ]) {
      expect(newPostBody.safeParse(wrong).error?.issues).toMatchObject([
        { path: ["kind"], message: "A card is one picture of a caption of at most 280 characters." },
      ]);
    }
    for (const background of ["plaid", "", 1, null])
      expect(newPostBody.safeParse({ ...upload, caption: "Chai?", kind: "card", background }).success).toBe(
        false,
      );
  });

  test("says what is missing", () => {
    const message = (body: object) => newPostBody.safeParse(body).error?.issues[0]?.message;
    for (const body of [{ mediaType: "image" }, { media: [] }, { media: [{ mediaType: "image" }] }]) {
      expect(message(body)).toBe("Please select a media file.");
    }
    expect(newPostBody.safeParse({ cloudinaryUrl: "x" }).error?.issues[0]?.path).toEqual(["mediaType"]);
  });

  test.each([
    {},
    { media: [upload], ...upload },
    { media: [upload], altText: "Twice" },
    { media: [{ ...upload, likesCount: 9000 }] },
    { media: upload },
    { ...upload, cloudinaryUrl: "  " },
    { ...upload, mediaType: "audio" },
    { ...upload, caption: { contains: "@" } },
  ])("rejects %j", (body) => {
    expect(newPostBody.safeParse(body).success).toBe(false);
  });
});

describe("the title of a post's page", () => {
  const titleOf = (caption: string) =>
    postTitle({ caption, altText: "", mediaType: "image", userId: { name: "Riya" } as never }, translate);

  test.each([
    ["Kheer: would marry", "Riya: Kheer: would marry"],
    ["Two\n\nlines  here", "Riya: Two lines here"],
    ["a".repeat(61), `Riya: ${"a".repeat(60)}…`],
    ["", "Photo by Riya"],
  ])("%j is %s", (caption, title) => {
    expect(titleOf(caption)).toBe(title);
  });
});
