import { expect, it } from 'vitest';
import { openGatewayMetrics } from '../../../server/host/metrics/gateway.ts';

const figures = {
  sockets: () => ({ open: 3, messages: 40, bytes: 5_000 }),
  waiting: () => 2,
  silentMs: () => 1_500,
  isConnected: () => true,
};

it('a gateway serves what it does, on a port of its own', async () => {
  const opened = await openGatewayMetrics({ metrics: { port: 0, host: '127.0.0.1' } }, figures);
  try {
    opened?.requested('http', 20, 'answered');
    opened?.requested('http', 7_000, 'failed');
    const text = await (await fetch(`http://127.0.0.1:${opened?.port}/metrics`)).text();
    const figure = (name: string) =>
      text
        .split('\n')
        .find((line) => line.startsWith(`${name} `))
        ?.split(' ')[1];
    expect(figure('tidemark_sockets')).toBe('3');
    expect(figure('tidemark_socket_bytes')).toBe('5000');
    expect(figure('tidemark_bus_waiting')).toBe('2');
    expect(figure('tidemark_bus_connected')).toBe('1');
    expect(figure('tidemark_engine_silent_seconds')).toBe('1.5');
    expect(figure('tidemark_bus_seconds_count{kind="http",end="answered"}')).toBe('1');
    expect(figure('tidemark_bus_seconds_bucket{le="5",kind="http",end="failed"}')).toBe('0');
    expect(text).toContain('# TYPE nodejs_eventloop_lag_p99_seconds ');
  } finally {
    opened?.close();
  }
});

it('measures nothing where no port is set', async () => {
  expect(await openGatewayMetrics({ metrics: undefined }, figures)).toBeUndefined();
});
