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
