import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readEdits } from "@/lib/video/edit-list.mjs";
import { withEdits } from "@/tests/video-files";

const video = readFileSync(join(process.cwd(), "lib/platform/media/fixtures/red-green-blue.mp4"));
const edits = async (file: Buffer) => {
  const { spans, isPieced } = await readEdits(new Blob([new Uint8Array(file)]));
  return { spans: [...spans.values()].map(({ from, until }) => [from, until]), isPieced };
};

test("a track is shown where its edit says, after what is shown before it", async () => {
  const part = { from: 1.2, length: 1.6 };
  expect(await edits(withEdits(video, [part]))).toEqual({
    spans: [
      [0, 1.6],
      [0, 1.6],
    ],
    isPieced: false,
  });
  expect(await edits(withEdits(video, ["nothing", part, "nothing"]))).toEqual({
    spans: [
      [1, 2.6],
      [1, 2.6],
    ],
    isPieced: false,
  });
});

test("an edit without a length is all that follows, and parts in a row are one", async () => {
  const { POSITIVE_INFINITY: open } = Number;
  expect((await edits(withEdits(video, [{ from: 0, length: 0 }]))).spans).toEqual([
    [0, open],
    [0, open],
  ]);
  const inARow = [
    { from: 0.5, length: 1 },
    { from: 1.5, length: 0.5 },
  ];
  expect(await edits(withEdits(video, inARow))).toEqual({
    spans: [
      [0, 1.5],
      [0, 1.5],
    ],
    isPieced: false,
  });
});

test.each([
  [
    "from several places",
    [
      { from: 0, length: 1 },
      { from: 3, length: 1 },
    ],
  ],
  ["with a pause", [{ from: 0, length: 1 }, "nothing" as const, { from: 1, length: 1 }]],
  ["at another speed", [{ from: 0, length: 1, rate: 2 }]],
])("a video that is put together %s is said to be", async (_, parts) => {
  expect((await edits(withEdits(video, parts))).isPieced).toBe(true);
});

test("a file that is cut off, or is no MP4, has none", async () => {
  const none = { spans: [], isPieced: false };
  for (const file of [video.subarray(0, 400), Buffer.from("hello"), Buffer.alloc(64), Buffer.alloc(0)]) {
    expect(await edits(file)).toEqual(none);
  }
});
