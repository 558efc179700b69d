import type { NextConfig } from "next";

const year = 365 * 24 * 60 * 60;

/**
 * Headers of every response. middleware.ts sets the content security policy, which needs a nonce.
 */
const securityHeaders = [
  { key: "X-Content-Type-Options", value: "nosniff" },
  { key: "Referrer-Policy", value: "strict-origin-when-cross-origin" },
  { key: "Cross-Origin-Opener-Policy", value: "same-origin-allow-popups" },
  {
    key: "Permissions-Policy",
    value: "camera=(self), microphone=(self), geolocation=(), browsing-topics=()",
  },
  // Without includeSubDomains, because the other host names may belong to others.
  { key: "Strict-Transport-Security", value: `max-age=${2 * year}` },
];

/** For responses that are not pages: if a browser shows one as a page, it may load nothing. */
const nonPageHeaders = [
  { key: "Content-Security-Policy", value: "default-src 'none'; frame-ancestors 'none'; base-uri 'none'" },
];

const config: NextConfig = {
  reactStrictMode: true,
  poweredByHeader: false,
  productionBrowserSourceMaps: false,
  compress: true,
  // The media host resizes pictures (lib/text/media-url.ts), not the image optimizer of Next.js.
  // The title is in the head of every page, also of one that loads behind a skeleton: by
  // default Next.js sends it later, in the body, to all but simple crawlers.
  htmlLimitedBots: /.*/,
  images: { unoptimized: true, remotePatterns: [] },
  // What is read from the disk: the campus, the texts of the legal pages, the worker of pictures, and
  // the font of the share card.
  outputFileTracingIncludes: {
    "/**": ["./campus/*.json"],
    "/{accessibility,guidelines,privacy,terms}{,/hindi}": ["./lib/legal/*.md"],
    "/api/{upload/avatar,users/*}": [
      "./lib/platform/media/{worker-process,picture-encode}.mjs",
      "./lib/text/picture-size.mjs",
    ],
    "/opengraph-image": [
      "./node_modules/@fontsource/bricolage-grotesque/files/bricolage-grotesque-latin-700-normal.woff",
    ],
  },
  serverExternalPackages: ["@node-rs/argon2", "sharp", "pino", "cloudinary", "esbuild"],
  // `npm test` has checked them a moment ago (scripts/check.mjs), and `npm run up` is to be quick.
  typescript: { ignoreBuildErrors: process.env.SKIP_TYPE_CHECK === "1" },
  experimental: {
    optimizePackageImports: ["lucide-react"],
    // Next.js copies request bodies for the middleware; pages take none.
    proxyClientMaxBodySize: "64kb",
  },
  headers: async () => [
    { source: "/:path*", headers: securityHeaders },
    { source: "/api/:path*", headers: nonPageHeaders },
    { source: "/_next/:path*", headers: nonPageHeaders },
    {
      source: "/:file(.well-known/security.txt|security.txt|robots.txt|sitemap.xml)",
      headers: nonPageHeaders,
    },
  ],
  redirects: async () => [
    { source: "/user/:userId", destination: "/profile/:userId", permanent: true },
    { source: "/notifications", destination: "/notify", permanent: false },
    { source: "/college", destination: "/college/people", permanent: false },
    // Where password managers lead people who want another password.
    { source: "/.well-known/change-password", destination: "/settings", permanent: false },
  ],
  rewrites: async () => [{ source: "/.well-known/security.txt", destination: "/security.txt" }],
};

export default config;
