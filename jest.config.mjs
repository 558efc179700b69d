import { availableParallelism } from "node:os";
import nextJest from "next/jest.js";

// Plain JavaScript: Jest reads a .ts configuration on Node 20 only through a further package.
/** @type {import("jest").Config} */
const config = {
  testEnvironment: "node",
  roots: [
    "<rootDir>/app",
    "<rootDir>/components",
    "<rootDir>/lib",
    "<rootDir>/tests",
    "<rootDir>/prisma",
    "<rootDir>/scripts",
  ],
  testMatch: ["**/*.test.ts", "**/*.test.tsx"],
  setupFiles: ["<rootDir>/tests/setup-env.ts"],
  setupFilesAfterEnv: ["<rootDir>/tests/setup.ts"],
  moduleNameMapper: {
    "^server-only$": "<rootDir>/tests/empty.ts",
    "^next/headers$": "<rootDir>/tests/next-headers.ts",
    "^@/(.*)$": "<rootDir>/$1",
  },
  testTimeout: 30_000,
  // Much of a route test is waiting for PostgreSQL, so no core is kept free; each worker has a
  // database of its own.
  maxWorkers: Math.min(availableParallelism(), 8),
};

/** Packages that come as ES modules only and that Jest has to translate. */
const ESM = ["jose", "uuid", "next-auth", "client-zip", "p-limit", "yocto-queue"];

export default async () => {
  const made = await nextJest({ dir: "./" })(config)();
  return { ...made, transformIgnorePatterns: [`/node_modules/(?!(${ESM.join("|")})/)`] };
};
