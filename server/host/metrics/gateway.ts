import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Settings } from '../../base/settings.ts';
import type { SocketFigures } from '../net/sockets.ts';
import { serveMetrics } from './server.ts';

export interface GatewayFigures {
  readonly sockets: () => SocketFigures;
  /** Questions to the engine that have no answer yet. */
  readonly waiting: () => number;
  /** ms since the engine's last word; infinite before the first. */
  readonly silentMs: () => number;
  readonly isConnected: () => boolean;
}

/** How a question to the engine ended. */
export type RequestEnd = 'answered' | 'failed';

/**
 * Measures and serves what a gateway does, where the settings ask for it.
 * @returns what takes each question's end, and what closes it. @throws {SettingError} when it cannot listen there.
 */
export async function openGatewayMetrics(
  { metrics }: Pick<Settings, 'metrics'>,
  figures: GatewayFigures,
): Promise<
  | {
      readonly port: number;
      readonly requested: (kind: string, ms: number, end: RequestEnd) => void;
      close(): void;
    }
  | undefined
> {
  if (!metrics) return undefined;
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const trips = new Histogram({
    name: 'tidemark_bus_seconds',
    help: 'Round trips to the engine: by what was asked (http: calls that are passed on) and how it ended',
    labelNames: ['kind', 'end'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
    registers,
  });
  const one = (name: string, help: string, read: () => number): Gauge =>
    new Gauge({
      ...{ name, help, registers },
      collect() {
        this.set(read());
      },
    });
  one('tidemark_sockets', 'Open sockets', () => figures.sockets().open);
  one(
    'tidemark_socket_messages',
    'Messages that sockets were given since the start',
    () => figures.sockets().messages,
  );
  one('tidemark_socket_bytes', 'Bytes of those messages', () => figures.sockets().bytes);
  one('tidemark_bus_waiting', 'Questions to the engine without an answer yet', figures.waiting);
  one('tidemark_bus_connected', '1 while the bus is reached', () => (figures.isConnected() ? 1 : 0));
  one(
    'tidemark_engine_silent_seconds',
    'Time since the engine’s last word',
    () => figures.silentMs() / 1_000,
  );
  const served = await serveMetrics(registry, metrics);
  return {
    ...served,
    requested: (kind, ms, end) => trips.observe({ kind, end }, ms / 1_000),
  };
}
