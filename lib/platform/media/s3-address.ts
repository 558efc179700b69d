/**
 * `S3_URL` is `https://<key id>:<secret>@<host>/<bucket>`, with the region as its query where the
 * host does not name it. This file imports nothing, so that the environment can use it.
 */
export type S3Address = {
  /** The address of the bucket, without a slash at its end. */
  bucketUrl: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** Undefined where it follows from the host. */
  region: string | undefined;
};

/** Null when `S3_URL` is malformed: nothing says why, because an error would quote the secret. */
export function parseS3Url(configuration: string): S3Address | null {
  if (!URL.canParse(configuration)) return null;
  const { protocol, host, pathname, username, password, searchParams, hash } = new URL(configuration);
  const isComplete = /^https?:$/.test(protocol) && username && password && !hash;
  if (!isComplete || !/^\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]\/?$/.test(pathname)) return null;
  const { region, ...others } = Object.fromEntries(searchParams);
  if (Object.keys(others).length > 0) return null;
  const [accessKeyId, secretAccessKey] = [decoded(username), decoded(password)];
  if (!accessKeyId || !secretAccessKey) return null;
  const bucketUrl = `${protocol}//${host}${pathname.replace(/\/$/, "")}`;
  return { bucketUrl, accessKeyId, secretAccessKey, region: region || undefined };
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    // A lone percent sign.
    return undefined;
  }
}
