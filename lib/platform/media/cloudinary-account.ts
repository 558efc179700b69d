/**
 * `CLOUDINARY_URL` is `cloudinary://<key>:<secret>@<cloud>` with Cloudinary's own options as query:
 * `upload_prefix` (where its API is), `secure_distribution` and `private_cdn` (where its media
 * are). Without imports, so that the middleware can read it too.
 */
export type CloudinaryAccount = {
  /** What each call of Cloudinary's package is told. */
  options: {
    cloud_name: string;
    api_key: string;
    api_secret: string;
    upload_prefix: string;
    secure_distribution: string;
    private_cdn: boolean;
  };
  /** Every base address that media of ours may have; they are delivered below the first. */
  bases: [delivery: string, ...others: string[]];
};

/** Takes a `CLOUDINARY_URL` apart. Throws a `TypeError` when an address in it is none. */
export function parseCloudinaryUrl(configuration: string): CloudinaryAccount {
  const url = new URL(configuration);
  const cloud = url.hostname;
  const option = (name: string) => url.searchParams.get(name) ?? "";
  const prefix = (option("upload_prefix") || "https://api.cloudinary.com").replace(/\/+$/, "");
  const own = url.pathname.replace(/^\//, "");
  const isPrivate = option("private_cdn") === "true" || own !== "";
  const host =
    option("secure_distribution") ||
    own ||
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
    // An account behind another upload address (a proxy, a test's stand-in) may name its media
    // there too.
    bases: [delivery, ...(option("upload_prefix") ? [`${new URL(prefix).origin}/${cloud}`] : [])],
  };
}

/** The origins a page sends uploads to and loads media from, for its content security policy. */
export function cloudinaryOrigins(configuration: string): { upload: string; delivery: string } {
  const { options, bases } = parseCloudinaryUrl(configuration);
  return { upload: new URL(options.upload_prefix).origin, delivery: new URL(bases[0]).origin };
}
