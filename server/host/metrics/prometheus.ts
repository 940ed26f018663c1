import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import type { Meter } from '../../base/meter.ts';
import { COUNTERS, HISTOGRAMS } from '../../base/meter.ts';

/** A meter that keeps what it is given in Prometheus' form, with what Node says of its process and event loop. */
export function createMeter(): { readonly meter: Meter; readonly registry: Registry } {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const counters = new Map(
    Object.entries(COUNTERS).map(([name, { help, labels }]) => [
      name,
      new Counter({ name, help, labelNames: [...labels], registers }),
    ]),
  );
  const histograms = new Map(
    Object.entries(HISTOGRAMS).map(([name, { help, labels, buckets }]) => [
      name,
      new Histogram({ name, help, labelNames: [...labels], buckets: [...buckets], registers }),
    ]),
  );
  const meter: Meter = {
    count: (name, labels) => counters.get(name)?.inc(labels),
    observe: (name, labels, value) => histograms.get(name)?.observe(labels, value),
    seconds: () => performance.now() / 1_000,
  };
  return { meter, registry };
}
