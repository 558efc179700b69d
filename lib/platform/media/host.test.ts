import { cloudinaryHost } from "@/lib/platform/media/cloudinary";
import { localHost } from "@/lib/platform/media/local";

const id = "campus-circle/6f1b7c3e-2f7d-4c58-9d0b-0a7c1e7d5b11";
const local = localHost("http://localhost:3000/media");
const cloud = cloudinaryHost("cloudinary://key:secret@demo");

describe("a URL of our own media", () => {
  it.each([
    [local, `http://localhost:3000/media/image/upload/${id}.jpg`, "image"],
    [local, `http://localhost:3000/media/video/upload/${id}.mp4`, "video"],
    [local, `http://localhost:3000/media/image/upload/c_limit,f_auto,q_auto,w_640/${id}.webp`, "image"],
    [cloud, `https://res.cloudinary.com/demo/image/upload/v1700000000/${id}.jpg`, "image"],
    [cloud, `https://res.cloudinary.com/demo/video/upload/${id}.mp4`, "video"],
    [cloud, `https://res.cloudinary.com/demo/video/upload/q_auto,vc_h264/${id}.mp4`, "video"],
  ])("is parsed", (host, url, mediaType) => {
    expect(host.parseMediaUrl(url)).toEqual({ publicId: id, mediaType });
  });

  it.each([
    "",
    "not an address",
    "javascript:alert(1)",
    "data:image/png;base64,AAAA",
    `//localhost:3000/media/image/upload/${id}.jpg`,
    `/media/image/upload/${id}.jpg`,
    `https://evil.example/media/image/upload/${id}.jpg`,
    `https://res.cloudinary.com/other/image/upload/v1/${id}.jpg`,
    `https://res.cloudinary.com.evil.example/demo/image/upload/v1/${id}.jpg`,
    `https://res.cloudinary.com/demo/image/fetch/https://evil.example/x.jpg`,
    `https://res.cloudinary.com/demo/raw/upload/v1/${id}.js`,
    `http://res.cloudinary.com/demo/image/upload/v1/${id}.jpg`,
    `https://user:pass@res.cloudinary.com/demo/image/upload/v1/${id}.jpg`,
    `https://res.cloudinary.com:8443/demo/image/upload/v1/${id}.jpg`,
    `https://res.cloudinary.com/demo/image/upload/v1/${id}.jpg?x=1`,
    `https://res.cloudinary.com/demo/image/upload/v1/${id}.jpg#x`,
    `https://res.cloudinary.com/demo/image/upload/v1/..%2f${id}.jpg`,
    `https://res.cloudinary.com/demo/../demo/image/upload/v1/${id}.jpg`,
    `https://res.cloudinary.com/demo/image/upload/v1/elsewhere/6f1b7c3e-2f7d-4c58-9d0b-0a7c1e7d5b11.jpg`,
    `http://localhost:3000/media/image/upload/campus-circle/../../etc/passwd.jpg`,
    `http://localhost:3000/media/image/upload/campus-circle%2f6f1b7c3e-2f7d-4c58-9d0b-0a7c1e7d5b11.jpg`,
    `http://user@localhost:3000/media/image/upload/${id}.jpg`,
    `http://localhost:3001/media/image/upload/${id}.jpg`,
    `http://localhost:3000@evil.example/media/image/upload/${id}.jpg`,
    `http://localhost:3000/media/image/upload/${id}.jpg\n`,
    ` http://localhost:3000/media/image/upload/${id}.jpg`,
    `http://localhost:3000/media/image/upload/${id}`,
    `http://LOCALHOST:3000/media/image/upload/${id}.jpg`,
    `http://169.254.169.254/latest/meta-data/${id}.jpg`,
    "x".repeat(100_000),
  ])("is not %.80s", (url) => {
    expect(local.parseMediaUrl(url)).toBeNull();
    expect(cloud.parseMediaUrl(url)).toBeNull();
  });
});
