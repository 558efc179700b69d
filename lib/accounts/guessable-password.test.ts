import { COMMON_PASSWORDS } from "@/lib/accounts/common-passwords";
import { isGuessablePassword } from "@/lib/accounts/guessable-password";

const owner = { email: "0901cs231@mitsgwl.ac.in", name: "Ishita Verma" };

test("the list has 1,000 passwords, each as it is compared", () => {
  expect(COMMON_PASSWORDS.size).toBe(1000);
  expect([...COMMON_PASSWORDS].filter((word) => !/^[a-z0-9]{6,}$/.test(word))).toEqual([]);
});

test.each(["123456", "Pass-Word", "dragon2026", "ishita", "Verma.2027", "0901cs231", "MITSgwl@1234"])(
  "%s is easy to guess",
  (password) => expect(isGuessablePassword(password, owner)).toBe(true),
);

test.each(["four words", "dragon fruit", "verma-by-the-lake", "ishita20271"])("%s is not", (password) =>
  expect(isGuessablePassword(password, owner)).toBe(false),
);

test("a name counts only for its owner", () => {
  expect(isGuessablePassword("ishita", { email: "kabir@mitsgwl.ac.in" })).toBe(false);
});
