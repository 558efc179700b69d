import "server-only";
import type { Registry } from "prom-client";
import { countOutcomes } from "@/lib/metrics/server/outcomes";
import { countWaiting } from "@/lib/moderation/server/alert";
import { findStranded } from "@/lib/moderation/server/stranded";
import { openStreamCount } from "@/lib/notifications/server/stream";
import { poolSizes } from "@/lib/platform/db-connections";
import { queueLengths } from "@/lib/platform/locks";
import { log } from "@/lib/platform/log";
import { mailState } from "@/lib/platform/mail-queue";
import { onSignal } from "@/lib/platform/signals";

/**
 * Metrics of this process for Prometheus (docs/observability.md). Without METRICS_TOKEN nothing is
 * counted, and the library is not even loaded.
 */

const globalForMetrics = globalThis as typeof globalThis & { campusCircleMetrics?: Promise<Registry> };

/** Starts counting, once a process. */
export function startMetrics(): Promise<Registry> {
  globalForMetrics.campusCircleMetrics ??= createRegistry();
  return globalForMetrics.campusCircleMetrics;
}

/** In seconds. */
const DURATIONS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

async function createRegistry(): Promise<Registry> {
  const prom = await import("prom-client");
  const { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } = prom;
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });

  const requests = new Histogram({
    name: "campus_circle_request_duration_seconds",
    help: "Calls of the API until their answer begins",
    labelNames: ["route", "method", "status"],
    buckets: DURATIONS,
    registers,
  });
  onSignal("request", ({ seconds, ...labels }) => requests.observe(labels, seconds));

  const rejections = new Counter({
    name: "campus_circle_rate_limit_rejections_total",
    help: "Rejections by a rate limit",
    labelNames: ["limit"],
    registers,
  });
  onSignal("rejection", (labels) => rejections.inc(labels));

  const slowQueries = new Counter({
    name: "campus_circle_slow_queries_total",
    help: "Queries that took longer than SLOW_QUERY_MS",
    registers,
  });
  onSignal("slowQuery", () => slowQueries.inc());

  const failures = new Counter({
    name: "campus_circle_failures_total",
    help: "Pages that failed on the server, and screens that failed in a browser",
    labelNames: ["where"],
    registers,
  });
  onSignal("failure", (labels) => failures.inc(labels));
  for (const where of ["page", "browser"]) failures.inc({ where }, 0);

  const pages = new Histogram({
    name: "campus_circle_page_duration_seconds",
    help: "Pages until their last byte has left, as HTML or as data of the router in the browser",
    labelNames: ["route", "kind", "status"],
    buckets: DURATIONS,
    registers,
  });
  onSignal("page", ({ seconds, ...labels }) => pages.observe(labels, seconds));
  countOutcomes(prom, registers);

  new Gauge({
    name: "campus_circle_database_connections",
    help: "Connections to the database: open, idle, and requests that wait for one",
    labelNames: ["pool", "state"],
    registers,
    collect() {
      for (const { pool, ...sizes } of poolSizes()) {
        for (const [state, size] of Object.entries(sizes)) this.set({ pool, state }, size);
      }
    },
  });

  new Gauge({
    name: "campus_circle_open_streams",
    help: "Live streams of notifications",
    registers,
    collect() {
      this.set(openStreamCount());
    },
  });

  new Gauge({
    name: "campus_circle_queued",
    help: "Rows that wait in the database: mails and pushes to send, media to destroy. The same in all instances",
    labelNames: ["queue"],
    registers,
    async collect() {
      this.reset();
      try {
        for (const [queue, length] of Object.entries(await queueLengths())) this.set({ queue }, length);
      } catch (error) {
        // The other metrics matter most while the database is away.
        log().warn({ err: error }, "could not count what is queued");
      }
    },
  });

  new Gauge({
    name: "campus_circle_moderation_waiting",
    help: "What waits for the staff; also the cases that wait for too long, and what no one may decide. The same in all instances",
    labelNames: ["queue"],
    registers,
    async collect() {
      this.reset();
      try {
        const [waiting, stranded] = await Promise.all([countWaiting(), findStranded()]);
        const counts = { ...waiting, stranded: stranded.length };
        for (const [queue, count] of Object.entries(counts)) this.set({ queue }, count);
      } catch (error) {
        log().warn({ err: error }, "could not count what waits for the staff");
      }
    },
  });
  const mailGauge = (name: string, help: string, field: "sentToday" | "failing") =>
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        try {
          this.set((await mailState())[field]);
        } catch (error) {
          log().warn({ err: error }, "could not read the state of mailing");
        }
      },
    });
  mailGauge("campus_circle_mails_sent_today", "Mails of this day (UTC), of all instances", "sentToday");
  mailGauge("campus_circle_mail_failing_seconds", "Since when no mail could be sent, or 0", "failing");
  return registry;
}

/** What Prometheus reads, and its content type. */
export async function readMetrics(): Promise<{ text: string; type: string }> {
  const registry = await startMetrics();
  return { text: await registry.metrics(), type: registry.contentType };
}
