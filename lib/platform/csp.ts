import "server-only";
import { env } from "@/lib/platform/env";
import { cloudinaryOrigins } from "@/lib/platform/media/cloudinary-account";

/** Where browsers report violations, and the header that defines the `report-to` name. */
const REPORTS = "/api/csp-reports";
export const REPORTING_ENDPOINTS = `csp="${REPORTS}"`;

/**
 * Hashes of the style element that sonner (toasts) inserts without a nonce: first empty, then
 * filled. csp.test.ts fails when a new version changes it.
 */
const SONNER_STYLES =
  "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=' 'sha256-StEaX+se6YS7pqjzrzMIA0KaX9zF/8zAhvQXZAe5epY='";

/**
 * The content security policy of a page: scripts and style elements run only with this response's
 * nonce (scripts may load further scripts), no plugins, no framing. Style attributes stay allowed,
 * because React renders some on the server (a picture's aspect ratio, an avatar's colour) and
 * attributes cannot carry a nonce.
 */
export function contentSecurityPolicy(nonce: string): string {
  const { APP_URL, CLOUDINARY_URL, NODE_ENV } = env();
  const cloudinary = CLOUDINARY_URL ? cloudinaryOrigins(CLOUDINARY_URL) : undefined;
  const media = [APP_URL, ...(cloudinary ? [cloudinary.delivery] : [])].join(" ");
  const uploads = cloudinary ? ` ${cloudinary.upload}` : "";
  const google = "https://accounts.google.com";
  // React's development build uses eval to explain errors; production never does.
  const isDev = NODE_ENV === "development";
  const dev = isDev ? " 'unsafe-eval'" : "";
  // The development server replaces styles as they are edited.
  const styles = isDev ? "'unsafe-inline'" : `'nonce-${nonce}' ${SONNER_STYLES}`;
  return [
    "default-src 'self'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'${dev}`,
    `style-src 'self' ${styles} ${google}`,
    "style-src-attr 'unsafe-inline'",
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
    `report-uri ${REPORTS}`,
    "report-to csp",
  ].join("; ");
}
