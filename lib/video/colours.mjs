/**
 * Whether a video's pictures have 8 bits a colour and are stored as 4:2:0. Some programs and
 * cameras make others, which Safari, Firefox and most phones do not play, whatever the codec.
 */

/**
 * @param {string | null} codec as mediabunny names it
 * @param {string | null} parameters the codec string, such as `av01.0.04M.08`
 * @param {Uint8Array | undefined} description the decoder's configuration, as in the container
 * @param {Uint8Array | undefined} firstPacket
 * @returns {boolean} true also for codecs that have nothing else, or are not known
 */
export function hasUsualColours(codec, parameters, description, firstPacket) {
  if (codec === "avc") return isUsualAvc(parameters, description);
  if (codec === "vp9") return firstPacket === undefined || profileOfVp9(firstPacket) === 0;
  // The profile 0 is 4:2:0, and the last number is the depth.
  if (codec === "av1") return /^av01\.0\.\d+[MH]\.08/.test(parameters ?? "");
  return true;
}

/** The profile's lower bit comes first. */
/** @param {Uint8Array} packet */
const profileOfVp9 = ([first = 0]) => ((first >> 5) & 1) | ((first >> 3) & 2);

/** Baseline, Main and High. */
const USUAL_PROFILES = [66, 77, 100];

/**
 * @param {string | null} parameters
 * @param {Uint8Array | undefined} description
 */
function isUsualAvc(parameters, description) {
  // The configuration's own copy of the profile may be wrong, so what the decoder goes by is read.
  const sps = description?.subarray(9);
  const profile = sps?.[0] ?? Number.parseInt((parameters ?? "").slice("avc1.".length, 7), 16);
  if (!USUAL_PROFILES.includes(profile)) return false;
  if (profile !== 100 || !sps) return true;
  // Profile, constraints and level are a byte each.
  const read = expGolombReader(sps.subarray(3));
  read();
  const chroma = read();
  const [lumaDepth, chromaDepth] = [read(), read()];
  // 0 is black and white. Depths are counted from 8.
  return chroma <= 1 && lumaDepth === 0 && chromaDepth === 0;
}

/**
 * Reads whole numbers, each with as many zeros in front as it has bits after its first.
 * @param {Uint8Array} bytes
 * @returns {() => number}
 */
function expGolombReader(bytes) {
  let at = 0;
  const bit = () => ((bytes[at >> 3] ?? 0xff) >> (7 - (at++ & 7))) & 1;
  return () => {
    let zeros = 0;
    while (bit() === 0) zeros++;
    let number = 1;
    for (let index = 0; index < zeros; index++) number = number * 2 + bit();
    return number - 1;
  };
}
