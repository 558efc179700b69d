import type { NextConfig } from "next";

const year = 365 * 24 * 60 * 60;

/**
 * Headers every answer has. The content security policy needs a nonce and is set by middleware.ts.
 */
const securityHeaders = [
  { key: "X-Content-Type-Options", value: "nosniff" },
  { key: "Referrer-Policy", value: "strict-origin-when-cross-origin" },
  { key: "Cross-Origin-Opener-Policy", value: "same-origin-allow-popups" },
  {
    key: "Permissions-Policy",
    value: "camera=(self), microphone=(self), geolocation=(), browsing-topics=()",
  },
  // Not for the host's other names: those are not ours to decide about.
  { key: "Strict-Transport-Security", value: `max-age=${2 * year}` },
];

/** For what is no page. Should a browser ever show it as one, it may load nothing. */
const noPage = [
  { key: "Content-Security-Policy", value: "default-src 'none'; frame-ancestors 'none'; base-uri 'none'" },
];

const config: NextConfig = {
  reactStrictMode: true,
  poweredByHeader: false,
  productionBrowserSourceMaps: false,
  compress: true,
  // Pictures come in their sizes from the media host (lib/text/media-url.ts): Next's optimiser is
  // not used.
  images: { unoptimized: true, remotePatterns: [] },
  serverExternalPackages: ["@node-rs/argon2", "sharp", "pino", "cloudinary", "esbuild"],
  experimental: {
    optimizePackageImports: ["lucide-react", "react-email"],
    // A copy of the body that Next.js makes for the middleware; pages take none.
    proxyClientMaxBodySize: "64kb",
  },
  headers: async () => [
    { source: "/:path*", headers: securityHeaders },
    { source: "/api/:path*", headers: noPage },
    { source: "/_next/:path*", headers: noPage },
  ],
  redirects: async () => [
    { source: "/user/:userId", destination: "/profile/:userId", permanent: true },
    { source: "/notifications", destination: "/notify", permanent: false },
  ],
};

export default config;
