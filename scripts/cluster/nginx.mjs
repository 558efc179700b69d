import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { CliError } from "../cli/cli-error.mjs";
import { isListening } from "../cli/ports.mjs";
import { spawnSupervised } from "../cli/supervised.mjs";

/** nginx as a load balancer in front of the instances. */

const START_MS = 10_000;

/**
 * @param {string} program
 * @param {{ folder: string, port: number, instances: number[] }} options `folder`: its files;
 *   `instances`: their ports
 * @returns {Promise<() => Promise<void>>} stops it
 */
export async function startNginx(program, { folder, port, instances }) {
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, "nginx.conf");
  writeFileSync(file, configuration(folder, port, instances));
  const child = spawnSupervised(program, ["-p", folder, "-e", `${folder}/error.log`, "-c", file], {
    stdio: ["ignore", "ignore", "ignore"],
  });
  /** @type {Promise<unknown>} */
  const exited = new Promise((resolve) => child.once("exit", resolve));
  const deadline = Date.now() + START_MS;
  while (!(await isListening(port))) {
    if (child.exitCode !== null || Date.now() > deadline) {
      throw new CliError(`nginx does not start:\n${readFileSync(`${folder}/error.log`, "utf8")}`);
    }
    await delay(50);
  }
  return async () => {
    child.kill("SIGTERM");
    await exited;
  };
}

/**
 * @param {string} folder
 * @param {number} port
 * @param {number[]} instances
 */
function configuration(folder, port, instances) {
  // An instance that rejects a connection costs nothing to ask again. With nginx's default it would
  // be left out for ten seconds, and its neighbour may be the next to restart.
  const servers = instances.map((instance) => `server 127.0.0.1:${instance} max_fails=0;`);
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  return `daemon off;
${process.getuid?.() === 0 ? "user root;" : ""}
pid ${folder}/nginx.pid;
error_log ${folder}/error.log warn;
events { worker_connections 4096; }
http {
  access_log off;
  ${temporary.join("\n  ")}
  # A video of 100 MB and its form.
  client_max_body_size 110m;
  upstream instances {
    ${servers.join("\n    ")}
    # Shorter than the instances keep a connection, so that nginx is the one to close it.
    keepalive 32;
    keepalive_timeout 30s;
  }
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://instances;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host $http_host;
      proxy_set_header X-Forwarded-For $remote_addr;
      proxy_connect_timeout 2s;
      # Live streams send something every 25 s.
      proxy_read_timeout 60s;
      # The next instance is asked when one does not answer, but never for a write that was sent.
      proxy_next_upstream error timeout;
    }
  }
}
`;
}
