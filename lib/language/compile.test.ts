import { compileMessageOrThrow } from "@lingui/message-utils/compileMessage";
import { compile } from "@/lib/language/translator";

test.each([
  "Log in",
  "You can't write while it's suspended.",
  "{name} joined your circle",
  "Muted until {time}.",
  "{count, plural, one {# like} other {# likes}}",
  "{name} and {count, plural, =0 {nobody} one {# other} other {# others of {group}}} liked {title}",
  "{gender, select, her {Her post} other {Their post}}",
  "Read the <0>Privacy notice</0>, {name}.",
])("“%s” is compiled as Lingui does it", (sentence) => {
  expect(compile(sentence)).toEqual(compileMessageOrThrow(sentence));
});
