import "server-only";
import type { Registry } from "prom-client";
import { onSignal } from "@/lib/platform/signals";

type Prometheus = Pick<typeof import("prom-client"), "Counter" | "Gauge">;

/** Mails, pushes and sweeps by what became of them. */
export function countOutcomes({ Counter, Gauge }: Prometheus, registers: Registry[]): void {
  const mails = new Counter({
    name: "campus_circle_mails_total",
    help: "Mails by what became of them at the service that sends them",
    labelNames: ["host", "outcome"],
    registers,
  });
  onSignal("mail", ({ count, ...labels }) => mails.inc(labels, count));

  const pushes = new Counter({
    name: "campus_circle_pushes_total",
    help: "Pushes by what the push service did with them",
    labelNames: ["service", "outcome"],
    registers,
  });
  onSignal("push", (labels) => pushes.inc(labels));

  const sweeps = new Counter({
    name: "campus_circle_sweeps_total",
    help: "Sweeps of upkeep",
    labelNames: ["part", "outcome"],
    registers,
  });
  const lastSweeps = new Gauge({
    name: "campus_circle_sweep_last_success_timestamp_seconds",
    help: "When each sweep of upkeep last succeeded; before the first time, when this process began",
    labelNames: ["part"],
    registers,
  });
  const tried = new Set<string>();
  onSignal("sweep", ({ part, outcome }) => {
    sweeps.inc({ part, outcome });
    if (outcome === "done") lastSweeps.setToCurrentTime({ part });
    else if (!tried.has(part)) lastSweeps.set({ part }, performance.timeOrigin / 1000);
    tried.add(part);
  });
}
