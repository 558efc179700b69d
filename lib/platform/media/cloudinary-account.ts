/**
 * `CLOUDINARY_URL` is `cloudinary://<key>:<secret>@<cloud>` with Cloudinary's own options as query: `upload_prefix` (where
 * its API is), `secure_distribution` and `private_cdn` (where its media are). Without imports, so that the middleware can
 * read it too.
 */
export type CloudinaryAccount = {
  key: string;
  secret: string;
  /** Base address of the API. */
  api: string;
  /** Base address of media. */
  delivery: string;
  /** Every base address that media of ours may have. */
  bases: string[];
};

/** Takes a `CLOUDINARY_URL` apart. Throws a `TypeError` when an address in it is none. */
export function readAccount(configuration: string): CloudinaryAccount {
  const url = new URL(configuration);
  const cloud = url.hostname;
  const option = (name: string) => url.searchParams.get(name) ?? "";
  const prefix = (option("upload_prefix") || "https://api.cloudinary.com").replace(/\/+$/, "");
  const own = url.pathname.replace(/^\//, "");
  const host = option("secure_distribution") || own || "res.cloudinary.com";
  const isPrivate = option("private_cdn") === "true" || own !== "";
  const delivery = isPrivate ? `https://${host}` : `https://${host}/${cloud}`;
  // An account behind another upload address (a proxy, a test's stand-in) may name its media there too.
  const bases = [delivery, ...(option("upload_prefix") ? [`${new URL(prefix).origin}/${cloud}`] : [])];
  const [key, secret] = [decodeURIComponent(url.username), decodeURIComponent(url.password)];
  return { key, secret, api: `${prefix}/v1_1/${cloud}`, delivery, bases };
}

/** The origins a page sends uploads to and loads media from, for its content security policy. */
export function cloudinaryOrigins(configuration: string): { upload: string; delivery: string } {
  const { api, delivery } = readAccount(configuration);
  return { upload: new URL(api).origin, delivery: new URL(delivery).origin };
}
