import { availableParallelism } from "node:os";
import nextJest from "next/jest.js";

// Plain JavaScript, because on Node 20 Jest needs another package to read a .ts configuration.
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
  // They need a build: a step of its own (`npm test -- --only instances`).
  testPathIgnorePatterns: ["/node_modules/", "<rootDir>/tests/(instances|production-tree).test.ts"],
  setupFiles: ["<rootDir>/tests/setup-env.ts"],
  setupFilesAfterEnv: ["<rootDir>/tests/setup.ts"],
  moduleNameMapper: {
    "^server-only$": "<rootDir>/tests/empty.ts",
    "^next/headers$": "<rootDir>/tests/next-headers.ts",
    "^next/navigation$": "<rootDir>/tests/next-navigation.ts",
    "^@node-rs/argon2$": "<rootDir>/tests/argon2.ts",
    "^on-exit-leak-free$": "<rootDir>/tests/no-exit-hooks.ts",
    // Also in jsdom, where it would be the browser's, whose document no server has written.
    "^#campus$": "<rootDir>/lib/campus/server/campus.ts",
    "^@/(.*)$": "<rootDir>/$1",
  },
  testTimeout: 30_000,
  // Route tests mostly wait for PostgreSQL, so no core needs to stay free. Each worker has its own
  // database.
  maxWorkers: Math.min(availableParallelism() + 1, 8),
};

/** Packages that ship only ES modules, which Jest must transform. */
const ESM = [
  "jose",
  "openid-client",
  "oauth4webapi",
  "uuid",
  "next-auth",
  "client-zip",
  "marked",
  "p-limit",
  "yocto-queue",
  "any-ascii",
  "@preact/signals-core",
  "age-encryption",
  "@noble/[^/]+",
  "@scure/base",
];

export default async () => {
  const nextConfig = await nextJest({ dir: "./" })(config)();
  return { ...nextConfig, transformIgnorePatterns: [`/node_modules/(?!(${ESM.join("|")})/)`] };
};
