import { createHash } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

/**
 * Cloudinary as its documentation describes it, as far as the product uses it: signed uploads,
 * whole and in pieces, from any origin; details, change of type and deletion; delivery. It stores
 * what it receives in memory, transforms nothing, and delivers no original.
 */

const [CLOUD, KEY, SECRET] = ["demo", "key", "secret"] as const;
const PIECE_BYTES_MIN = 5_000_000;
const SIGNATURE_SECONDS = 3_600;

/** An address of a file with a transformation, which is never empty. */
const DELIVERY =
  /^https:\/\/res\.cloudinary\.com\/demo\/(image|video)\/upload\/[a-z0-9]+_[a-z0-9_,]+\/(.+)\.\w+$/;

type Type = "image" | "video";
type Stored = { bytes: Buffer; fields: Record<string, string>; format: string };
type Answer = { status: number; body: unknown };

export type FakeCloudinary = {
  /** What `CLOUDINARY_URL` has to be. */
  configuration: string;
  /** By type and public id: `video/campus-circle/…`. */
  files: Map<string, Stored>;
  /** The files of the type `authenticated`, by type and public id. */
  withheld: Map<string, Stored>;
  /** Method, path and range of each upload request, in order. */
  uploads: string[];
  /** Called before each upload request is answered. Returning true breaks its connection. */
  breakUpload: (range: string) => boolean;
  /** What a browser gets at a delivery address; undefined at any other, such as an original's. */
  deliver: (url: string) => Buffer | undefined;
  close: () => Promise<void>;
};

const failed = (status: number, message: string): Answer => ({ status, body: { error: { message } } });

export function signatureOf(fields: Record<string, string>): string {
  const signed = Object.entries(fields).filter(([name]) => !["api_key", "file", "signature"].includes(name));
  const text = signed.map(([name, value]) => `${name}=${value}`).sort();
  return createHash("sha1")
    .update(text.join("&") + SECRET)
    .digest("hex");
}

export async function startFakeCloudinary(): Promise<FakeCloudinary> {
  const files: FakeCloudinary["files"] = new Map();
  const withheld: FakeCloudinary["withheld"] = new Map();
  const tries = new Map<string, Buffer[]>();

  const checkSignature = (fields: Record<string, string>): Answer | undefined => {
    if (fields.api_key !== KEY) return failed(401, "Unknown API key");
    if (fields.signature !== signatureOf(fields)) return failed(401, "Invalid Signature");
    if (Date.now() / 1000 - Number(fields.timestamp) > SIGNATURE_SECONDS) return failed(400, "Stale request");
    return undefined;
  };

  /** Adds a piece to its try. Returns the whole file with the last one. */
  const addPiece = (headers: IncomingMessage["headers"], piece: Buffer): Buffer | Answer => {
    const range = headers["content-range"];
    if (range === undefined) return piece;
    const [, ...numbers] = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(range) ?? [];
    const [start = -1, end = -1, total = -1] = numbers.map(Number);
    const uploadId = String(headers["x-unique-upload-id"] ?? "");
    const isLast = end + 1 === total;
    if (uploadId === "" || end - start + 1 !== piece.length) return failed(400, "Invalid Content-Range");
    if (!isLast && piece.length < PIECE_BYTES_MIN)
      return failed(400, "All parts except EOF-chunk must be larger than 5mb");
    const pieces = tries.get(uploadId) ?? [];
    const arrived = pieces.reduce((sum, { length }) => sum + length, 0);
    const isRepeat = pieces.length > 0 && start === arrived - (pieces.at(-1)?.length ?? 0);
    if (start !== arrived && !isRepeat) return failed(400, "Chunks are out of order");
    const all = [...(isRepeat ? pieces.slice(0, -1) : pieces), piece];
    tries.set(uploadId, all);
    return isLast ? Buffer.concat(all) : { status: 200, body: { done: false, bytes: end + 1 } };
  };

  const upload = (type: Type, fields: Record<string, string>, file: Buffer): Answer => {
    const publicId = `${fields.folder}/${fields.public_id}`;
    const format = fields.format ?? "jpg";
    const name = `${type}/${publicId}`;
    if (!files.has(name)) files.set(name, { bytes: file, fields, format });
    const secure_url = `https://res.cloudinary.com/${CLOUD}/${type}/upload/v17/${publicId}.${format}`;
    return {
      status: 200,
      body: {
        ...detailsOf(type, files.get(name) as Stored),
        secure_url,
        public_id: publicId,
        resource_type: type,
      },
    };
  };

  const detailsOf = (type: Type, { bytes, format }: Stored) => {
    return { format, width: 720, height: 900, bytes: bytes.length, ...(type === "video" && { duration: 6 }) };
  };

  async function answer(request: IncomingMessage, body: Buffer): Promise<Answer> {
    const { method, headers } = request;
    const path = decodeURIComponent((request.url ?? "").replace(/\?.*/, ""));
    const [, resource, id] = /^\/v1_1\/demo\/resources\/(image|video)\/upload\/(.+)$/.exec(path) ?? [];
    if (id) {
      const basic = `Basic ${Buffer.from(`${KEY}:${SECRET}`).toString("base64")}`;
      if (headers.authorization !== basic) return failed(401, "Unauthorized");
      if (!files.has(`${resource}/${id}`)) return failed(404, "Resource not found");
      return { status: 200, body: detailsOf(resource as Type, files.get(`${resource}/${id}`) as Stored) };
    }
    const [, kind, action] = /^\/v1_1\/demo\/(image|video)\/(upload|rename|destroy)$/.exec(path) ?? [];
    if (method !== "POST" || !action) return failed(404, "There is no such address");
    const { fields, file } = await readForm(body, headers["content-type"]);
    const invalid = checkSignature(fields);
    if (invalid) return invalid;
    const of = (type = "upload") => (type === "upload" ? files : withheld);
    if (action === "destroy") {
      const isFound = of(fields.type).delete(`${kind}/${fields.public_id}`);
      return { status: 200, body: { result: isFound ? "ok" : "not found" } };
    }
    if (action === "rename") {
      const file = of(fields.type).get(`${kind}/${fields.from_public_id}`);
      if (!file) return failed(404, "Resource not found");
      of(fields.type).delete(`${kind}/${fields.from_public_id}`);
      of(fields.to_type).set(`${kind}/${fields.to_public_id}`, file);
      return { status: 200, body: detailsOf(kind as Type, file) };
    }
    const whole = addPiece(headers, file);
    return Buffer.isBuffer(whole) ? upload(kind as Type, fields, whole) : whole;
  }

  const server = createServer(async (request, response) => {
    const headers = { "Access-Control-Allow-Origin": "*" };
    if (request.method === "OPTIONS") {
      const allowed = "Content-Type, Content-Range, X-Requested-With, X-Unique-Upload-Id";
      response.writeHead(204, { ...headers, "Access-Control-Allow-Headers": allowed }).end();
      return;
    }
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const range = request.headers["content-range"] ?? "";
    const isUpload = request.url?.endsWith("/upload") ?? false;
    if (isUpload) fake.uploads.push(`${request.method} ${request.url} ${range}`.trim());
    if (isUpload && fake.breakUpload(range)) {
      request.socket.destroy();
      return;
    }
    const { status, body } = await answer(request, Buffer.concat(chunks));
    response.writeHead(status, { ...headers, "Content-Type": "application/json" }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const fake: FakeCloudinary = {
    configuration: `cloudinary://${KEY}:${SECRET}@${CLOUD}?upload_prefix=${origin}`,
    files,
    withheld,
    uploads: [],
    breakUpload: () => false,
    deliver: (url) => {
      const [, type, name] = DELIVERY.exec(url) ?? [];
      return files.get(`${type}/${name}`)?.bytes;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return fake;
}

async function readForm(body: Buffer, type = "") {
  const form = await new Response(new Uint8Array(body), { headers: { "Content-Type": type } }).formData();
  const fields: Record<string, string> = {};
  let file = Buffer.alloc(0);
  for (const [name, value] of form) {
    if (typeof value === "string") fields[name] = value;
    else file = Buffer.from(await value.arrayBuffer());
  }
  return { fields, file };
}
