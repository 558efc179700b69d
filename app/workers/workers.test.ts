import { GET, generateStaticParams } from "@/app/workers/[file]/route";

const open = (file: string) =>
  GET(new Request(`http://localhost/workers/${file}`), { params: Promise.resolve({ file }) });

test("each worker is one script that may run nothing but its own files and connect to nowhere", async () => {
  const files = (await generateStaticParams()).map(({ file }) => file);
  expect(files).toEqual(["picture.js", "video.js", expect.stringMatching(/^libheif-[\d.]+\.js$/)]);
  for (const file of files) {
    const { status, headers } = await open(file);
    expect(status).toBe(200);
    expect(headers.get("Content-Type")).toBe("text/javascript; charset=utf-8");
    expect(headers.get("Content-Security-Policy")).toBe(
      "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'",
    );
  }
});

test("libheif is loaded by its version, so that it can be stored for good; the workers can't", async () => {
  const [, , { file: libheif } = { file: "" }] = await generateStaticParams();
  const picture = await open("picture.js");
  expect(await picture.text()).toContain(`/workers/${libheif}`);
  expect(picture.headers.get("Cache-Control")).toBe("no-cache");
  expect((await open(libheif)).headers.get("Cache-Control")).toContain("immutable");
});

test("the workers need neither eval nor Node", async () => {
  for (const file of ["picture.js", "video.js"]) {
    const script = await (await open(file)).text();
    expect(script).not.toMatch(/\beval\(|new Function\(|require\("node:/);
  }
});

test("there is nothing else", async () => {
  expect((await open("other.js")).status).toBe(404);
});
