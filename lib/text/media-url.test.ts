import { imageSrcSet, posterUrl, sizedImageUrl } from "@/lib/text/media-url";

const id = "campus-circle/6f1b7c3e-2f7d-4c58-9d0b-0a7c1e7d5b11";
const local = `http://localhost:3000/media/image/upload/${id}.jpg`;
const cloud = `https://res.cloudinary.com/demo/image/upload/v17/${id}.jpg`;

describe("the URL of a picture", () => {
  it("requests the size the screen needs from either host", () => {
    expect(sizedImageUrl(local, 320)).toBe(
      `http://localhost:3000/media/image/upload/c_limit,f_auto,q_auto,w_320/${id}.jpg`,
    );
    expect(sizedImageUrl(cloud, 639.2)).toBe(
      `https://res.cloudinary.com/demo/image/upload/c_limit,f_auto,q_auto,w_640/v17/${id}.jpg`,
    );
  });

  it("replaces the transformation that every address on Cloudinary has", () => {
    const whole = cloud.replace("v17/", "c_limit,q_auto,w_2048/");
    expect(sizedImageUrl(whole, 320)).toBe(
      `https://res.cloudinary.com/demo/image/upload/c_limit,f_auto,q_auto,w_320/${id}.jpg`,
    );
    expect(imageSrcSet(whole, 900)).toContain("w_900/");
  });

  it("lists the stored widths up to the picture's own", () => {
    const widths = (natural: number) =>
      imageSrcSet(local, natural)
        .split(", ")
        .map((source) => source.split(" ")[1]);
    expect(widths(2048)).toEqual(["320w", "640w", "1080w"]);
    expect(widths(900)).toEqual(["320w", "640w", "900w"]);
    expect(widths(200)).toEqual(["200w"]);
    expect(imageSrcSet(local, 2048, { whole: true })).toMatch(/ 1080w, .+w_2048.+ 2048w$/);
  });

  it.each([
    "",
    "data:image/webp;base64,AA",
    "blob:http://localhost/1",
    "https://lh3.googleusercontent.com/a/b",
  ])("stays the same when it is not on the media host: %s", (url) => {
    expect(sizedImageUrl(url, 320)).toBe(url);
    expect(imageSrcSet(url, 500)).toBe("");
    expect(posterUrl(url)).toBe(url);
  });

  it("stays the same when it already contains a size", () => {
    expect(sizedImageUrl(sizedImageUrl(local, 320), 640)).toBe(sizedImageUrl(local, 320));
  });
});

test("the poster of a video is its first frame", () => {
  expect(posterUrl(`http://localhost:3000/media/video/upload/${id}.mp4`)).toBe(
    `http://localhost:3000/media/video/upload/c_limit,q_auto,so_0,w_1080/${id}.jpg`,
  );
});
