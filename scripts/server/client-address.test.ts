import type { IncomingMessage } from "node:http";
import { clientAddress, warnOfIgnoredProxy } from "./client-address.mjs";

const request = (remoteAddress: string, forwarded?: string) =>
  ({
    socket: { remoteAddress },
    headers: forwarded ? { "x-forwarded-for": forwarded } : {},
  }) as unknown as IncomingMessage;

describe("the address a limit counts", () => {
  it("is the peer's, whatever the client claims, while no proxy is trusted", () => {
    expect(clientAddress(request("10.0.0.7", "1.2.3.4"), 0)).toBe("10.0.0.7");
  });
  it("is what the one trusted proxy added, not what the client wrote before it", () => {
    expect(clientAddress(request("127.0.0.1", "6.6.6.6, 1.2.3.4"), 1)).toBe("1.2.3.4");
  });
  it("is one entry further left behind two proxies", () => {
    expect(clientAddress(request("127.0.0.1", "6.6.6.6, 1.2.3.4, 10.0.0.2"), 2)).toBe("1.2.3.4");
  });
  it("falls back to the peer when the header is missing", () => {
    expect(clientAddress(request("127.0.0.1"), 1)).toBe("127.0.0.1");
  });
});

describe("an untrusted proxy", () => {
  it("is reported once, and only when there is one", () => {
    const warn = jest.spyOn(console, "warn").mockImplementation(() => undefined);
    warnOfIgnoredProxy(request("10.0.0.7"), 0);
    warnOfIgnoredProxy(request("10.0.0.7", "1.2.3.4"), 1);
    expect(warn).not.toHaveBeenCalled();
    for (let i = 0; i < 3; i++) warnOfIgnoredProxy(request("10.0.0.7", "1.2.3.4"), 0);
    expect(warn).toHaveBeenCalledTimes(1);
    expect(JSON.parse(warn.mock.calls[0]?.[0])).toMatchObject({
      level: "warn",
      msg: expect.stringContaining("TRUST_PROXY"),
    });
  });
});
