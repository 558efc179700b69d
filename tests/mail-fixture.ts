let count = 0;

/** A mail with a code to `<to>@mitsgwl.ac.in`, with its own key; `more` changes its fields. */
export const mailTo = (to: string, more: object = {}) => ({
  to: `${to}@mitsgwl.ac.in`,
  subject: "123456 is your code",
  text: "Hello",
  html: "<p>Hello</p>",
  idempotencyKey: `code-${++count}`,
  ...more,
});
