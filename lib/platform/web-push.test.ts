import { arePushKeys, encryptPush, isPushService } from "@/lib/platform/web-push";

const bytes = (text: string) => Buffer.from(text, "base64url");

/** The example of RFC 8291, §5. */
const browser = {
  p256dh: bytes("BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"),
  auth: bytes("BTBZMqHH6r4Tts7J_aSIgg"),
};

describe("a message to a browser", () => {
  test("is encrypted like the example of the RFC", () => {
    const sent = encryptPush(Buffer.from("When I grow up, I want to be a watermelon"), browser, {
      salt: bytes("DGv6ra1nlYgDCS1FRnbzlw"),
      privateKey: bytes("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"),
    });
    expect(sent.toString("base64url")).toBe(
      "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN",
    );
  });

  test("is never encrypted the same way twice", () => {
    const message = Buffer.from("Hello");
    expect(encryptPush(message, browser).equals(encryptPush(message, browser))).toBe(false);
  });
});

describe("a browser's keys", () => {
  test("are a point on the curve and 16 bytes", () => {
    expect(arePushKeys(browser.p256dh, browser.auth)).toBe(true);
    expect(arePushKeys(browser.p256dh, bytes("AAAA"))).toBe(false);
    expect(arePushKeys(browser.p256dh.subarray(1), browser.auth)).toBe(false);
    expect(arePushKeys(Buffer.concat([Buffer.of(4), Buffer.alloc(64, 7)]), browser.auth)).toBe(false);
  });
});

describe("a push endpoint", () => {
  test.each([
    "https://fcm.googleapis.com/fcm/send/abc",
    "https://updates.push.services.mozilla.com/wpush/v2/abc",
    "https://web.push.apple.com/abc",
    "https://wns2-par02p.notify.windows.com/w/?token=abc",
  ])("%s is a push service", (endpoint) => expect(isPushService(endpoint)).toBe(true));

  test.each([
    "http://fcm.googleapis.com/fcm/send/abc",
    "https://fcm.googleapis.com:8443/abc",
    "https://user:password@fcm.googleapis.com/abc",
    "https://fcm.googleapis.com.evil.example/abc",
    "https://evil.example/fcm.googleapis.com",
    "https://169.254.169.254/latest/meta-data",
    "http://127.0.0.1:5432/",
    "file:///etc/passwd",
    "nonsense",
    "",
  ])("%s is not a push service", (endpoint) => expect(isPushService(endpoint)).toBe(false));
});
