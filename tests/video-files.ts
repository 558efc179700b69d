/** Films taken apart and put together, to see what becomes of odd ones. */

export const concat = (...parts: Buffer[]) => Buffer.concat(parts);

/** A box of the MP4 family. */
export function box(type: string, ...parts: (Buffer | string)[]): Buffer {
  const body = Buffer.concat(
    parts.map((part) => (typeof part === "string" ? Buffer.from(part, "latin1") : part)),
  );
  return Buffer.concat([u32(body.length + 8), Buffer.from(type, "latin1"), body]);
}

/** Numbers as four bytes each. */
export function u32(...numbers: number[]): Buffer {
  const bytes = Buffer.alloc(4 * numbers.length);
  for (const [index, number] of numbers.entries()) bytes.writeUInt32BE(number, 4 * index);
  return bytes;
}

/** The film with other bytes from `offset` behind the first mention of a box's type. */
export function replaceBytes(film: Buffer, type: string, offset: number, bytes: Buffer): Buffer {
  const at = film.indexOf(type, 0, "latin1") + offset;
  return Buffer.concat([film.subarray(0, at), bytes, film.subarray(at + bytes.length)]);
}

type Tables = { stts: Buffer; stsc: Buffer; stsz: Buffer; stco: Buffer };

/**
 * Files that ask for far more work, memory or room than they bring, from a real MP4 and a real
 * WebM.
 */
export function costlyVideos(mp4: Buffer, webm: Buffer) {
  const cut = (type: string) => {
    const at = mp4.indexOf(type, 0, "latin1") - 4;
    return mp4.subarray(at, at + mp4.readUInt32BE(at));
  };
  const ftyp = box("ftyp", "isom", u32(512), "isomavc1");
  /** Where the first sample lies. */
  const first = ftyp.length + 8;
  const film = (tables: Tables, data: Buffer) => {
    const stbl = box("stbl", cut("stsd"), ...Object.entries(tables).map(([type, rows]) => box(type, rows)));
    const hdlr = box("hdlr", u32(0, 0), "vide", u32(0, 0, 0), "x\0");
    const mdia = box("mdia", cut("mdhd"), hdlr, box("minf", cut("vmhd"), cut("dinf"), stbl));
    return concat(ftyp, box("mdat", data), box("moov", cut("mvhd"), box("trak", cut("tkhd"), mdia)));
  };
  const endless = 0xffff_ffff;
  return {
    /** 100,000 times the same sample: 40 GB when it is written out. */
    "samples on top of each other": () =>
      film(
        {
          stts: u32(0, 1, 100_000, 512),
          stsc: u32(0, 1, 1, 1, 1),
          stsz: u32(0, 400_000, 100_000),
          stco: concat(u32(0, 100_000), u32(...Array.from({ length: 100_000 }, () => first))),
        },
        Buffer.alloc(400_000, 1),
      ),
    "four billion samples in one line": () =>
      film(
        {
          stts: u32(0, 1, endless, 512),
          stsc: u32(0, 1, 1, endless, 1),
          stsz: u32(0, 1, endless),
          stco: u32(0, 1, first),
        },
        Buffer.alloc(1_000, 1),
      ),
    "four million empty samples": () =>
      film(
        {
          stts: u32(0, 1, 4_000_000, 512),
          stsc: u32(0, 1, 1, 4_000_000, 1),
          stsz: concat(u32(0, 0, 4_000_000), Buffer.alloc(16_000_000)),
          stco: u32(0, 1, first),
        },
        Buffer.alloc(1_000, 1),
      ),
    "endless junk behind a recording": () => concat(webm, Buffer.alloc(20_000_000, 0xa3)),
  };
}
