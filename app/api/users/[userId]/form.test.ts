import sharp from "sharp";
import { db } from "@/lib/platform/db";
import { parseMediaUrl } from "@/lib/platform/media";
import { meAnswer } from "@/lib/profiles/schema";
import { api } from "@/tests/api";
import { createMember, type Member } from "@/tests/factories";
import { liftLimits } from "@/tests/limits";
import { useTestDatabase } from "@/tests/test-db";

beforeAll(useTestDatabase);
beforeAll(liftLimits);

const photo = () =>
  sharp({ create: { width: 900, height: 700, channels: 3, background: "#15803d" } })
    .jpeg()
    .toBuffer();

async function put(me: Member, fields: Record<string, string | Buffer>, userId = me.id) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === "string") form.append(name, value);
    else form.append(name, new File([new Uint8Array(value)], "photo.jpg"));
  }
  return api.put(`/users/${userId}`, { token: me.token, body: form });
}

describe("a profile sent as a form", () => {
  test("sets the picture, scaled to fit", async () => {
    const me = await createMember();
    const reply = await put(me, { avatar: await photo() });
    const { user } = reply.read(meAnswer);
    expect(user.avatar).toMatch(/\.webp$/);
    expect(reply.headers.get("Set-Cookie")).toContain("next-auth.session-token=");
    const publicId = parseMediaUrl(user.avatar)?.publicId ?? "";
    expect(await db().mediaAsset.findUnique({ where: { publicId } })).toMatchObject({
      ownerId: me.id,
      purpose: "avatar",
      width: 500,
      height: 389,
      attachedAt: expect.any(Date),
    });
  });

  test("can also have text fields", async () => {
    const me = await createMember();
    const { user } = (await put(me, { avatar: await photo(), bio: "Rooftops", name: "Ishita Verma" })).read(
      meAnswer,
    );
    expect(user).toMatchObject({ bio: "Rooftops", name: "Ishita Verma" });
    expect((await put(me, { bio: "Only words" })).read(meAnswer).user).toMatchObject({
      bio: "Only words",
      avatar: user.avatar,
    });
  });

  test("queues the previous picture to be destroyed", async () => {
    const me = await createMember();
    const first = (await put(me, { avatar: await photo() })).read(meAnswer).user.avatar;
    await put(me, { avatar: await photo() });
    const publicId = parseMediaUrl(first)?.publicId ?? "";
    expect(await db().mediaDeletion.count({ where: { publicId } })).toBe(1);
  });

  test("ignores fields and files it does not know", async () => {
    const me = await createMember();
    const { user } = (
      await put(me, { avatar: await photo(), role: "admin", verified: "false", cover: await photo() })
    ).read(meAnswer);
    expect(user).toMatchObject({ avatar: expect.stringMatching(/\.webp$/), role: "student", verified: true });
    expect(await db().user.findUnique({ where: { id: me.id } })).toMatchObject({ role: "student" });
    expect(await db().mediaAsset.count({ where: { ownerId: me.id } })).toBe(1);
  });

  test("is rejected when it is empty, or its picture is invalid or too large", async () => {
    const me = await createMember();
    expect(await put(me, {})).toMatchObject({ status: 400 });
    expect(await put(me, { role: "admin" })).toMatchObject({
      status: 400,
      error: "validation",
    });
    expect(await put(me, { avatar: Buffer.from("no picture") })).toMatchObject({ status: 415 });
    expect(await put(me, { avatar: Buffer.alloc(0) })).toMatchObject({ status: 400 });
    expect(await put(me, { avatar: Buffer.alloc(6 * 1024 ** 2) })).toMatchObject({ status: 413 });
    expect(await db().user.findUnique({ where: { id: me.id } })).toMatchObject({
      avatarId: null,
    });
  });

  test("is rejected for other people before anything is stored", async () => {
    const [me, other] = [await createMember(), await createMember()];
    expect(await put(me, { avatar: await photo() }, other.id)).toMatchObject({
      status: 403,
      error: "forbidden",
    });
    expect(await db().mediaAsset.count({ where: { ownerId: me.id } })).toBe(0);
  });
});
