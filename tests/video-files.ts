/** Builds unusual video files from parts of real ones. */

export const concat = (...parts: Buffer[]) => Buffer.concat(parts);

/** An MP4 box. */
export function box(type: string, ...parts: (Buffer | string)[]): Buffer {
  const body = Buffer.concat(
    parts.map((part) => (typeof part === "string" ? Buffer.from(part, "latin1") : part)),
  );
  return Buffer.concat([u32(body.length + 8), Buffer.from(type, "latin1"), body]);
}

/** Numbers as 32-bit big-endian integers. */
export function u32(...numbers: number[]): Buffer {
  const bytes = Buffer.alloc(4 * numbers.length);
  for (const [index, number] of numbers.entries()) bytes.writeUInt32BE(number, 4 * index);
  return bytes;
}

/** Overwrites the bytes at `offset` from the first occurrence of a box's type. */
export function replaceBytes(video: Buffer, type: string, offset: number, bytes: Buffer): Buffer {
  const start = video.indexOf(type, 0, "latin1") + offset;
  return Buffer.concat([video.subarray(0, start), bytes, video.subarray(start + bytes.length)]);
}

type Tables = { stts: Buffer; stsc: Buffer; stsz: Buffer; stco: Buffer };

/** Files that need far more time, memory or disk than their size suggests. */
export function costlyVideos(mp4: Buffer, webm: Buffer) {
  const boxOf = (type: string) => {
    const start = mp4.indexOf(type, 0, "latin1") - 4;
    return mp4.subarray(start, start + mp4.readUInt32BE(start));
  };
  const ftyp = box("ftyp", "isom", u32(512), "isomavc1");
  const firstSampleOffset = ftyp.length + 8;
  const video = (tables: Tables, data: Buffer) => {
    const stbl = box("stbl", boxOf("stsd"), ...Object.entries(tables).map(([type, rows]) => box(type, rows)));
    const hdlr = box("hdlr", u32(0, 0), "vide", u32(0, 0, 0), "x\0");
    const mdia = box("mdia", boxOf("mdhd"), hdlr, box("minf", boxOf("vmhd"), boxOf("dinf"), stbl));
    return concat(ftyp, box("mdat", data), box("moov", boxOf("mvhd"), box("trak", boxOf("tkhd"), mdia)));
  };
  const endless = 0xffff_ffff;
  return {
    /** 100,000 times the same sample: 40 GB once written. */
    "samples on top of each other": () =>
      video(
        {
          stts: u32(0, 1, 100_000, 512),
          stsc: u32(0, 1, 1, 1, 1),
          stsz: u32(0, 400_000, 100_000),
          stco: concat(u32(0, 100_000), u32(...Array.from({ length: 100_000 }, () => firstSampleOffset))),
        },
        Buffer.alloc(400_000, 1),
      ),
    "four billion samples in one line": () =>
      video(
        {
          stts: u32(0, 1, endless, 512),
          stsc: u32(0, 1, 1, endless, 1),
          stsz: u32(0, 1, endless),
          stco: u32(0, 1, firstSampleOffset),
        },
        Buffer.alloc(1_000, 1),
      ),
    "four million empty samples": () =>
      video(
        {
          stts: u32(0, 1, 4_000_000, 512),
          stsc: u32(0, 1, 1, 4_000_000, 1),
          stsz: concat(u32(0, 0, 4_000_000), Buffer.alloc(16_000_000)),
          stco: u32(0, 1, firstSampleOffset),
        },
        Buffer.alloc(1_000, 1),
      ),
    "endless junk behind a recording": () => concat(webm, Buffer.alloc(20_000_000, 0xa3)),
  };
}

/** A part of a track, in seconds: what is shown of it, and at which speed. */
type Edit = { from: number; length: number; rate?: number };

/**
 * The MP4 as a program leaves it that cuts a video by noting what to show, and leaves the rest
 * in the file. The edits apply to every track, or only to the one with this index.
 */
export function withEdits(video: Buffer, edits: (Edit | "nothing")[], only?: number): Buffer {
  const moov = video.indexOf("moov", 0, "latin1") - 4;
  const end = moov + video.readUInt32BE(moov);
  const index = video.subarray(moov + 8, end);
  const timescale = index.readUInt32BE(index.indexOf("mvhd") + 4 + 12);
  let tracks = 0;
  const rewritten = boxesOf(index).map((part) => {
    if (part.toString("latin1", 4, 8) !== "trak") return part;
    if (only !== undefined && tracks++ !== only) return part;
    const units = part.readUInt32BE(part.indexOf("mdhd") + 4 + 12);
    const list = part.indexOf("elst") + 4;
    // Where the track's own first picture or sound is.
    const begin = part.readInt32BE(list + 12);
    const rows = edits.map((edit) =>
      edit === "nothing"
        ? u32(timescale, 0xffff_ffff, 0x1_0000)
        : u32(
            Math.round(edit.length * timescale),
            begin + Math.round(edit.from * units),
            (edit.rate ?? 1) * 0x1_0000,
          ),
    );
    const others = boxesOf(part.subarray(8)).filter((one) => one.toString("latin1", 4, 8) !== "edts");
    return box("trak", ...others, box("edts", box("elst", u32(0, rows.length), ...rows)));
  });
  // The pictures stay where they are.
  if (video.indexOf("mdat", 0, "latin1") > moov) throw new Error("The index must be at the end.");
  return concat(video.subarray(0, moov), box("moov", ...rewritten), video.subarray(end));
}

function boxesOf(content: Buffer): Buffer[] {
  const boxes: Buffer[] = [];
  for (let at = 0; at < content.length; at += content.readUInt32BE(at)) {
    boxes.push(content.subarray(at, at + content.readUInt32BE(at)));
  }
  return boxes;
}
