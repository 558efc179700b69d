import { createHash, createHmac } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { SignatureV4 } from "@smithy/signature-v4";

/**
 * S3 as its documentation describes it, as far as the product uses it: one private bucket, in
 * memory. It checks the signature of every request with the signer of AWS's own SDK.
 */

const [BUCKET, KEY_ID, SECRET, REGION] = ["campus-media", "AKIDEXAMPLE", "wJalr/XUtn+FEMI K7", "eu-north-1"];
const SKEW_MS = 15 * 60_000;
const LIST_MAX = 1_000;

/** What may go wrong with a request; `broken` ends in the middle of an object. */
type Fault = "busy" | "cut" | "hanging" | "broken";

export type S3Server = {
  /** What `S3_URL` has to be; `secret` makes it a wrong one, `bucket` names another. */
  url(other?: { secret?: string; bucket?: string }): string;
  objects: Map<string, Buffer>;
  /** Method and key of each request, in order. */
  requests: string[];
  fault: (method: string, key: string) => Fault | undefined;
  close(): Promise<void>;
};

/** What the signer needs of a hash, with Node's own. */
class Sha256 {
  private hash;
  constructor(secret?: string | ArrayBuffer | ArrayBufferView) {
    this.hash = secret === undefined ? createHash("sha256") : createHmac("sha256", secret as Buffer);
  }
  update(data: Uint8Array) {
    this.hash.update(data);
  }
  async digest() {
    return new Uint8Array(this.hash.digest());
  }
  reset() {}
}

const signer = new SignatureV4({
  service: "s3",
  region: REGION ?? "",
  credentials: { accessKeyId: KEY_ID ?? "", secretAccessKey: SECRET ?? "" },
  sha256: Sha256,
  uriEscapePath: false,
  applyChecksum: false,
});

/** The code of the error of a request that is not signed as it should be. */
async function faultOfSignature(
  request: IncomingMessage,
  url: URL,
  body: Buffer,
): Promise<string | undefined> {
  const { authorization = "", "x-amz-date": date, "x-amz-content-sha256": sha256 } = request.headers;
  const [, keyId, names = ""] = /Credential=([^/]+)\/.*SignedHeaders=([^,]+)/.exec(authorization) ?? [];
  if (!keyId) return "AccessDenied";
  if (keyId !== KEY_ID) return "InvalidAccessKeyId";
  const signingDate = new Date(String(date).replace(/(....)(..)(..T..)(..)/, "$1-$2-$3:$4:"));
  if (!(Math.abs(Date.now() - signingDate.getTime()) < SKEW_MS)) return "RequestTimeTooSkewed";
  if (!["host", "x-amz-content-sha256", "x-amz-date"].every((name) => names.split(";").includes(name))) {
    return "AccessDenied";
  }
  if (sha256 !== "UNSIGNED-PAYLOAD" && sha256 !== createHash("sha256").update(body).digest("hex")) {
    return "XAmzContentSHA256Mismatch";
  }
  const headers = Object.fromEntries(names.split(";").map((name) => [name, String(request.headers[name])]));
  const query = Object.fromEntries(url.searchParams);
  const { protocol, hostname, pathname: path } = url;
  const unsigned = { method: request.method ?? "", protocol, hostname, path, query, headers };
  const signed = await signer.sign(unsigned, { signingDate });
  return signed.headers.authorization === authorization ? undefined : "SignatureDoesNotMatch";
}

export async function startS3Server(): Promise<S3Server> {
  const objects: S3Server["objects"] = new Map();

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "", `http://${request.headers.host}`);
    const [bucket = "", ...rest] = url.pathname.slice(1).split("/");
    const key = decodeURIComponent(rest.join("/"));
    const [method, body] = [request.method ?? "", await buffer(request)];
    const send = (status: number, content: Buffer | string = "", headers: Record<string, string> = {}) =>
      response.writeHead(status, headers).end(content);
    // As S3 does, it shows the client what it has sent.
    const reject = (status: number, code: string) =>
      send(status, `<Error><Code>${code}</Code><Id>${request.headers.authorization}</Id></Error>`);
    server.requests.push(`${method} ${key}`);
    const fault = server.fault(method, key);
    if (fault === "busy") return void reject(503, "SlowDown");
    if (fault === "cut") return void response.destroy();
    if (fault === "hanging") return;
    const isForged = await faultOfSignature(request, url, body);
    if (isForged) return void reject(403, isForged);
    if (bucket !== BUCKET) return void reject(404, "NoSuchBucket");
    const stored = objects.get(key);
    if (method === "PUT" && request.headers["content-length"] === undefined) {
      reject(411, "MissingContentLength");
    } else if (method === "PUT") {
      objects.set(key, body);
      send(200);
    } else if (method === "DELETE") {
      objects.delete(key);
      send(204);
    } else if (key === "" && url.searchParams.get("list-type") === "2") {
      const prefix = url.searchParams.get("prefix") ?? "";
      const keys = [...objects.keys()].filter((name) => name.startsWith(prefix)).sort();
      const entries = keys.slice(0, LIST_MAX).map((name) => {
        const size = `<Size>${objects.get(name)?.length}</Size>`;
        return `<Contents>\n  <Key>${name}</Key>${size}</Contents>`;
      });
      const isTruncated = `<IsTruncated>${keys.length > LIST_MAX}</IsTruncated>`;
      send(
        200,
        `<?xml version="1.0"?><ListBucketResult>${isTruncated}${entries.join("")}</ListBucketResult>`,
      );
    } else if (!stored) {
      reject(404, "NoSuchKey");
    } else {
      const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? "") ?? [];
      const [start, end] = [Number(from ?? 0), Math.min(Number(to ?? stored.length - 1), stored.length - 1)];
      const part = stored.subarray(start, end + 1);
      const range = {
        "Content-Range": `bytes ${start}-${end}/${stored.length}`,
        "Content-Length": String(part.length),
      };
      if (from === undefined) send(200, stored);
      else if (start > end) reject(416, "InvalidRange");
      else if (fault === "broken") {
        response.writeHead(206, range).write(part.subarray(0, part.length / 2), () => response.destroy());
      } else send(206, part, range);
    }
  }

  const http = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  const { port } = http.address() as AddressInfo;
  const server: S3Server = {
    url: ({ secret = SECRET ?? "", bucket = BUCKET } = {}) =>
      `http://${KEY_ID}:${encodeURIComponent(secret)}@127.0.0.1:${port}/${bucket}?region=${REGION}`,
    objects,
    requests: [],
    fault: () => undefined,
    close: async () => {
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    },
  };
  return server;
}
