import "server-only";
import { env } from "@/lib/platform/env";
import { cloudinaryOrigins } from "@/lib/platform/media/cloudinary-account";

/**
 * The content security policy of a page: scripts only with this answer's nonce (and what those load), no plugins, no
 * framing. Styles may be inline because libraries measure and place things with style attributes.
 */
export function contentSecurityPolicy(nonce: string): string {
  const { APP_URL, CLOUDINARY_URL, NODE_ENV } = env();
  const cloudinary = CLOUDINARY_URL ? cloudinaryOrigins(CLOUDINARY_URL) : undefined;
  const media = [APP_URL, ...(cloudinary ? [cloudinary.delivery] : [])].join(" ");
  const uploads = cloudinary ? ` ${cloudinary.upload}` : "";
  const google = "https://accounts.google.com";
  // React's development build explains errors with eval; production never needs it.
  const dev = NODE_ENV === "development" ? " 'unsafe-eval'" : "";
  return [
    "default-src 'self'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'${dev}`,
    `style-src 'self' 'unsafe-inline' ${google}`,
    `img-src 'self' data: blob: ${media} https://*.googleusercontent.com`,
    `media-src 'self' blob: ${media}`,
    "font-src 'self'",
    `connect-src 'self' ${media}${uploads} ${google}${dev ? " ws:" : ""}`,
    `frame-src ${google}`,
    "worker-src 'self'",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}
