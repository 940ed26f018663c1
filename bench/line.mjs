import { connect, createServer } from 'node:net';

/**
 * A line to a local port that is as slow as configured, for whatever goes over it: page, workers and sockets alike.
 * @param roundTripMs half of it is waited each way; opening a connection takes one. @param down bytes a second for all
 *   connections together, unlimited when left out. @param up likewise.
 * @param port any free one for 0. @returns `received` and `sent`: bytes so far, as a client has them; `port`; `close`.
 */
export async function slowLine(
  port,
  to,
  { roundTripMs = 0, down = Number.POSITIVE_INFINITY, up = down } = {},
) {
  const counts = { received: 0, sent: 0 };
  const [downlink, uplink] = [sharedRate(down), sharedRate(up)];
  const passOn = (source, target, rate, name) => {
    source.on('data', (bytes) => {
      counts[name] += bytes.length;
      const waitMs = rate(bytes.length) + roundTripMs / 2;
      setTimeout(() => target.writable && target.write(bytes), waitMs);
    });
    source.on('close', () => setTimeout(() => target.destroy(), roundTripMs / 2 + rate(0)));
    source.on('error', () => target.destroy());
  };
  const server = createServer({ noDelay: true, pauseOnConnect: true }, (client) => {
    const upstream = connect({ port: to, host: '127.0.0.1', noDelay: true });
    passOn(client, upstream, uplink, 'sent');
    passOn(upstream, client, downlink, 'received');
    // A connection costs a round trip before anything can be said on it.
    setTimeout(() => client.resume(), roundTripMs);
  });
  await new Promise((resolve) => server.listen(port, '127.0.0.1', resolve));
  return Object.assign(counts, { port: server.address().port, close: () => server.close() });
}

/** ms until so many more bytes have gone over a line that others use too. */
function sharedRate(bytesPerSecond) {
  let freeAt = 0;
  return (bytes) => {
    const now = performance.now();
    freeAt = Math.max(freeAt, now) + (bytes * 1_000) / bytesPerSecond;
    return freeAt - now;
  };
}
