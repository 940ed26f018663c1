import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { Meter } from '../../base/meter.ts';
import type { Settings } from '../../base/settings.ts';
import { deviceClock, reportTimerFailures } from '../device/clock.ts';
import type { GaugeDeps } from './gauges.ts';
import { addGauges } from './gauges.ts';
import { createMeter } from './prometheus.ts';
import { serveMetrics } from './server.ts';

export interface Metrics {
  readonly measured: { readonly meter: Meter };
  readonly registry: Registry;
  readonly address: NonNullable<Settings['metrics']>;
}

/** Measures where the settings ask for it. Timers that fail are reported in any case, and go on. */
export function openMeter({ metrics }: Settings, log: Logger): Metrics | undefined {
  const made = metrics && createMeter();
  reportTimerFailures((error) => {
    made?.meter.count('tidemark_timer_failures_total', {});
    log.error({ stack: error instanceof Error ? error.stack : String(error) }, 'timer');
  });
  return made && { measured: { meter: made.meter }, registry: made.registry, address: metrics };
}

/** Serves what is measured, if anything is. */
export async function openMetrics(metrics: Metrics | undefined, deps: GaugeDeps) {
  if (!metrics) return undefined;
  addGauges(metrics.registry, deps, deviceClock.now);
  return serveMetrics(metrics.registry, metrics.address);
}
