import * as argon2 from "../node_modules/@node-rs/argon2";

/**
 * argon2 with its least cost, in place of the package: a hash takes a core 40 ms in production, and
 * tests make thousands. A stored hash says its own cost, so verifying needs no change.
 */

export const hash: typeof argon2.hash = (password, options) =>
  argon2.hash(password, { ...options, memoryCost: 8, timeCost: 1 });

export const verify = argon2.verify;
