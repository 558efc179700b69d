/**
 * The parts in a row.
 * @param {Uint8Array[]} parts
 */
export function join(parts) {
  const bytes = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/**
 * A decoder's configuration, as the container has it.
 * @param {import("mediabunny").InputVideoTrack} track
 */
export async function descriptionOf(track) {
  const description = (await track.getDecoderConfig())?.description;
  if (description === undefined) return undefined;
  return ArrayBuffer.isView(description)
    ? new Uint8Array(description.buffer, description.byteOffset, description.byteLength)
    : new Uint8Array(description);
}
