import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { resetEnvForTests } from "@/lib/platform/env";
import { sendMail } from "@/lib/platform/mail";

/** A fake of the mail service, as far as we use it. */

type Sent = {
  path: string | undefined;
  key: unknown;
  authorization: string | undefined;
  body: Record<string, unknown>;
};

let server: Server;
let status = 200;
const sent: Sent[] = [];

async function read(request: IncomingMessage): Promise<Record<string, unknown>> {
  let text = "";
  for await (const chunk of request) text += chunk;
  return JSON.parse(text);
}

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const { "idempotency-key": key, authorization } = request.headers;
    sent.push({ path: request.url, key, authorization, body: await read(request) });
    response.writeHead(status, { "Content-Type": "application/json", Connection: "close" });
    response.end(
      JSON.stringify(
        status === 200 ? { id: "1" } : { name: "application_error", message: "no", statusCode: status },
      ),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  Object.assign(process.env, {
    RESEND_API_KEY: "re_secret",
    RESEND_BASE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    MAIL_FROM: "Campus Circle <hello@campus.example>",
  });
  resetEnvForTests();
});

afterAll(async () => {
  await new Promise((resolve) => server.close(resolve));
  for (const name of ["RESEND_API_KEY", "RESEND_BASE_URL", "MAIL_FROM"]) delete process.env[name];
  resetEnvForTests();
});

const mail = {
  to: "ishita@mitsgwl.ac.in",
  subject: "123456 is your code",
  text: "Hello",
  html: "<p>Hello</p>",
  idempotencyKey: "code-1",
};

test("a mail is sent once, under its idempotency key", async () => {
  await sendMail(mail);
  expect(sent).toMatchObject([
    {
      path: "/emails",
      key: "code-1",
      authorization: "Bearer re_secret",
      body: {
        from: "Campus Circle <hello@campus.example>",
        to: mail.to,
        subject: mail.subject,
        text: "Hello",
      },
    },
  ]);
});

test("a failing service is reported as 502, and the next mail is sent", async () => {
  status = 500;
  await expect(sendMail(mail)).rejects.toMatchObject({ code: "provider_failed", status: 502 });
  status = 200;
  await expect(sendMail(mail)).resolves.toBeUndefined();
});
