/** A mail server: where it listens, and whether it speaks TLS from the first byte. */
export type SmtpServer = {
  host: string;
  port: number;
  secure: boolean;
  auth: { user: string; pass: string } | undefined;
};

/** The ports for submitting mail: with STARTTLS, and with TLS from the start. */
const PORTS = new Map([
  ["smtp:", 587],
  ["smtps:", 465],
]);

/**
 * Reads `smtp://user:password@host:port` or `smtps://…`. User and password may be missing, both,
 * and so may the port. Returns undefined for anything else.
 */
export function parseSmtpUrl(value: string): SmtpServer | undefined {
  try {
    const { protocol, hostname, port, username, password, pathname, search, hash } = new URL(value);
    const usual = PORTS.get(protocol);
    const hasMore = pathname.length > 1 || search || hash;
    if (!usual || !hostname || hasMore || Boolean(username) !== Boolean(password)) return undefined;
    return {
      host: hostname.replace(/^\[(.*)\]$/, "$1").toLowerCase(),
      port: Number(port) || usual,
      secure: protocol === "smtps:",
      auth: username ? { user: decodeURIComponent(username), pass: decodeURIComponent(password) } : undefined,
    };
  } catch {
    // No address, or a percent sign that encodes nothing.
    return undefined;
  }
}
