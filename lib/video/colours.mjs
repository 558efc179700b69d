import { descriptionOf } from "./bytes.mjs";

/** Baseline, Main and High of H.264, which allow nothing but 8 bits and 4:2:0. */
const USUAL_PROFILES = [66, 77, 100];

/**
 * Whether a video's pictures have 8 bits a colour and are stored as 4:2:0. Some programs and
 * cameras make others, which Safari, Firefox and most phones do not play, whatever the codec. True
 * also for codecs that have nothing else, or are not known.
 * @param {import("mediabunny").InputVideoTrack} track
 * @param {import("mediabunny").EncodedPacket | null} firstPacket
 */
export async function hasUsualColours(track, firstPacket) {
  const codec = await track.getCodec();
  const parameters = (await track.getCodecParameterString()) ?? "";
  if (codec === "avc") {
    // The configuration's own copy of the profile may be wrong, so what the decoder goes by is read.
    const profile = (await descriptionOf(track))?.[9] ?? Number.parseInt(parameters.slice(5, 7), 16);
    return USUAL_PROFILES.includes(profile);
  }
  // The profile 0 is 4:2:0 with 8 bits. Its lower bit comes first.
  if (codec === "vp9") return (((firstPacket?.data[0] ?? 0) >> 4) & 3) === 0;
  // The profile 0 is 4:2:0, and the last number is the depth.
  if (codec === "av1") return /^av01\.0\.\d+[MH]\.08/.test(parameters);
  return true;
}
