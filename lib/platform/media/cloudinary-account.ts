/**
 * `CLOUDINARY_URL` is `cloudinary://<key>:<secret>@<cloud>` with Cloudinary's own options as its
 * query: `upload_prefix` (the API's address), `secure_distribution` and `private_cdn` (where media
 * are delivered from). This file imports nothing, so that the middleware can use it.
 */
export type CloudinaryAccount = {
  /** Options for every call of Cloudinary's package. */
  options: {
    cloud_name: string;
    api_key: string;
    api_secret: string;
    upload_prefix: string;
    secure_distribution: string;
    private_cdn: boolean;
  };
  /** Every base URL our media may have; new URLs use the first. */
  bases: [delivery: string, ...others: string[]];
};

/** Throws a `TypeError` when an address in it is malformed. */
export function parseCloudinaryUrl(configuration: string): CloudinaryAccount {
  const url = new URL(configuration);
  const cloud = url.hostname;
  const option = (name: string) => url.searchParams.get(name) ?? "";
  const prefix = (option("upload_prefix") || "https://api.cloudinary.com").replace(/\/+$/, "");
  const customHost = url.pathname.replace(/^\//, "");
  const isPrivate = option("private_cdn") === "true" || customHost !== "";
  const host =
    option("secure_distribution") ||
    customHost ||
    (isPrivate ? `${cloud}-res.cloudinary.com` : "res.cloudinary.com");
  const delivery = isPrivate ? `https://${host}` : `https://${host}/${cloud}`;
  return {
    options: {
      cloud_name: cloud,
      api_key: decodeURIComponent(url.username),
      api_secret: decodeURIComponent(url.password),
      upload_prefix: prefix,
      secure_distribution: host,
      private_cdn: isPrivate,
    },
    // With a custom upload address (a proxy, a test server), media URLs may use that host too.
    bases: [delivery, ...(option("upload_prefix") ? [`${new URL(prefix).origin}/${cloud}`] : [])],
  };
}

/** The origins for the content security policy: where pages upload to, and load media from. */
export function cloudinaryOrigins(configuration: string): { upload: string; delivery: string } {
  const { options, bases } = parseCloudinaryUrl(configuration);
  return { upload: new URL(options.upload_prefix).origin, delivery: new URL(bases[0]).origin };
}
