import { pastedFiles } from "@/lib/dom/clipboard";

const picture = new File(["x"], "image.png", { type: "image/png" });
const clipboard = (text: string, ...files: File[]) =>
  ({ files, getData: (type: string) => (type === "text/plain" ? text : "") }) as unknown as DataTransfer;

test("text is pasted as text, whatever picture lies beside it", () => {
  expect(pastedFiles(clipboard("Notice of the exam", picture))).toEqual([]);
});

test("a picture alone is attached, beside nothing but spaces, too", () => {
  expect(pastedFiles(clipboard("", picture))).toEqual([picture]);
  expect(pastedFiles(clipboard("\r\n", picture))).toEqual([picture]);
});

test("files copied in Finder are attached, although their names lie beside them", () => {
  expect(pastedFiles(clipboard("image.png", picture))).toEqual([picture]);
  expect(pastedFiles(clipboard("image.png is the notice", picture))).toEqual([]);
});
